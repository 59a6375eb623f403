// Reads the log of events in the order in which its rows were committed, a bucket of accounts after another, each reader with cursors of its own.
import { type RawBuilder, sql } from 'kysely'
import type { DueExpression } from '../core/task.ts'
import { prepared } from './prepared.ts'
import type { Store } from './store.ts'
import type { CursorRow, EventRow } from './tables.ts'
import { update, type Write } from './write.ts'

type Reader = CursorRow['reader']

/** A part of a bucket behind its cursor. */
export interface LogPortion {
  cursor: CursorRow
  /** Oldest first, at least one. */
  events: LogEvent[]
}

export type LogEvent = Pick<EventRow, 'id' | 'account_id' | 'type' | 'operation_id'> & { position: number }

export interface LogReader {
  /** The next events that the reader has not passed, of one bucket; undefined when there are none. */
  next(most: number): Promise<LogPortion | undefined>
  /** When the first event behind a cursor was written. */
  due: DueExpression
}

export function logReader(store: Store, reader: Reader): LogReader {
  const { db } = store
  /** The bucket of the last portion: the others have their turn first. */
  let last = -1
  const behind = prepared<CursorRow>((hole) =>
    sql<CursorRow>`select reader, bucket, position, id from cursors
      where reader = ${sql.lit(reader)} and exists (select 1 from events where ${isBehind(store)})
      order by case when bucket > ${hole('last')} then 0 else 1 end, bucket limit 1`.compile(db),
  )
  const events = prepared<LogEvent>((hole) =>
    sql<LogEvent>`select id, account_id, type, operation_id, position from events
      where bucket = ${hole('bucket')} and (position, id) > (${hole('position')}, ${hole('id')}) and ${isEnded(store)}
      order by position, id limit ${hole('most')}`.compile(db),
  )
  return {
    next: async (most) => {
      const [cursor] = await store.rows(behind({ last }))
      if (cursor === undefined) return undefined
      last = cursor.bucket
      const { bucket, position, id } = cursor
      const found = await store.rows(events({ bucket, position, id, most }))
      return found.length === 0 ? undefined : { cursor, events: found }
    },
    due: () => sql`(select min(due_at) from (select (select created_at from events where ${isBehind(store)}
        order by events.position, events.id limit 1) as due_at
      from cursors where reader = ${sql.lit(reader)}) as firsts)`,
  }
}

/** Moves a cursor behind the last event of a portion. `Unmet` when another process has moved it first. */
export function passedWrite({ cursor, events }: LogPortion): Write {
  const { reader, bucket, position, id } = cursor
  const last = events.at(-1)
  if (last === undefined) throw new Error('a portion has at least one event')
  return update('cursors', { position: last.position, id: last.id }, { reader, bucket, position, id })
}

/** The events of `events` behind the cursor of `cursors`. */
function isBehind(store: Pick<Store, 'engine'>): RawBuilder<boolean> {
  return sql`events.bucket = cursors.bucket and (events.position, events.id) > (cursors.position, cursors.id) and ${isEnded(store)}`
}

/**
 * On PostgreSQL a position is the number of the transaction that wrote the row. Rows of a transaction appear when it ends, which may be after
 * those of later ones: only rows of transactions before the oldest that has not ended are read, so that a cursor passes none.
 */
function isEnded({ engine }: Pick<Store, 'engine'>): RawBuilder<boolean> {
  return engine === 'postgres'
    ? sql`events.position < cast(cast(pg_snapshot_xmin(pg_current_snapshot()) as text) as bigint)`
    : sql`1 = 1`
}
