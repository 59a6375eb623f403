// What the journal says of lines of statements that cause its lines.
import type { CauseReader } from '../ledger/journal-causes.ts'

export const lineCausesOfLines: CauseReader = async (db, ids) => {
  const rows = await db
    .selectFrom('statement_lines')
    .select(['id', 'rail', 'movement', 'day'])
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id, rail, movement, day }) => [
    id,
    {
      operationId: null,
      trackingKey: rail === 'spei' ? movement : null,
      networkReference: rail === 'spei' ? null : movement,
      of: day,
    },
  ])
}
