// Payments of a correction that stand beside a record which is not theirs, because a line that was taken back had their own.
import type { StoreAndClock } from '../store/store.ts'
import { hasCloser } from './judge.ts'
import { knownLine, readKnown } from './known-lines.ts'
import type { Movement } from './movement.ts'
import { readCandidates } from './records.ts'
import type { Scope } from './scope.ts'
import { isSame, takeBack } from './supersede.ts'
import type { StatementLineRow, StatementRow } from './tables.ts'

/**
 * Takes them back, before the movements are judged. Lines that another correction judges at this moment are looked at too, because the present correction has
 * freed its records before. A line that a person has written off stays. May be run again, also after it was killed anywhere.
 */
export async function takeBackFarther(
  needs: StoreAndClock,
  scope: Scope,
  correction: StatementRow,
  movements: readonly Movement[],
): Promise<void> {
  const known = await readKnown(needs.store, correction, movements)
  const standing = new Map<Movement, StatementLineRow>()
  for (const movement of movements) {
    const row = knownLine(movement, known)
    if (row?.kind !== 'payment' || row.cause_id === null || row.closed_at !== null) continue
    if (isSame(movement, row)) standing.set(movement, row)
  }
  const ownOf = (movement: Movement) => standing.get(movement)?.cause_id ?? ''
  const candidates = await readCandidates(needs.store, scope, [...standing.keys()], ownOf)
  const farther = [...standing].filter(([one]) => hasCloser(one, ownOf(one), candidates.get(one) ?? []))
  await takeBack(
    needs,
    correction,
    farther.map(([, row]) => row),
  )
}
