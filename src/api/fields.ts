// The schemas that many endpoints share: texts within bounds, amounts, ids, and the frame of every answer.
import Type, { type Static, type TProperties, type TSchema } from 'typebox'

/** An object whose unknown fields are refused by name. */
export function strictObject<P extends TProperties>(properties: P, options: object = {}) {
  return Type.Object(properties, { additionalProperties: false, ...options })
}

/** A text that may be left out, null or empty; all three mean "none". */
export function optionalText(maxLength: number, options: object = {}) {
  return Type.Optional(Type.Union([Type.String({ maxLength, ...options }), Type.Null()]))
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
          message: Type.String(),
          http_status_code: Type.Optional(Type.Integer()),
        }),
      ),
    }),
    request_id: Type.String(),
  },
  { title: 'Error' },
)

export type ErrorBody = Static<typeof ErrorAnswer>

/** Free-form texts by name: to 50 keys of 40 characters, values to 500. */
export const Metadata = Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
  maxProperties: 50,
  propertyNames: { maxLength: 40 },
  // A record's names are matched by a pattern that no line break fits: such a name is refused like one that is too long.
  additionalProperties: false,
  description: 'Free-form texts by name, for rules against fraud; never returned',
  examples: [{ pedido: '1003' }],
})
