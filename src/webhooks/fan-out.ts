// Makes one delivery of each event for each endpoint that wants it, and takes the event off the queue, in one batch: exactly once.
import { sql } from 'kysely'
import type { Clock } from '../core/clock.ts'
import type { Task } from '../core/task.ts'
import { ONLY_BY_NAME } from '../events/append.ts'
import { atOnce, dueAt } from '../store/due.ts'
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'
import { run } from '../store/write.ts'

/** Events of one batch. */
const BATCH = 500

interface FanOutNeeds {
  store: Store
  clock: Clock
  /** Called when there may be deliveries to send. */
  wake(): void
}

/**
 * Events go in the order of their ids, so that of one operation's events the earlier always gets its deliveries first. When
 * two workers take the same events, the slower one waits for the other and finds that every delivery exists.
 */
export function fanOutTask({ store, clock, wake }: FanOutNeeds): Task {
  const { db } = store
  const nextDueAt = dueAt(
    { store, clock },
    atOnce(() => sql`(select created_at from events where id = (select min(event_id) from fan_out_queue))`),
  )
  // Materialised, because PostgreSQL may evaluate a subquery again for every row.
  const taken = sql`taken as materialized (select event_id from fan_out_queue order by event_id limit ${sql.lit(BATCH)})`
  const deliveries = prepared((hole) =>
    sql`with ${taken}
      insert into webhook_deliveries (event_id, endpoint_id, account_id, operation_id, state, tries, attempts, due_at,
        leased_until, created_at)
      select events.id, endpoints.id, events.account_id, events.operation_id, 'pending', 0, 0, cast(${hole('now')} as text),
        0, events.created_at
      from taken join events on events.id = taken.event_id
        join webhook_endpoints as endpoints on endpoints.account_id = events.account_id
      where endpoints.state <> 'disabled'
        and (endpoints.events is null and events.type <> ${sql.lit(ONLY_BY_NAME)} or endpoints.events like '% ' || events.type || ' %')
      on conflict do nothing`.compile(db),
  )
  const leave = prepared(() =>
    sql`with ${taken} delete from fan_out_queue where event_id in (select event_id from taken)`.compile(db),
  )

  return {
    name: 'fan-out',
    wokenBy: ['fan_out_queue'],
    nextDueAt,
    run: async () => {
      if ((await nextDueAt()) === undefined) return 0
      await store.commit([run(deliveries({ now: clock.now() })), run(leave({}))])
      wake()
      return 1
    },
  }
}
