// What the journal says of lines of statements that cause its lines.
import { hasTrackingKey } from '../core/rail.ts'
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
      trackingKey: hasTrackingKey(rail) ? movement : null,
      networkReference: hasTrackingKey(rail) ? null : movement,
      of: day,
    },
  ])
}
