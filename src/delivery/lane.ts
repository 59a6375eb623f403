// The deliveries of one endpoint while something of theirs is due: leased in small lots, sent a few at a time.
import { sql } from 'kysely'
import { instantPlus } from '../core/time.ts'
import type { EventRow, WebhookDeliveryRow, WebhookEndpointRow } from '../store/tables.ts'
import { Unmet, update } from '../store/write.ts'
import { type Attempted, type AttemptNeeds, attempt } from './attempt.ts'
import { faultsOf, heldMs, REORDER_HOLD_MS, REORDERS } from './faults.ts'
import { type PayloadNeeds, payloadsOf } from './payload.ts'

/** Deliveries leased at once for each send that the lane may have under way, and sent in one turn of the lane. */
const LOT_PER_SLOT = 4
const TURN = 256

export interface LaneNeeds extends AttemptNeeds, PayloadNeeds {
  /** How long a receiver may take. */
  timeoutMs: number
}

export interface LaneOptions {
  endpointId: string
  /** Sends under way at the same time. */
  slots: number
  isClosing(): boolean
}

/**
 * Resolves when nothing more of the endpoint is due, or after a turn, so that others get theirs. A lease lasts three times
 * as long as a send may, and no send begins in its second half: what another worker takes over is never under way here.
 */
export async function openLane(needs: LaneNeeds, { endpointId, slots, isClosing }: LaneOptions): Promise<void> {
  const { clock, timeoutMs } = needs
  const lot: (Attempted & { leasedUntil: number })[] = []
  let left = TURN
  let more = true
  let failing = false
  let taking: Promise<void> | undefined

  const take = async () => {
    const size = Math.min(slots * LOT_PER_SLOT, left)
    const leasedUntil = clock.wallMs() + 3 * timeoutMs
    const taken = size > 0 ? await takeLot(needs, endpointId, { size, leasedUntil }) : []
    left -= taken.length
    more = taken.length > 0
    lot.push(...taken.map((one) => ({ ...one, leasedUntil })))
  }

  const sender = async (index: number) => {
    while (!isClosing() && !(failing && index > 0)) {
      const one = lot.shift()
      if (one) {
        if (one.leasedUntil - clock.wallMs() < 1.5 * timeoutMs) continue
        failing = !(await attempt(needs, one))
      } else if (more) {
        taking ??= take().finally(() => {
          taking = undefined
        })
        await taking
      } else return
    }
  }

  await Promise.all(Array.from({ length: slots }, (_, index) => sender(index)))
  await giveBack(needs, lot)
}

/** Leases what is due next and reads what is to be sent. Nothing when the endpoint is not active any more. */
async function takeLot(
  needs: LaneNeeds,
  endpointId: string,
  { size, leasedUntil }: { size: number; leasedUntil: number },
): Promise<Attempted[]> {
  const { store, clock } = needs
  const endpoint = await store.db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', endpointId)
    .where('state', '=', 'active')
    .executeTakeFirst()
  if (!endpoint) return []
  const now = clock.now()
  const wallNow = clock.wallMs()
  const due = store.db
    .selectFrom('webhook_deliveries as due')
    .select('due.event_id')
    .where('due.endpoint_id', '=', endpointId)
    .where('due.due_at', '<=', now)
    .where('due.leased_until', '<=', wallNow)
    .$if(!faultsOf(endpoint).reorder, (query) => query.where(nothingEarlier('due')))
    .orderBy('due.due_at')
    .orderBy('due.event_id')
    .limit(size)
  const lease = store.db
    .updateTable('webhook_deliveries')
    .set({ leased_until: leasedUntil })
    .where('endpoint_id', '=', endpointId)
    .where('event_id', 'in', due)
    .where('leased_until', '<=', wallNow)
    .where('due_at', '<=', now)
    .returningAll()
  const leased = await store.returning<WebhookDeliveryRow>(lease.compile())
  leased.sort((a, b) => (a.event_id < b.event_id ? -1 : 1))
  if (leased.length === 0) return []
  const ids = leased.map((delivery) => delivery.event_id)
  const events = await store.db.selectFrom('events').selectAll().where('id', 'in', ids).execute()
  const payloads = await payloadsOf(needs, events)
  const lot = leased.flatMap((delivery) => {
    const event = events.find((one) => one.id === delivery.event_id)
    const payload = payloads.get(delivery.event_id)
    return event && payload ? [{ endpoint, delivery, event, payload }] : []
  })
  const faulty = endpoint.faults !== null || events.some((event) => event.faults !== null)
  return faulty ? notHeld(needs, endpoint, lot) : lot
}

/** Puts off what the faults of the endpoint and of each event hold back; answers the rest. */
async function notHeld(
  { store, clock }: LaneNeeds,
  endpoint: WebhookEndpointRow,
  lot: Attempted[],
): Promise<Attempted[]> {
  const oldest = await store.db
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.min('event_id').as('event_id'))
    .where('endpoint_id', '=', endpoint.id)
    .where('due_at', 'is not', null)
    .executeTakeFirst()
  const ready: Attempted[] = []
  for (const one of lot) {
    const { event_id, endpoint_id, leased_until, created_at, attempts } = one.delivery
    const overtaken = overtakenBy(endpoint, one.event, oldest?.event_id)
    const delayMs = heldMs({ ...faultsOf(endpoint), ...faultsOf(one.event) })
    const firstAt = instantPlus(created_at, delayMs + (overtaken ? REORDER_HOLD_MS : 0))
    if (attempts > 0 || firstAt <= clock.now()) ready.push(one)
    else {
      const later = update(
        'webhook_deliveries',
        { due_at: firstAt, leased_until: 0 },
        { event_id, endpoint_id, leased_until },
      )
      await store.commit([later]).catch(ignoreUnmet)
    }
  }
  return ready
}

/** Out of order: the endpoint's oldest event waits, or the very event whose request asked for it. */
function overtakenBy(endpoint: WebhookEndpointRow, event: EventRow, oldestId: string | undefined): boolean {
  return faultsOf(event).reorder ?? (faultsOf(endpoint).reorder === true && event.id === oldestId)
}

/** What was leased and not sent is free again at once. */
async function giveBack({ store }: LaneNeeds, lot: Attempted[]): Promise<void> {
  for (const { delivery } of lot) {
    const { event_id, endpoint_id, leased_until } = delivery
    const free = update('webhook_deliveries', { leased_until: 0 }, { event_id, endpoint_id, leased_until })
    await store.commit([free]).catch(ignoreUnmet)
  }
}

/**
 * Of one operation's events an endpoint gets the next only when the one before was delivered or given up, or wants to be
 * overtaken.
 */
export function nothingEarlier(due: string) {
  const column = (name: keyof WebhookDeliveryRow) => sql.ref(`${due}.${name}`)
  return sql<boolean>`not exists (
    select 1 from webhook_deliveries as earlier
    where earlier.operation_id = ${column('operation_id')} and earlier.endpoint_id = ${column('endpoint_id')}
      and earlier.event_id < ${column('event_id')} and earlier.due_at is not null
      and not exists (
        select 1 from events
        where events.id = earlier.event_id and events.faults is not null and events.faults like ${REORDERS}))`
}

function ignoreUnmet(error: unknown): void {
  if (!(error instanceof Unmet)) throw error
}
