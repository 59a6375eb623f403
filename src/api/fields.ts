// The schemas that many endpoints share: texts within bounds, amounts, ids, and the frame of every answer.
import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { cardNumberProblem, holdsCardNumber } from '../core/card-in-text.ts'
import { METADATA_LIMITS, metadataFault } from '../core/metadata.ts'

/** An object whose unknown fields are refused by name. */
export function strictObject<P extends TProperties>(properties: P, options: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

/** A text that may be left out, null or empty; all three mean "none". */
export function optionalText(maxLength: number, options: object = {}) {
  return Type.Optional(Type.Union([Type.String({ maxLength, ...options }), Type.Null()]))
}

/** A text that people write, such as a description or a name. A card number in it is refused. */
export function freeText(maxLength: number, options: object = {}) {
  return Type.Refine(
    Type.String({ maxLength, ...options }),
    (text) => !holdsCardNumber(text),
    () => JSON.stringify({ problem: cardNumberProblem }),
  )
}

/** The same, where it may be left out, null or empty. */
export function optionalFreeText(maxLength: number, options: object = {}) {
  return Type.Optional(Type.Union([freeText(maxLength, options), Type.Null()]))
}

export function requiredText(maxLength: number, options: object = {}) {
  return Type.String({ minLength: 1, maxLength, ...options })
}

/** Money on its way in: a number or the same as text, at most two decimals. `core/money` reads it exactly. */
export function amount(options: object = {}) {
  return Type.Union([Type.Number(), Type.String({ maxLength: 20 })], {
    description: 'Mexican pesos with at most 2 decimals, as a number or as text',
    ...options,
  })
}

/** Money on its way out in records: text with two decimals, and its currency. */
export const Money = Type.Object({
  amount: Type.String({ examples: ['100.00'] }),
  currency: Type.String({ examples: ['MXN'] }),
})

/** The body of a call that takes none: nothing, `{}` or `[]`. A field in it is refused by name. */
export const NoBody = strictObject({})

/** An id in a path. Anything of another form is answered as unknown. */
export const Id = Type.String({ pattern: '^[A-Za-z0-9_=.-]{1,100}$' })

/** `{success: true, result}` */
export function answer<T extends TSchema>(result: T) {
  return { 200: Type.Object({ success: Type.Boolean(), result }) }
}

/** `{success: true}` */
export const bareAnswer = { 200: Type.Object({ success: Type.Boolean() }) }

export const ErrorAnswer = Type.Object(
  {
    success: Type.Boolean(),
    error: Type.Object({
      code: Type.String(),
      message: Type.String(),
      description: Type.String(),
      messages: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
      detail: Type.Optional(
        Type.Object({
          code: Type.String(),
          message: Type.String({ description: 'What the bank said: for you' }),
          payer_message: Type.Optional(
            Type.String({
              description:
                'What to tell the person who pays. Of a lost, stolen or suspected card it says only that the bank did not authorise it',
              examples: ['Tu tarjeta no tiene fondos suficientes. Usa otra tarjeta.'],
            }),
          ),
          http_status_code: Type.Optional(Type.Integer()),
        }),
      ),
    }),
    request_id: Type.String(),
  },
  { title: 'Error' },
)

export type ErrorBody = Static<typeof ErrorAnswer>

/** Any JSON object within the bounds of `core/metadata`, which also says what is wrong with one: the validator reads it as JSON. */
export const Metadata = Type.Refine(
  Type.Record(Type.String(), Type.Unknown(), {
    description: `Any JSON object, for your own use and for rules against fraud: to ${METADATA_LIMITS.bytes / 1024} KiB, ${METADATA_LIMITS.depth} levels and ${METADATA_LIMITS.values} values; never returned. A card number in it is refused.`,
    examples: [{ pedido: '1003', member: { memberId: 'M-1' } }],
  }),
  (metadata) => metadataFault(metadata) === undefined,
  (metadata) => JSON.stringify(metadataFault(metadata)),
)
