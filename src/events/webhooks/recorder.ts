// Records the results of tries: successes of one endpoint at about the same time in one batch, each failure in its own
// batch.
import { processActor, trailWrite } from '../../accounts/trail/record.ts'
import { PAUSE_AFTER_MS, retryAfterMs, WEBHOOK_WAITS_MS, waitAfter } from '../../core/retry.ts'
import { instantPlus } from '../../core/time.ts'
import { conditionHeld } from '../../store/decide.ts'
import { moved } from '../../store/moves.ts'
import { prepared } from '../../store/prepared.ts'
import type { Store, StoreAndClock } from '../../store/store.ts'
import { insert, run, update, type Write } from '../../store/write.ts'
import { isDelivered, type Parcel } from './attempt.ts'
import { deliveryMoves } from './moves.ts'
import type { Reply } from './post.ts'
import type { DeliveryAttemptRow, WebhookDeliveryRow, WebhookEndpointRow } from './tables.ts'

const GONE = 410
/** Deliveries of one batch. Only powers of two are used, so that few statements are prepared. */
const BATCH = 64

interface Tried {
  parcel: Parcel
  /** The endpoint as the try found it: what its address answered counts for this address only. */
  endpoint: WebhookEndpointRow
  /** The service's instant at which it was sent. */
  at: string
  reply: Reply
}

interface Recorder {
  /** Takes a try to record. It is on disk when a later `flushed` resolves. */
  record(tried: Tried): void
  /** Resolves when all taken tries are on disk; fails when a write failed. */
  flushed(): Promise<void>
  /** True when a write failed: no more deliveries should be sent. */
  readonly failed: boolean
}

/** Makes recorders, one for each lane. If a lease was lost meanwhile, its new holder records the delivery. */
export function recorders(needs: StoreAndClock): () => Recorder {
  const { store } = needs
  const done = new Map<number, ReturnType<typeof doneOf>>()

  /** Marks as many deliveries of one lease as delivered. */
  const doneOf = (size: number) =>
    prepared((hole) =>
      store.db
        .updateTable('webhook_deliveries')
        .set((eb) => ({
          state: moved(deliveryMoves, 'pending', 'delivered'),
          due_at: null,
          leased_until: 0,
          tries: eb('tries', '+', 1),
          attempts: eb('attempts', '+', 1),
        }))
        .where('account_id', '=', hole('account'))
        .where('endpoint_id', '=', hole('endpoint'))
        .where('leased_until', '=', hole('lease'))
        .where('state', '=', 'pending')
        .where(
          'event_id',
          'in',
          Array.from({ length: size }, (_, index) => hole(`event${index}`)),
        )
        .compile(),
    )

  const doneWrite = (all: Tried[]): Write => {
    const { account_id, endpoint_id, leased_until } = (all[0] as Tried).parcel.delivery
    const query = done.get(all.length) ?? doneOf(all.length)
    done.set(all.length, query)
    const events = Object.fromEntries(all.map(({ parcel }, index) => [`event${index}`, parcel.event.id]))
    return run(query({ account: account_id, endpoint: endpoint_id, lease: leased_until, ...events }), all.length)
  }

  const urlNow = async ({ id, account_id }: WebhookEndpointRow): Promise<string | undefined> => {
    const found = store.db
      .selectFrom('webhook_endpoints')
      .select('url')
      .where('account_id', '=', account_id)
      .where('id', '=', id)
    return (await found.executeTakeFirst())?.url
  }

  const writeDelivered = async (all: Tried[]): Promise<void> => {
    const writes = [insert('delivery_attempts', ...all.map(attemptRow)), doneWrite(all), ...recovered(needs, all)]
    const written = await conditionHeld(store.commit(writes))
    if (!written && all.length > 1) await Promise.all(all.map((one) => writeDelivered([one])))
  }

  const writeFailed = async (one: Tried): Promise<void> => {
    const isGone = one.reply.status === GONE && (await urlNow(one.endpoint)) === one.endpoint.url
    await conditionHeld(
      store.commit([insert('delivery_attempts', attemptRow(one)), ...failureWrites(needs, one, isGone)]),
    )
    const stop = stopWrites(needs, one, isGone)
    if (stop.length > 0) await conditionHeld(store.commit(stop))
  }

  const writeAll = async (all: Tried[]): Promise<void> => {
    const { delivered = [], failed = [] } = Object.groupBy(all, (one) =>
      isDelivered(one.reply) ? 'delivered' : 'failed',
    )
    const leases = Map.groupBy(delivered, (one) => one.parcel.delivery.leased_until)
    const batches = [...leases.values()].flatMap(inPowersOfTwo)
    await Promise.all([...batches.map(writeDelivered), ...failed.map(writeFailed)])
  }

  return () => openRecorder(writeAll)
}

/** Writes at once; tries that come meanwhile are written together afterwards. */
function openRecorder(writeAll: (all: Tried[]) => Promise<void>): Recorder {
  let gathered: Tried[] = []
  let writing: Promise<void> | undefined
  let fault: { error: unknown } | undefined

  const write = () => {
    if (writing || gathered.length === 0) return
    const all = gathered
    gathered = []
    writing = writeAll(all)
      .catch((error: unknown) => {
        fault = { error }
      })
      .finally(() => {
        writing = undefined
        write()
      })
  }

  return {
    get failed() {
      return fault !== undefined
    },
    record: (tried) => {
      gathered.push(tried)
      write()
    },
    flushed: async () => {
      while (writing || gathered.length > 0) {
        write()
        await writing
      }
      if (fault) throw fault.error
    },
  }
}

function inPowersOfTwo(all: Tried[]): Tried[][] {
  const parts: Tried[][] = []
  for (let from = 0; from < all.length; ) {
    const size = Math.min(BATCH, 2 ** Math.floor(Math.log2(all.length - from)))
    parts.push(all.slice(from, from + size))
    from += size
  }
  return parts
}

function attemptRow({ parcel: { delivery }, at, reply }: Tried): DeliveryAttemptRow {
  return {
    account_id: delivery.account_id,
    event_id: delivery.event_id,
    endpoint_id: delivery.endpoint_id,
    attempt: delivery.attempts + 1,
    at,
    duration_ms: reply.durationMs,
    status: reply.status ?? null,
    error: reply.error ?? null,
    answer: reply.answer,
  }
}

/** A change of the endpoint, as long as it has the address that answered. */
function changeOf({ db }: Store, { id, account_id, url }: WebhookEndpointRow, change: Partial<WebhookEndpointRow>) {
  return db
    .updateTable('webhook_endpoints')
    .set(change)
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('url', '=', url)
}

/** The write that marks an endpoint as no longer failing. */
function recovered({ store }: StoreAndClock, all: Tried[]): Write[] {
  const failing = all.find(({ endpoint }) => endpoint.failing_since !== null)
  if (!failing) return []
  return [run(changeOf(store, failing.endpoint, { failing_since: null }).compile())]
}

/** `gone`: its address answered 410, and is still its address. */
function failureWrites(
  { store, clock }: StoreAndClock,
  { parcel: { delivery }, endpoint, reply }: Tried,
  isGone: boolean,
): Write[] {
  const now = clock.now()
  const tries = delivery.tries + 1
  const wait = waitAfter(WEBHOOK_WAITS_MS, tries, { retryAfterMs: retryAfterMs(reply.retryAfter, clock.wallMs()) })
  const standing = changeOf(store, endpoint, { failing_since: now }).where('failing_since', 'is', null)
  const again = wait === undefined || isGone ? undefined : instantPlus(now, wait)
  return [
    notDelivered(
      delivery,
      again === undefined
        ? { state: moved(deliveryMoves, 'pending', 'failed'), due_at: null }
        : { state: 'pending', due_at: again },
    ),
    ...(again === undefined ? [] : laterWrites(store, delivery, again)),
    ...(reply.isOnDemand ? [] : [run(standing.compile())]),
  ]
}

/**
 * The later events of its operation, which wait for this delivery, fall due with it. Otherwise each look for due work would read all that waits. An
 * earlier one waits for nothing: it was replayed meanwhile.
 */
function laterWrites({ db }: Store, delivery: WebhookDeliveryRow, dueAt: string): Write[] {
  if (delivery.operation_id === null || delivery.is_overtaken === 1) return []
  const waiting = db
    .updateTable('webhook_deliveries')
    .set({ due_at: dueAt })
    .where('account_id', '=', delivery.account_id)
    .where('operation_id', '=', delivery.operation_id)
    .where('endpoint_id', '=', delivery.endpoint_id)
    .where('event_id', '>', delivery.event_id)
    .where('due_at', '<', dueAt)
    .where('is_overtaken', '=', 0)
  return [run(waiting.compile())]
}

/**
 * Stops an endpoint that has failed for a long time or is gone, with the audit record; none for other endpoints. It has its
 * own batch, so that an endpoint that is already stopped, or has changed, gets no record. After a crash before it, the next
 * failure does it.
 */
function stopWrites({ store, clock }: StoreAndClock, { endpoint, reply }: Tried, isGone: boolean): Write[] {
  const { id, account_id, state, failing_since } = endpoint
  if (reply.isOnDemand) return []
  const failsForLong = failing_since !== null && clock.epochMs() - Date.parse(failing_since) >= PAUSE_AFTER_MS
  if (!isGone && !failsForLong) return []
  const after = isGone
    ? ({ state: 'disabled', state_reason: 'gone' } as const)
    : ({ state: 'paused', state_reason: 'failing' } as const)
  const stop = changeOf(store, endpoint, after)
  const guarded = isGone
    ? stop.where('state', '<>', 'disabled')
    : stop.where('state', '=', 'active').where('failing_since', '=', failing_since)
  const record = { accountId: account_id, action: 'webhook.changed', subject: id, before: { state }, after } as const
  return [run(guarded.compile(), 1), trailWrite(clock, processActor('webhooks'), record)]
}

function notDelivered(delivery: WebhookDeliveryRow, change: Pick<WebhookDeliveryRow, 'state' | 'due_at'>): Write {
  const { account_id, event_id, endpoint_id, leased_until } = delivery
  return update(
    'webhook_deliveries',
    { ...change, tries: delivery.tries + 1, attempts: delivery.attempts + 1, leased_until: 0 },
    { account_id, event_id, endpoint_id, state: 'pending', leased_until },
  )
}
