// The record of an operation as it was at an event: what never changes from its row, the rest from the event, and the page's address from
// the settings that were in force.
import { settingsHistory } from '../accounts/trail/settings.ts'
import type { RecordsAtEvents } from '../events/bodies.ts'
import type { EventRow } from '../events/tables.ts'
import { among, listOf } from '../store/among.ts'
import { asOf } from '../store/changeable.ts'
import { columns } from '../store/columns.ts'
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'
import type { LinksUnder, PageLinks } from './page-link.ts'
import { presentOperation } from './present.ts'

export function recordsAtEvents({
  store,
  links,
  linksUnder,
}: {
  store: Store
  links: PageLinks
  linksUnder: LinksUnder
}): RecordsAtEvents {
  const byIds = prepared((hole) =>
    store.db
      .selectFrom('operations')
      .select(columns.operations)
      .where(among(store, 'account_id', hole('accounts')))
      .where(among(store, 'id', hole('ids'), 'uuid'))
      .compile(),
  )
  const history = settingsHistory(store)
  const known = new Map<string, PageLinks>()

  const linksAt = async (): Promise<(event: EventRow) => PageLinks> => {
    const changes = await history()
    return ({ id }) => {
      const inForce = changes.find((change) => change.id <= id)
      if (inForce === undefined) return links
      const made = known.get(inForce.id) ?? linksUnder(inForce)
      known.set(inForce.id, made)
      return made
    }
  }

  return async (events) => {
    const ids = [...new Set(events.flatMap(({ operation_id }) => operation_id ?? []))]
    if (ids.length === 0) return new Map()
    const accounts = listOf(store, [...new Set(events.map(({ account_id }) => account_id))])
    const [rows, linksOf] = await Promise.all([store.rows(byIds({ accounts, ids: listOf(store, ids) })), linksAt()])
    const operations = new Map(rows.map((row) => [row.id, row]))
    return new Map(
      events.flatMap((event) => {
        const operation = operations.get(event.operation_id ?? '')
        if (operation === undefined) return []
        const then = asOf(operation, { status: event.operation_status ?? operation.status, kept: event.data })
        return [[event.id, JSON.stringify(presentOperation(linksOf(event), then))] as const]
      }),
    )
  }
}
