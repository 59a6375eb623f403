// Events about operations that versions up to 0.2.0 wrote: they have no stored text, so their record is made from the
// operation's present row.
import type { EarlierBodies } from '../events/bodies.ts'
import { columns } from '../store/columns.ts'
import type { Store } from '../store/store.ts'
import type { EventRow, OperationRow } from '../store/tables.ts'
import type { PageLinks } from './page-link.ts'
import { presentOperation } from './present.ts'

export function earlierBodies({ store, links }: { store: Store; links: PageLinks }): EarlierBodies {
  return async (events) => {
    const ids = [...new Set(events.flatMap(({ operation_id }) => operation_id ?? []))]
    if (ids.length === 0) return new Map()
    const rows = await store.db.selectFrom('operations').select(columns.operations).where('id', 'in', ids).execute()
    const operations = new Map(rows.map((row) => [row.id, row]))
    const bodies = new Map<string, string>()
    for (const event of events) {
      const operation = operations.get(event.operation_id ?? '')
      if (operation) bodies.set(event.id, JSON.stringify(presentOperation(links, asOf(event, operation))))
    }
    return bodies
  }
}

/** The operation with the state that it had at the event, as far as it is known. */
function asOf(event: EventRow, operation: OperationRow): OperationRow {
  const status = (event.operation_status ?? operation.status) as OperationRow['status']
  if (status === operation.status) return operation
  return {
    ...operation,
    status,
    // An expired operation may have been paid later.
    ...((status === 'pending' || status === 'expired') && { authorization_code: '', paid_at: null }),
    has_devolution: 0,
  }
}
