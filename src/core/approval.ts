// The kinds of requests that another person of the account approves.

/**
 * `retry`: a failed refund to another account; `transfer`: a failed transfer to another account; `release`: money out of
 * suspense; `rule`: a relaxed rule of second persons; `person`: a role that may approve, for a person invited or there; `change`: a call that takes
 * power away or can stop the shop.
 */
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
  'person',
  'change',
] as const
