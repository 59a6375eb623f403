// Makes one delivery of each event for each endpoint that wants it, and moves the cursor of the log, in one batch: exactly once.
import { type RawBuilder, sql } from 'kysely'
import { TOUCHED } from '../../accounts/trail/read.ts'
import type { Task } from '../../core/task.ts'
import { eventsSent } from '../../event-types.ts'
import { across } from '../../store/across.ts'
import { conditionHeld } from '../../store/decide.ts'
import { logReader, passedWrite } from '../../store/log/read-committed.ts'
import { prepared } from '../../store/prepared.ts'
import { atOnce, dueAt } from '../../store/queues/next-due.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { runOn } from '../../store/write.ts'

/** Events of one batch. */
const BATCH = 500
/** So many at once come in a stream: then more are let gather, because each batch costs as much as many events. */
const STREAM = 10
const GATHERS_MS = 100

/**
 * Events are taken in the order of their commits, so an earlier event of an operation gets its deliveries first. When two workers take the
 * same events, the slower one finds the cursor moved, and its batch is refused.
 */
export function fanOutTask({
  store,
  clock,
  wake,
}: StoreAndClock & { /** Called when there may be deliveries to send. */ wake(): void }): Task {
  const { db } = store
  const log = logReader(store, 'webhooks')
  /** The bucket of the last batch, and whether more is to gather behind it: once in a round of all buckets. */
  let lastBucket = -1
  let gathers = false
  /** What has to wait for an earlier event of its operation falls due with it; on a cluster it may be looked at before. */
  const due = (now: RawBuilder<unknown>) =>
    store.isDistributed()
      ? now
      : sql`coalesce((
          select case when earlier.due_at > ${now} then earlier.due_at else ${now} end from webhook_deliveries as earlier
          where earlier.account_id = events.account_id and earlier.operation_id = events.operation_id
            and earlier.endpoint_id = endpoints.id and earlier.due_at is not null and earlier.is_overtaken = 0
          order by earlier.event_id limit 1), ${now})`
  const deliveries = prepared((hole) =>
    sql`insert into webhook_deliveries (event_id, endpoint_id, account_id, operation_id, state, tries, attempts, due_at,
        leased_until, created_at)
      select events.id, endpoints.id, events.account_id, events.operation_id, 'pending', 0, 0, ${due(sql`${hole('now')}`)},
        0, events.created_at
      from events join webhook_endpoints as endpoints on endpoints.account_id = events.account_id
      where events.bucket = ${hole('bucket')} and (events.position, events.id) > (${hole('position')}, ${hole('id')})
        and (events.position, events.id) <= (${hole('lastPosition')}, ${hole('lastId')})
        and events.actor_kind is null and events.type not in (${sql.join([TOUCHED, ...eventsSent('when tried')].map(sql.lit))})
        and endpoints.state <> 'disabled'
        and (endpoints.events is null and events.type not in (${sql.join(eventsSent('by name').map(sql.lit))})
          or endpoints.events like '% ' || events.type || ' %')
      on conflict do nothing ${across('log')}`.compile(db),
  )

  return {
    name: 'fan-out',
    wokenBy: ['events'],
    nextDueAt: dueAt({ store, clock }, atOnce(log.due)),
    gathersMs: () => (gathers ? GATHERS_MS : 0),
    run: async () => {
      const portion = await log.next(BATCH)
      const last = portion?.events.at(-1)
      if (portion === undefined || last === undefined) return 0
      const { bucket, position, id } = portion.cursor
      const taken = portion.events.length
      gathers = bucket <= lastBucket && taken >= STREAM && taken < BATCH
      lastBucket = bucket
      const between = { bucket, position, id, lastPosition: last.position, lastId: last.id }
      await conditionHeld(
        store.commit([runOn('webhook_deliveries', deliveries({ ...between, now: clock.now() })), passedWrite(portion)]),
      )
      wake()
      return 1
    },
  }
}
