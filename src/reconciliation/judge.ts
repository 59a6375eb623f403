// Judges one movement of a statement against the records that may be meant: the same, different, or one that is not on record.
import { type Day, daysBetween } from '../core/time.ts'
import type { Movement } from './movement.ts'

/** A record that a movement may mean. */
export interface Candidate {
  /** The operation, received payment or transfer. */
  causeId: string
  /** Empty: not told. */
  institution: string
  day: Day
  /** Always positive, as in a statement. */
  amountCentavos: number
  /** What it has on the network's receivable; positive is what the network owes us. */
  recordedCentavos: number
  /** The network may give its id again on another day. False where the id is ours and means this record only. */
  isOfItsDay: boolean
}

export type Verdict =
  | { verdict: 'matched'; differs: ''; record: Candidate }
  | { verdict: 'different'; differs: 'amount' | 'day' | 'amount day'; record: Candidate }
  | { verdict: 'extra' }

/** A network may book a movement so many days before or after we did. */
export const MOST_DAYS_APART = 5

/**
 * `candidates` have the movement's kind, network and id, and no line has matched them yet. The one that differs least is meant; the
 * order in which they are given does not matter.
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

/** Where an id may be used again, one of another day and another amount is another movement. */
function isMeant(movement: Movement, one: Candidate): boolean {
  if (one.institution !== '' && movement.institution !== '' && one.institution !== movement.institution) return false
  if (!one.isOfItsDay || one.day === movement.day) return true
  return one.amountCentavos === movement.amountCentavos && daysApart(movement.day, one.day) <= MOST_DAYS_APART
}

/** The amount weighs more than the day, and the day more than an institution that one of the two does not tell. */
function distance(movement: Movement, one: Candidate): number {
  const amount = one.amountCentavos === movement.amountCentavos ? 0 : 1_000_000
  const institution = one.institution === movement.institution ? 0 : 0.5
  return amount + daysApart(movement.day, one.day) + institution
}

function daysApart(one: Day, other: Day): number {
  return one === other ? 0 : Math.abs(daysBetween(one, other))
}
