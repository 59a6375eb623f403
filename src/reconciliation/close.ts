// Writes off the difference between a statement's line and the records: the operator's decision, after a person has looked at it.
import { Failure } from '../failures.ts'
import { decide } from '../store/decide.ts'
import { knownRow } from '../store/rows.ts'
import type { StoreAndClock } from '../store/store.ts'
import { closedWrites, isOpen, type WriteOff } from './line-writes.ts'
import type { StatementLineRow } from './tables.ts'

/** Throws `resource-unknown` when there is no such line, and `statement-line-closed` when it is not open. */
export async function closeLine(
  { store, clock }: StoreAndClock,
  id: string,
  writeOff: WriteOff,
): Promise<StatementLineRow> {
  return decide(async () => {
    const row = await knownRow(store.db, 'statement_lines', { id })
    if (!isOpen(row)) throw new Failure('statement-line-closed')
    await store.commit(closedWrites(clock, row, writeOff))
    return row
  })
}
