// An account's rule for external transactions: whether one identifies a payment.

/** `unique`: the same charge under the same external transaction is one payment. `free`: it identifies nothing, so every charge is a payment. */
export const externalTransactionRules = ['unique', 'free'] as const

export type ExternalTransactionRule = (typeof externalTransactionRules)[number]
