// The kinds of movement that a network's statement has.

/** The meaning of each kind. */
const movementKinds = {
  payment: 'a payer paid',
  reversal: 'a card payment was given back, by a reversal or (under the id of the refund) in part',
  chargeback: 'the cardholder’s bank took a card payment back, by a dispute',
  'chargeback-reversal': 'a chargeback came back, because its dispute was won',
  'transfer-out': 'a transfer of ours went out, or a till gave a payment back',
  return: 'a transfer of ours came back',
  fee: 'the network charged us, for no single payment',
  settlement: 'an acquirer or cash network paid us; on a bank’s statement: such a payment arrived',
} as const satisfies Record<string, string>

/** A network may book a movement up to this many days before or after we do. */
export const MAX_DAYS_APART = 5

export type MovementKind = keyof typeof movementKinds

export const movementKindNames = Object.keys(movementKinds) as MovementKind[]
