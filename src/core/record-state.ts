// The columns that an operation's record shows and that may change while its status stays, and their values in one text.

/** The values of an operation from which nothing was ever given back or disputed, and whose payer had nothing to do. */
export const untouched = {
  has_devolution: 0,
  refund_state: '',
  refunded_centavos: 0,
  disputed_centavos: 0,
  refunds_settled_centavos: 0,
  refunds_failed_centavos: 0,
  payer_acts: 0,
} as const

const values = Object.entries(untouched)

/** In SQL: empty while the operation is untouched, otherwise every value. */
export const RECORD_STATE = `case when ${values
  .map(([column, value]) => `${column} = ${value === '' ? "''" : value}`)
  .join(' and ')} then '' else ${values
  .map(([column, value]) => (value === '' ? column : `cast(${column} as text)`))
  .join(" || ' ' || ")} end`
