// What becomes of a payment that a network reports.

/**
 * `matched` with an operation that it pays, or `returned`, or (of nobody we know) `unmatched`, which is returned too; `suspended`: it is owed
 * to somebody until a person decides, and then `accepted` for an operation, `given-back`, or `never-received`, when the network had reported
 * what did not happen. `taken-back`: a transfer of ours that came back.
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
