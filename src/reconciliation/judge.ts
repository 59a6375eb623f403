// Compares one movement of a statement with the records that it may mean: it is matched, different, or extra.
import { MAX_DAYS_APART } from '../core/movement.ts'
import { type Day, daysBetween, isDay } from '../core/time.ts'
import type { Movement } from './movement.ts'

/** A record that a movement may mean. */
export interface Candidate {
  /** The operation, received payment or transfer. */
  causeId: string
  /** Empty: not reported. */
  institution: string
  /** What was paid into, of a payment that its network reported. */
  reference?: string
  day: Day
  /** Always positive, as in a statement. */
  amountCentavos: number
  /** Its amount on the network's receivable; positive if the network owes us. */
  recordedCentavos: number
  /** True when the network may use the same id again on another day; false when the id is ours and unique. */
  isOfItsDay: boolean
  /** Of a payment in suspense, the account that it is of: a match with a line proves that it happened. */
  suspendedOf?: string | undefined
  /** Our transfer that it returns. */
  returnedTransfer?: string | undefined
}

const UNREADABLE = 500_000

export type Verdict =
  | { verdict: 'matched'; differs: ''; record: Candidate }
  | { verdict: 'different'; differs: 'amount' | 'day' | 'amount day'; record: Candidate }
  | { verdict: 'extra' }

/**
 * `candidates` have the movement's kind, network and id, and are matched with no other line. The candidate with the
 * smallest difference is chosen, in any order.
 */
export function judge(movement: Movement, candidates: readonly Candidate[]): Verdict {
  const [record] = candidates
    .filter((one) => isMeant(movement, one))
    .sort((one, other) => distance(movement, one) - distance(movement, other) || (one.causeId < other.causeId ? -1 : 1))
  if (record === undefined) return { verdict: 'extra' }
  const isOtherAmount = record.amountCentavos !== movement.amountCentavos
  const isOtherDay = record.day !== movement.day
  if (!isOtherAmount && !isOtherDay) return { verdict: 'matched', differs: '', record }
  const differs = isOtherAmount ? (isOtherDay ? 'amount day' : 'amount') : 'day'
  return { verdict: 'different', differs, record }
}

/** Whether one of the records is closer to a movement than its own one. */
export function hasCloser(movement: Movement, own: Candidate['causeId'], candidates: readonly Candidate[]): boolean {
  const record = candidates.find(({ causeId }) => causeId === own)
  if (record === undefined) return false
  const others = candidates.filter((one) => one !== record && isMeant(movement, one))
  return others.some((one) => distance(movement, one) < distance(movement, record))
}

/**
 * Whether the movement can be the record. For ids that are used again, another day together with another amount is another
 * movement.
 */
function isMeant(movement: Movement, one: Candidate): boolean {
  if (one.institution !== '' && movement.institution !== '' && one.institution !== movement.institution) return false
  if (!one.isOfItsDay || one.day === movement.day) return true
  return one.amountCentavos === movement.amountCentavos && daysApart(movement.day, one.day) <= MAX_DAYS_APART
}

/** The amount counts more than the day, the day more than an institution that one of the two lacks, and that more than another reference. */
function distance(movement: Movement, one: Candidate): number {
  const amount = one.amountCentavos === movement.amountCentavos ? 0 : 1_000_000
  const institution = one.institution === movement.institution ? 0 : 0.5
  const reference = one.reference === undefined || one.reference === movement.reference ? 0 : 0.25
  return amount + daysApart(movement.day, one.day) + institution + reference
}

/** A day that cannot be read, as of a record that somebody has damaged, is farther away than any. */
function daysApart(one: Day, other: Day): number {
  if (one === other) return 0
  return isDay(one) && isDay(other) ? Math.abs(daysBetween(one, other)) : UNREADABLE
}
