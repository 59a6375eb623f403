// The outcomes of a payment that a network reports.
import type { Day } from './time.ts'

/**
 * `matched` with an operation that it pays; `returned`; `unmatched`, of no known account, and returned too; `suspended`
 * until a person decides, and then `accepted` for an operation, `given-back`, or `never-received` when the network's report
 * was wrong. `taken-back`: a transfer of ours that came back. `refused`: its bank was answered that it is not taken, and sent it back; it was
 * never ours.
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
  'refused',
] as const

/** A deposit that the bank reported, by which it finds it. */
export interface DepositIdentity {
  /** The tracking key, the three digits of the ordering institution, and the banking day, as in the notice. */
  trackingKey: string
  institution: string
  day: Day
  /** The CLABE that was paid. */
  clabe: string
  amountCentavos: number
}
