// What somebody may ask for that another person of the account approves.

export const approvalKinds = [
  'refund',
  'reversal',
  'retry',
  'transfer',
  'release',
  'affiliate',
  'affiliate_account',
  'credential',
  'roll',
  'rule',
] as const

/** `retry`: a refund again, elsewhere; `transfer`: the same of a transfer; `release`: out of suspense; `rule`: a looser rule of second persons. */
export type ApprovalKind = (typeof approvalKinds)[number]
