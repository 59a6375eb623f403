// Sends again what was sent before: one event, or all that failed since a time; and the ping of a test.
import { faultsAsked } from '../../api/faults/request-faults.ts'
import { bucketOf } from '../../core/bucket.ts'
import type { Clock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { mexicoCityTime } from '../../core/time.ts'
import type { EventType } from '../../event-types.ts'
import { columnsOf } from '../../store/columns.ts'
import { decide } from '../../store/decide.ts'
import { turnWrites } from '../../store/log/read-committed.ts'
import { moved } from '../../store/moves.ts'
import { sameAccount } from '../../store/same-account.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { insert, run, type Write } from '../../store/write.ts'
import { eventWrites, type NewEvent } from '../append.ts'
import type { EventRow } from '../tables.ts'
import { deliveryMoves } from './moves.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from './tables.ts'

/**
 * Writes a batch that brings an account's webhooks work, decided anew when one of them is deleted meanwhile, or events are fanned out. `work` reads what it
 * decides by.
 */
export function bringingWork<R>(
  { store }: StoreAndClock,
  accountId: string,
  work: () => Promise<{ writes: Write[]; result: R }>,
): Promise<R> {
  return decide(
    async () => {
      const turn = await turnWrites(store, 'webhooks', accountId)
      const { writes, result } = await work()
      await store.commit([...turn, ...writes])
      return result
    },
    { row: `webhooks ${accountId}` },
  )
}

/** A new round of tries, under the same webhook-id. */
const AGAIN = { tries: 0, leased_until: 0 } as const

/** Writes that make all failed deliveries of an endpoint since `since` (and until `until`) due again, and their number. */
export async function replayFailed(
  { store, clock }: StoreAndClock,
  endpoint: WebhookEndpointRow,
  { since, until }: { since: string; until: string | undefined },
): Promise<{ writes: Write[]; count: number }> {
  const { db } = store
  const counted = await db
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', endpoint.account_id)
    .where('endpoint_id', '=', endpoint.id)
    .where('state', '=', 'failed')
    .where('created_at', '>=', since)
    .$if(until !== undefined, (query) => query.where('created_at', '<=', until ?? ''))
    .executeTakeFirstOrThrow()
  const again = db
    .updateTable('webhook_deliveries')
    .set({ ...AGAIN, state: moved(deliveryMoves, 'failed', 'pending'), due_at: clock.now() })
    .where('account_id', '=', endpoint.account_id)
    .where('endpoint_id', '=', endpoint.id)
    .where('state', '=', 'failed')
    .where('created_at', '>=', since)
    .$if(until !== undefined, (query) => query.where('created_at', '<=', until ?? ''))
  return { writes: [run(again.compile())], count: Number(counted.count) }
}

/**
 * Writes that send an event again to its endpoints, whether they accepted it or not; or only to `endpoint`, also if it was
 * never sent there. Deliveries that are still being tried stay unchanged.
 */
export async function replayEvent(
  { store, clock }: StoreAndClock,
  event: EventRow,
  endpoint: WebhookEndpointRow | undefined,
): Promise<{ writes: Write[]; count: number }> {
  const now = clock.now()
  const deliveries = await store.db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_endpoints', sameAccount('webhook_endpoints.id', 'webhook_deliveries.endpoint_id'))
    .select(columnsOf('webhook_deliveries'))
    .where('webhook_deliveries.account_id', '=', event.account_id)
    .where('event_id', '=', event.id)
    .$if(endpoint !== undefined, (query) => query.where('endpoint_id', '=', endpoint?.id ?? ''))
    .execute()
  if (endpoint && deliveries.length === 0) {
    return { writes: [insert('webhook_deliveries', newDelivery(event, endpoint, now))], count: 1 }
  }
  const done = deliveries.filter((delivery) => delivery.due_at === null)
  const writes = done.map((delivery) =>
    run(
      store.db
        .updateTable('webhook_deliveries')
        .set({ ...AGAIN, state: moved(deliveryMoves, delivery.state, 'pending'), due_at: now })
        .where('account_id', '=', delivery.account_id)
        .where('event_id', '=', delivery.event_id)
        .where('endpoint_id', '=', delivery.endpoint_id)
        .where('due_at', 'is', null)
        .compile(),
    ),
  )
  return { writes, count: done.length }
}

/** The writes of an event for this endpoint only. */
export function pingWrites(clock: Clock, endpoint: WebhookEndpointRow): { eventId: string; writes: Write[] } {
  const now = clock.now()
  const event: NewEvent = {
    id: newId(clock, 'evt'),
    account_id: endpoint.account_id,
    bucket: bucketOf(endpoint.account_id),
    type: 'webhook.ping' satisfies EventType,
    operation_id: null,
    operation_status: null,
    data: JSON.stringify({ type: 'webhook.ping', webhook: endpoint.id, timestamp: mexicoCityTime(now) }),
    created_at: now,
    faults: faultsAsked(endpoint.account_id).webhooks ?? null,
  }
  return {
    eventId: event.id,
    writes: [...eventWrites(event), insert('webhook_deliveries', newDelivery(event, endpoint, now))],
  }
}

function newDelivery(event: NewEvent, endpoint: WebhookEndpointRow, now: string): WebhookDeliveryRow {
  return {
    event_id: event.id,
    endpoint_id: endpoint.id,
    account_id: event.account_id,
    operation_id: event.operation_id,
    state: 'pending',
    tries: 0,
    attempts: 0,
    due_at: now,
    is_overtaken: 0,
    leased_until: 0,
    created_at: event.created_at,
  }
}
