// The outcomes of a payment that a network reports.

/**
 * `matched` with an operation that it pays; `returned`; `unmatched`, of no known account, and returned too; `suspended`
 * until a person decides, and then `accepted` for an operation, `given-back`, or `never-received` when the network's report
 * was wrong. `taken-back`: a transfer of ours that came back.
 */
export const receivedOutcomes = [
  'matched',
  'returned',
  'unmatched',
  'suspended',
  'accepted',
  'given-back',
  'taken-back',
  'never-received',
] as const

export type ReceivedOutcome = (typeof receivedOutcomes)[number]
