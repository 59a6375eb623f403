// The schemas that many endpoints share: texts within bounds, amounts, ids, and the frame of every answer.
import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { cardNumberProblem, holdsCardNumber } from '../core/cards/number-in-text.ts'
import { codeProblem, namesCode } from '../core/cards/security-code.ts'
import type { Bilingual } from '../core/language/bilingual.ts'
import { METADATA_LIMITS, metadataFault } from '../core/metadata.ts'
import { isPrintable, printableProblem } from '../core/text.ts'
import { failureCodes, failureReasons } from '../failures.ts'
import { DESCRIBED_AS } from './description/components.ts'

/** One of a closed set of texts or numbers, in an answer. */
export function choice<const T extends string | number>(values: readonly T[], options: object = {}) {
  const type = typeof values[0] === 'number' ? 'integer' : 'string'
  return Type.Unsafe<T>({ type, enum: [...values], ...options })
}

/** Null beside a schema, for what an answer does not always have. */
export function orNull<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

/** For the options of a schema: the description of the API shows this schema instead. */
export function describedAs(schema: object): Record<string, unknown> {
  return { [DESCRIBED_AS]: schema }
}

/** An object whose unknown fields are refused by name. */
export function strictObject<P extends TProperties>(properties: P, options: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

/**
 * A body of the contract's calls and of those that clients in use make. What nobody reads in it is ignored and named in the answer's header
 * (`api/ignored-parameters`), as are its `deprecated` fields. Calls of ours use `strictObject`.
 */
export function openObject<P extends TProperties>(properties: P, options: object = {}) {
  return Type.Object(properties, { ...options })
}

/**
 * An object of such a body that may be left out. Null means none, and so does the empty list that PHP writes for an object without entries
 * (`api/one-form`).
 */
export function optionalObject<P extends TProperties>(properties: P) {
  return Type.Optional(Type.Union([openObject(properties), Type.Null()]))
}

/**
 * The bound of a text whose form is checked afterwards, such as a day or a CLABE. It has room for what people write instead, so that the refusal
 * says the form, not the length.
 */
export const FORMED = 60

/** A text that may be absent, null or empty; all three mean none. */
export function optionalText(maxLength: number, options: object = {}) {
  return Type.Optional(Type.Union([Type.String({ maxLength, ...options }), Type.Null()]))
}

/** Free text of one line, such as a name, a description or a reason. A card number or a security code in it is refused, and a control character. */
export function freeText(maxLength: number, options: object = {}) {
  return checkedText({ maxLength, ...options }, (text) => freeTextProblem(text, isPrintable(text, maxLength)))
}

/** Free text that may have lines and tabs, such as a letter. */
export function freeLines(maxLength: number, options: object = {}) {
  return checkedText({ maxLength, ...options }, (text) =>
    freeTextProblem(text, isPrintable(text.replace(/[\t\r\n]/g, ' '), maxLength)),
  )
}

function checkedText(options: Record<string, unknown>, problemOf: (text: string) => Bilingual | undefined) {
  return Type.Refine(
    Type.String(options),
    (text) => problemOf(text) === undefined,
    (text) => JSON.stringify({ problem: problemOf(text) }),
  )
}

function freeTextProblem(text: string, isPlain: boolean): Bilingual | undefined {
  if (!isPlain) return printableProblem
  if (holdsCardNumber(text)) return cardNumberProblem
  return namesCode(text) ? codeProblem : undefined
}

/** Free text that may be absent, null or empty. */
export function optionalFreeText(maxLength: number, options: object = {}) {
  return Type.Optional(Type.Union([freeText(maxLength, options), Type.Null()]))
}

/** A text of one form. A text of another form is refused in plain words; the description of the API has the pattern. */
export function formedText(form: RegExp, problem: Bilingual, options: Record<string, unknown> = {}) {
  const described = { type: 'string', pattern: form.source, ...options }
  return Type.Refine(
    Type.String({ ...options, ...describedAs(described) }),
    (text) => form.test(text),
    () => JSON.stringify({ problem }),
  )
}

/** The code of an e-mail that confirms a change. */
export function mailedCode() {
  return Type.Optional(
    formedText(
      /^\d{8}$/,
      ['debe ser el código de 8 dígitos del correo', 'must be the code of 8 digits of the e-mail'],
      {
        description: '8 digits',
        examples: ['04318857'],
      },
    ),
  )
}

export function requiredText(maxLength: number, options: object = {}) {
  return Type.String({ minLength: 1, maxLength, ...options })
}

/** Room for every text that a language makes of a double: Python writes 33.1 * 3 exactly, with 47 decimals. */
const AMOUNT_MAX = 80

/** An amount in a request: a number or text. `core/money` reads it. */
export function amount(options: object = {}) {
  return Type.Union([Type.Number(), Type.String({ maxLength: AMOUNT_MAX })], {
    description:
      'Mexican pesos with at most 2 decimals, as a number or as text; a computed amount is read as the nearest centavo when it is at most 0.000001 away from it',
    ...options,
  })
}

/** An amount in a record: text with two decimals, and its currency. */
export const Money = Type.Object(
  {
    amount: Type.String({ description: 'Mexican pesos with two decimals', examples: ['100.00'] }),
    currency: Type.String(describedAs({ description: 'Always MXN', type: 'string', const: 'MXN' })),
  },
  { title: 'Money' },
)

/** The body of a call that takes none: nothing, `{}` or `[]`. A field in it is refused by name. */
export const NoBody = strictObject({})

/** An id in a path. A text of another form is answered as unknown. */
const ID_FORM = /^[A-Za-z0-9_=.-]{1,100}$/

export function describedId(options: Record<string, unknown> = {}) {
  return formedText(
    ID_FORM,
    [
      'debe ser un id tal como el servicio lo respondió: de 1 a 100 letras, dígitos, guiones, puntos o signos de igual, sin espacios',
      'must be an id as the service answered it: 1 to 100 letters, digits, hyphens, underscores, points or equals signs, without blanks',
    ],
    options,
  )
}

/** A spread of it loses its check: with a description use `describedId`. */
export const Id = describedId()

/** For what looks an id up before the form of a request is checked. */
export function isId(text: string): boolean {
  return ID_FORM.test(text)
}

const Succeeded = Type.Boolean(
  describedAs({ type: 'boolean', const: true, description: 'true: the request was carried out' }),
)

/** `{success: true, result}`. `description`: what it says, where the name of the call does not. */
export function answer<T extends TSchema>(result: T, description?: string) {
  return { 200: Type.Object({ success: Succeeded, result }, description === undefined ? {} : { description }) }
}

/** `{success: true}` */
export const bareAnswer = describedBareAnswer()

export function describedBareAnswer(description?: string) {
  return { 200: Type.Object({ success: Succeeded }, description === undefined ? {} : { description }) }
}

/** A text or a file, sent as it is, of one of these media types: members of the schema of its endpoint. */
export function fileAnswer(description: string, mediaTypes: readonly string[]) {
  return { produces: [...mediaTypes], response: { 200: Type.String({ description }) } }
}

export const ErrorAnswer = Type.Object(
  {
    success: Type.Boolean(
      describedAs({
        type: 'boolean',
        const: false,
        description: 'false: the request was refused, and `error` says why',
      }),
    ),
    error: Type.Object({
      code: Type.String({
        ...describedAs({ type: 'string', enum: failureCodes, description: 'The kind of refusal, to branch on' }),
      }),
      reason: Type.String({
        ...describedAs({
          type: 'string',
          enum: failureReasons,
          description: 'Why exactly, where one code has several reasons. New reasons come with new versions',
        }),
      }),
      message: Type.String({ description: 'The kind of refusal, in the wording that older clients expect' }),
      description: Type.String({ description: 'What is wrong and what to do about it, for people' }),
      messages: Type.Optional(
        Type.Record(Type.String(), Type.Array(Type.String()), {
          description: 'What is wrong with each field, by its name',
        }),
      ),
      detail: Type.Optional(
        Type.Object(
          {
            code: Type.String({ description: 'The network’s own code, such as the ISO 8583 response 51' }),
            message: Type.String({ description: 'The bank’s answer, for the merchant' }),
            payer_message: Type.Optional(
              Type.String({
                description:
                  'What to tell the person who pays. Of a lost, stolen or suspected card it says only that the bank did not authorise it',
                examples: ['Tu tarjeta no tiene fondos suficientes. Usa otra tarjeta.'],
              }),
            ),
            http_status_code: Type.Optional(Type.Integer({ description: 'The HTTP status of this answer' })),
          },
          { title: 'ErrorDetail' },
        ),
      ),
    }),
    request_id: Type.String({ description: 'The id of the request in the service’s log' }),
  },
  { title: 'Error' },
)

export type ErrorBody = Static<typeof ErrorAnswer>

/** Any JSON object within the bounds of `core/metadata`, which also reports the fault. */
export const Metadata = Type.Refine(
  Type.Record(Type.String(), Type.Unknown(), {
    description: `Any JSON object, for your own use and for rules against fraud: to ${METADATA_LIMITS.bytes / 1024} KiB, ${METADATA_LIMITS.depth} levels and ${METADATA_LIMITS.values} values; never returned. A card number, a security code or a PIN in it is refused.`,
    examples: [{ pedido: '1003', member: { memberId: 'M-1' } }],
  }),
  (metadata) => metadataFault(metadata) === undefined,
  (metadata) => JSON.stringify(metadataFault(metadata)),
)
