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
  /** Only those that were given up for a webhook. */
  isGivenUp?: boolean
}

/** Newest first. */
export async function listEvents(store: Store, filter: EventFilter): Promise<EventRow[]> {
  const { accountId, type, operationId, isGivenUp = false, limit } = filter
  if (isGivenUp) return givenUpEvents(store, filter)
  if (type === undefined || operationId !== undefined) return readLog(store, { ...filter, only: 'events' })
  if (type === TOUCHED) return []
  const { from, before, between } = boundsOf(filter)
  return eventsOfType(store, { accountId, type, from, before, only: sql`actor_kind is null and ${between}`, limit })
}

/** Begins at the deliveries that were given up, of which there are few: an account without any costs one look into an index. */
async function givenUpEvents(store: Store, filter: EventFilter): Promise<EventRow[]> {
  const { accountId, type, operationId, since, until, limit } = filter
  const { from, before } = boundsOf(filter)
  let failed = store.db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('events', (join) =>
      join.onRef('events.account_id', '=', 'delivery.account_id').onRef('events.id', '=', 'delivery.event_id'),
    )
    .select('delivery.event_id as id')
    .distinct()
    .where('delivery.account_id', '=', accountId)
    .where('delivery.state', '=', 'failed')
  if (type !== undefined) failed = failed.where('events.type', '=', type)
  if (operationId !== undefined) failed = failed.where('delivery.operation_id', '=', operationId)
  if (from !== undefined) failed = failed.where('delivery.event_id', '>=', from)
  if (before !== undefined) failed = failed.where('delivery.event_id', '<', before)
  if (since !== undefined) failed = failed.where('events.created_at', '>=', since)
  if (until !== undefined) failed = failed.where('events.created_at', '<=', until)
  const found = await failed.orderBy('delivery.event_id', 'desc').limit(limit).execute()
  if (found.length === 0) return []
  return store.db
    .selectFrom('events')
    .select(columns.events)
    .where('account_id', '=', accountId)
    .where(
      'id',
      'in',
      found.map(({ id }) => id),
    )
    .orderBy('id', 'desc')
    .execute()
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
