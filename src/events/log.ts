// Reads events, their deliveries, and every try.
import { sql } from 'kysely'
import { boundsOf, type LogFilter, readLog, TOUCHED } from '../accounts/trail/read.ts'
import { columns } from '../store/columns.ts'
import type { Store } from '../store/store.ts'
import { eventsOfType } from './spans.ts'
import type { EventRow } from './tables.ts'
import type { DeliveryAttemptRow, WebhookDeliveryRow } from './webhooks/tables.ts'

type EventFilter = Pick<LogFilter, 'type' | 'operationId' | 'since' | 'until' | 'startingAfter' | 'limit'> & {
  accountId: string
}

/** Newest first. */
export async function listEvents(store: Store, filter: EventFilter): Promise<EventRow[]> {
  const { accountId, type, operationId, limit } = filter
  if (type === undefined || operationId !== undefined) return readLog(store, { ...filter, only: 'events' })
  if (type === TOUCHED) return []
  const { from, before, between } = boundsOf(filter)
  return eventsOfType(store, { accountId, type, from, before, only: sql`actor_kind is null and ${between}`, limit })
}

export async function findEvent({ db }: Store, accountId: string, id: string): Promise<EventRow | undefined> {
  return db
    .selectFrom('events')
    .select(columns.events)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('actor_kind', 'is', null)
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
