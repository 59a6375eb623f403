// Makes of every event one delivery for each endpoint that wants it, and marks the event, in one batch: never twice, never not.
import { sql } from 'kysely'
import type { Clock } from '../core/clock.ts'
import type { Task } from '../core/task.ts'
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'
import { Duplicate, run, Unmet } from '../store/write.ts'

/** Events of one batch. */
const BATCH = 500

export interface FanOutNeeds {
  store: Store
  clock: Clock
  /** Told when there may be deliveries to send. */
  wake(): void
}

/**
 * Events go in the order of their ids, so that of one operation's events the earlier always gets its deliveries first. Where
 * two workers take the same events, a delivery of the slower one is there already, and its whole batch is undone.
 */
export function fanOutTask({ store, clock, wake }: FanOutNeeds): Task {
  const { db } = store
  const first = prepared(() =>
    db.selectFrom('events').select('created_at').where('fanned_out', '=', 0).orderBy('id').limit(1).compile(),
  )
  const oldest = () => db.selectFrom('events').select('id').where('fanned_out', '=', 0).orderBy('id').limit(BATCH)
  const deliveries = prepared((hole) =>
    db
      .insertInto('webhook_deliveries')
      .columns([
        'event_id',
        'endpoint_id',
        'account_id',
        'operation_id',
        'state',
        'tries',
        'attempts',
        'due_at',
        'leased_until',
        'created_at',
      ])
      .expression(
        db
          .selectFrom('events')
          .innerJoin('webhook_endpoints', 'webhook_endpoints.account_id', 'events.account_id')
          .select([
            'events.id',
            'webhook_endpoints.id as endpoint_id',
            'events.account_id',
            'events.operation_id',
            sql.lit('pending').as('state'),
            sql.lit(0).as('tries'),
            sql.lit(0).as('attempts'),
            sql<string>`cast(${hole('now')} as text)`.as('due_at'),
            sql.lit(0).as('leased_until'),
            'events.created_at',
          ])
          .where('events.id', 'in', oldest())
          .where('webhook_endpoints.state', '<>', 'disabled')
          .where(
            sql<boolean>`(webhook_endpoints.events is null
              or webhook_endpoints.events like '% ' || events.type || ' %')`,
          ),
      )
      .compile(),
  )
  const mark = prepared(() =>
    db.updateTable('events').set({ fanned_out: 1 }).where('id', 'in', oldest()).where('fanned_out', '=', 0).compile(),
  )
  const next = async () => (await store.rows(first({})))[0]

  return {
    name: 'fan-out',
    nextDueAt: async () => (await next())?.created_at,
    run: async () => {
      if ((await next()) === undefined) return 0
      try {
        await store.commit([run(deliveries({ now: clock.now() })), run(mark({}))])
        wake()
      } catch (error) {
        // Another worker was quicker with some of them.
        if (!(error instanceof Duplicate || error instanceof Unmet)) throw error
      }
      return 1
    },
  }
}
