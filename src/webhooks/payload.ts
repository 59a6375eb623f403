// What an event says: the record of the operation as it stood when it happened, or the event's own data.

import type { PageLinks } from '../operations/page-link.ts'
import { presentOperation } from '../operations/present.ts'
import { columns } from '../store/columns.ts'
import type { Store } from '../store/store.ts'
import type { EventRow, OperationRow } from '../store/tables.ts'

export interface PayloadNeeds {
  store: Store
  links: PageLinks
}

/** The content of each event, by its id: what `GET /v1/events` shows and a webhook carries. */
export async function payloadsOf(
  { store, links }: PayloadNeeds,
  events: readonly EventRow[],
): Promise<Map<string, Record<string, unknown>>> {
  const ids = [...new Set(events.map((event) => event.operation_id).filter((id) => id !== null))]
  const rows =
    ids.length === 0
      ? []
      : await store.db.selectFrom('operations').select(columns.operations).where('id', 'in', ids).execute()
  const operations = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    events.map((event) => {
      const operation = operations.get(event.operation_id ?? '')
      if (operation) return [event.id, presentOperation(links, asOf(event, operation))]
      return [event.id, JSON.parse(event.data ?? '{}') as Record<string, unknown>]
    }),
  )
}

/** Everything else of an operation stays as it was made. An expired one may have been paid after all. */
function asOf(event: EventRow, operation: OperationRow): OperationRow {
  const status = (event.operation_status ?? operation.status) as OperationRow['status']
  if (status === operation.status) return operation
  return {
    ...operation,
    status,
    ...((status === 'pending' || status === 'expired') && { authorization_code: '', paid_at: null }),
    has_devolution: 0,
  }
}
