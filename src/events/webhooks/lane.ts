// Sends the due deliveries of one endpoint: leased in portions, a few sends at a time.
import { type RawBuilder, sql } from 'kysely'
import { columns } from '../../store/columns.ts'
import { conditionHeld } from '../../store/decide.ts'
import { prepared } from '../../store/prepared.ts'
import { leaseStatement } from '../../store/queues/lease.ts'
import { sharedRead } from '../../store/shared-read.ts'
import { update } from '../../store/write.ts'
import { type Addressee, isDelivered, type Parcel, type Postponed, secretsOf } from './attempt.ts'
import { type Contents, contentsOf } from './contents.ts'
import type { DeliveryNeeds } from './needs.ts'
import { recorders } from './recorder.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from './tables.ts'

/** Deliveries that are leased for each concurrent send of the lane, and sent in one turn of the lane. */
const LOT_PER_SLOT = 8
const TURN = 512

type EndpointKey = Pick<WebhookEndpointRow, 'id' | 'account_id'>

interface LaneOptions {
  endpoint: EndpointKey
  /** A send was delivered. */
  answered(): void
  /** Takes a slot for one more send at the same time: a lane begins with one, and asks for more after a success. */
  more(): boolean
  /** Gives such a slot back. */
  less(): void
  /** A send was not delivered. */
  failed(): void
  isStopping(): boolean
}

interface Lanes {
  /**
   * Resolves when no delivery of the endpoint is due, or after a turn, so that other endpoints get theirs; the results of
   * all sends are on disk then. A lease lasts three times as long as a send may, and no send begins in its second half:
   * a delivery that another worker takes over is never under way here. Each send reads the endpoint first: after a change
   * of the endpoint was answered, only requests that are under way still go by what was before.
   */
  run(options: LaneOptions): Promise<void>
  /** Called when no lane is open: drops the shared data. */
  forget(): void
}

export function createLanes(needs: DeliveryNeeds): Lanes {
  const { clock, send, timeoutMs } = needs
  const contents = contentsOf(needs)
  const addressee = activeEndpoint(needs)
  const takeLot = lotTaker(needs, { addressee, contents })
  const newRecorder = recorders(needs)

  const run = async ({ endpoint, answered, more: moreSlots, less, failed, isStopping }: LaneOptions): Promise<void> => {
    const recorder = newRecorder()
    const lot: Parcel[] = []
    const tooLate: Parcel[] = []
    let left = TURN
    let more = true
    let failing = false
    let taking: Promise<void> | undefined
    const senders: Promise<void>[] = []
    let sending = 0

    const take = async () => {
      const size = Math.min(sending * LOT_PER_SLOT, left)
      const leasedUntil = clock.wallMs() + 3 * timeoutMs
      const taken = size > 0 ? await takeLot(endpoint, { size, leasedUntil }) : []
      left -= taken.length
      more = taken.length > 0
      lot.push(...taken)
    }

    const begin = () => {
      const index = senders.length
      sending += 1
      const ended = sender(index).finally(() => {
        sending -= 1
        if (index > 0) less()
      })
      // Its fault is thrown when the lane ends.
      ended.catch(() => {})
      senders.push(ended)
    }

    const sender = async (index: number) => {
      while (!isStopping() && !recorder.failed && !(failing && index > 0)) {
        // The next portion is leased before this one is used up.
        if (more && !taking && !failing && lot.length <= sending) {
          taking = take().finally(() => {
            taking = undefined
          })
          taking.catch(() => {})
        }
        if (lot.length > 0) {
          const to = await addressee(endpoint)
          if (to === undefined) return
          const parcel = lot.shift()
          if (parcel === undefined) continue
          if (parcel.delivery.leased_until - clock.wallMs() < 1.5 * timeoutMs) {
            tooLate.push(parcel)
            continue
          }
          const at = clock.now()
          const reply = await send(to, parcel)
          if ('dueAt' in reply) {
            await postpone(needs, parcel, reply)
            continue
          }
          recorder.record({ parcel, endpoint: to.endpoint, at, reply })
          failing = !isDelivered(reply)
          if (failing) failed()
          else answered()
          // A receiver that answers gets more; one that hangs keeps the one slot.
          if (!failing && (lot.length > 0 || more) && moreSlots()) begin()
        } else if (taking) await taking
        else return
      }
    }

    begin()
    const faults: unknown[] = []
    // A sender begins others while it runs, so the list grows until the last has ended.
    for (let at = 0; at < senders.length; at += 1) await senders[at]?.catch((error: unknown) => faults.push(error))
    await taking?.catch(() => {})
    await recorder.flushed()
    await giveBack(needs, [...lot, ...tooLate])
    if (faults.length > 0) throw faults[0]
  }

  return { run, forget: contents.forget }
}

type ActiveEndpoint = (key: EndpointKey) => Promise<Addressee | undefined>

/** Reads an endpoint; undefined when it is no longer active. */
function activeEndpoint(needs: DeliveryNeeds): ActiveEndpoint {
  const { store } = needs
  const active = prepared((hole) =>
    store.db
      .selectFrom('webhook_endpoints')
      .select(columns.webhook_endpoints)
      .where('account_id', '=', hole('account'))
      .where('id', '=', hole('id'))
      .where('state', '=', 'active')
      .compile(),
  )
  return sharedRead(
    async ({ id, account_id: account }: EndpointKey) => {
      const [endpoint] = await store.rows(active({ account, id }))
      return endpoint && { endpoint, secrets: secretsOf(needs, endpoint) }
    },
    ({ id, account_id }) => `${account_id} ${id}`,
  )
}

type Lot = (key: EndpointKey, wanted: { size: number; leasedUntil: number }) => Promise<Parcel[]>

/** Leases the next due deliveries and reads their contents. None when the endpoint is no longer active. */
function lotTaker(
  needs: DeliveryNeeds,
  { addressee, contents }: { addressee: ActiveEndpoint; contents: Contents },
): Lot {
  const { store, clock } = needs
  const lease = prepared((hole) => {
    const account = sql`${hole('account')}`
    return leaseStatement(store, hole, 'webhook_deliveries', {
      key: 'event_id',
      within: sql`account_id = ${account} and endpoint_id = ${hole('endpoint')}`,
      order: sql`due_at, event_id`,
      only: nothingEarlier('waiting', account),
    })
  })

  return async (key, { size, leasedUntil }) => {
    if (!(await addressee(key))) return []
    const wanted = { now: clock.now(), wallNow: clock.wallMs(), until: leasedUntil, limit: size }
    const leased = await store.returning(lease({ account: key.account_id, endpoint: key.id, ...wanted }))
    if (leased.length === 0) return []
    leased.sort((a, b) => (a.event_id < b.event_id ? -1 : 1))
    const known = await contents.of(
      key.account_id,
      leased.map((delivery) => delivery.event_id),
    )
    return leased.flatMap((delivery) => {
      const content = known.get(delivery.event_id)
      return content ? [{ delivery, ...content }] : []
    })
  }
}

/** Frees the lease of a delivery that waits longer. */
async function postpone(
  { store }: DeliveryNeeds,
  { delivery }: Parcel,
  { dueAt, isOvertaken }: Postponed,
): Promise<void> {
  const { account_id, event_id, endpoint_id, leased_until } = delivery
  const later = { due_at: dueAt, is_overtaken: isOvertaken ? 1 : 0, leased_until: 0 } as const
  await conditionHeld(
    store.commit([update('webhook_deliveries', later, { account_id, event_id, endpoint_id, leased_until })]),
  )
}

/** Frees the leases of unsent deliveries at once. */
async function giveBack({ store }: DeliveryNeeds, lot: Parcel[]): Promise<void> {
  const free = lot.map(({ delivery: { account_id, event_id, endpoint_id, leased_until } }) => {
    const key = { account_id, event_id, endpoint_id, leased_until }
    return conditionHeld(store.commit([update('webhook_deliveries', { leased_until: 0 }, key)]))
  })
  await Promise.all(free)
}

/**
 * An endpoint gets the next event of an operation only when the previous one was delivered or given up, or may be
 * overtaken. They follow each other as they were committed: ids go by the clocks of the processes that made them.
 * `account`: the account of `due`. Where it is a value, a cluster asks one machine.
 */
export function nothingEarlier(
  due: string,
  account: RawBuilder<unknown> = sql.ref(`${due}.account_id`),
): RawBuilder<boolean> {
  const column = (name: keyof WebhookDeliveryRow) => sql.ref(`${due}.${name}`)
  const ofEvent = (wanted: RawBuilder<unknown>, delivery: string) =>
    sql`(select ${wanted} from events where events.account_id = ${account} and events.id = ${sql.ref(`${delivery}.event_id`)})`
  // PostgreSQL looks a scalar subquery up for each row, but may turn `not exists` into a join of all rows. It estimates
  // `<>` as likely, so it reads the queue in order and stops early; it estimates `is null` as rare and sorts all rows.
  // The order leads both engines to the index of the operation's deliveries, and there to the first, which is nearly always the answer. Without it
  // SQLite reads for each delivery all that wait for its endpoint, and PostgreSQL all of its operation.
  return sql<boolean>`coalesce((
    select 'waits' from webhook_deliveries as earlier
    where earlier.account_id = ${account} and earlier.operation_id = ${column('operation_id')} and earlier.endpoint_id = ${column('endpoint_id')}
      and earlier.event_id <> ${column('event_id')} and earlier.due_at is not null and earlier.is_overtaken = 0
      and (${ofEvent(sql`position`, 'earlier')}, earlier.event_id) < (${ofEvent(sql`position`, due)}, ${column('event_id')})
    order by earlier.event_id limit 1), '') <> 'waits'`
}
