// Reads the event log: events, their deliveries, and every try.
import { sql } from 'kysely'
import { columns } from '../store/columns.ts'
import { idSince, idUntil } from '../store/made-between.ts'
import type { Store } from '../store/store.ts'
import { unindexed } from '../store/unindexed.ts'
import type { DeliveryAttemptRow, WebhookDeliveryRow } from '../webhooks/tables.ts'
import { TOUCHED } from './append.ts'
import { eventsOfType } from './spans.ts'
import type { EventRow } from './tables.ts'

interface EventFilter {
  accountId: string
  type?: string | undefined
  operationId?: string | undefined
  /** Instants, both included. */
  since?: string | undefined
  until?: string | undefined
  /** The id of the last event of the previous page. */
  startingAfter?: string | undefined
  limit: number
}

/** Newest first; one more than `limit` when there are more. */
export async function listEvents(store: Store, filter: EventFilter): Promise<EventRow[]> {
  const { accountId, type, operationId, since, until, startingAfter, limit } = filter
  if (type === TOUCHED) return []
  const from = since && idSince('evt', since)
  const ends = [until && idUntil('evt', until), startingAfter].filter((one) => one !== undefined)
  const before = ends.sort()[0]
  const between = sql<boolean>`${since === undefined ? sql`1 = 1` : sql`created_at >= ${since}`}
    and ${until === undefined ? sql`1 = 1` : sql`created_at <= ${until}`}`
  if (type !== undefined && operationId === undefined)
    return eventsOfType(store, { accountId, type, from, before, only: between, limit: limit + 1 })
  let query = store.db
    .selectFrom('events')
    .select(columns.events)
    // An operation has few events: they are found by it, and then put in their order.
    .where(operationId === undefined ? sql.ref('account_id') : unindexed('account_id'), '=', accountId)
    .where('type', '<>', TOUCHED)
    .where(between)
  if (type !== undefined) query = query.where('type', '=', type)
  if (operationId !== undefined) query = query.where('operation_id', '=', operationId)
  if (from !== undefined) query = query.where('id', '>=', from)
  if (before !== undefined) query = query.where('id', '<', before)
  return query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function findEvent({ db }: Store, accountId: string, id: string): Promise<EventRow | undefined> {
  return db
    .selectFrom('events')
    .select(columns.events)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('type', '<>', TOUCHED)
    .executeTakeFirst()
}

/** The deliveries of each of some events of an account. */
export async function deliveriesOf(
  { db }: Store,
  accountId: string,
  eventIds: string[],
): Promise<Map<string, WebhookDeliveryRow[]>> {
  if (eventIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(columns.webhook_deliveries)
    .where('account_id', '=', accountId)
    .where('event_id', 'in', eventIds)
    .orderBy('endpoint_id')
    .execute()
  return Map.groupBy(rows, (row) => row.event_id)
}

/** Every try of an event's deliveries, by endpoint, oldest first. */
export async function attemptsOf(
  { db }: Store,
  accountId: string,
  eventId: string,
): Promise<Map<string, DeliveryAttemptRow[]>> {
  const rows = await db
    .selectFrom('delivery_attempts')
    .select(columns.delivery_attempts)
    .where('account_id', '=', accountId)
    .where('event_id', '=', eventId)
    .orderBy('endpoint_id')
    .orderBy('attempt')
    .execute()
  return Map.groupBy(rows, (row) => row.endpoint_id)
}
