// A payment that a line may mean beside the one of the line on record under its identity.
import { type Candidate, judge } from './judge.ts'
import { contradicts, isOfOtherReference, isUnnamed } from './known-lines.ts'
import type { Movement } from './movement.ts'
import type { StatementLineRow } from './tables.ts'

/**
 * The payment that a line means beside the one of the line on record under its identity, of another file: it is on record, no line has it, and it was paid
 * into the reference that the line says.
 */
export function paymentBeside(
  movement: Movement,
  row: StatementLineRow,
  free: readonly Candidate[],
): Candidate | undefined {
  if (!isOfOtherAmount(movement, row)) {
    if (!isOfOtherReference(movement, row) || contradicts(movement, row)) return undefined
    // A line without its record may be this one, in other words, unless its own payment is on record too.
    if (isWanting(row) && !free.some((one) => one.reference === row.reference)) return undefined
  }
  const { reference, day, amountCentavos } = movement
  const own = free.filter((one) => one.reference === reference && one.day === day)
  const judged = judge(
    movement,
    own.filter((one) => one.amountCentavos === amountCentavos),
  )
  return 'record' in judged ? judged.record : undefined
}

/** Whether a payment without institution has another amount than the line on record under its identity: then it may be another bank's. */
export function isOfOtherAmount(movement: Movement, row: StatementLineRow): boolean {
  return isUnnamed(movement) && movement.reference !== '' && contradicts(movement, row)
}

/** An extra line without its record. A written-off line is matched when its record comes later. */
export function isWanting(row: StatementLineRow): boolean {
  return row.verdict === 'extra' && row.cause_id === null
}
