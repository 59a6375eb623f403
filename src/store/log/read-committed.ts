// Reads the log of events in the order in which its rows were committed, a bucket of accounts after another, each reader with cursors of its own.
import { type RawBuilder, sql } from 'kysely'
import { bucketOf } from '../../core/bucket.ts'
import type { DueExpression } from '../../core/task.ts'
import type { EventRow } from '../../events/tables.ts'
import { across } from '../across.ts'
import { prepared } from '../prepared.ts'
import { rowOf } from '../rows.ts'
import type { Store } from '../store.ts'
import type { CursorRow } from '../tables.ts'
import { update, type Write } from '../write.ts'
import { ENDED_EVERYWHERE, isEnded, NEXT, WRITING } from './place.ts'

type Reader = CursorRow['reader']

/** A part of a bucket behind its cursor. */
export interface LogPortion {
  cursor: CursorRow
  /** Oldest first, at least one. */
  events: LogEvent[]
}

export type LogEvent = Pick<EventRow, 'id' | 'account_id' | 'type' | 'operation_id' | 'actor_kind'> & {
  position: number
}

interface LogReader {
  /** The next events that the reader has not passed, of one bucket; undefined when there are none. */
  next(most: number): Promise<LogPortion | undefined>
  /** When the first event behind a cursor was written, also when it cannot be read yet because an earlier transaction has not ended. */
  due: DueExpression
}

export function logReader(store: Store, reader: Reader): LogReader {
  const { db } = store
  /** The bucket of the last portion: the others have their turn first. */
  let last = -1
  const behind = prepared<CursorRow>((hole) =>
    sql<CursorRow>`select reader, bucket, position, id, turn from cursors
      where reader = ${sql.lit(reader)} and ${isThere(sql`${isBehind} and ${isEnded(store, sql`${hole('ended')}`)}`)}
      order by case when bucket > ${hole('last')} then 0 else 1 end, bucket limit 1 ${across('log')}`.compile(db),
  )
  const events = prepared<LogEvent>((hole) =>
    sql<LogEvent>`select id, account_id, type, operation_id, actor_kind, position from events
      where bucket = ${hole('bucket')} and (position, id) > (${hole('position')}, ${hole('id')})
        and ${isEnded(store, sql`${hole('ended')}`)}
      order by position, id limit ${hole('most')} ${across('log')}`.compile(db),
  )
  /**
   * The oldest transaction that has not ended may be of another program, and stay open for hours: then only those count that write events.
   * The statement sees its locks after its snapshot, so a writer numbered before the snapshot that holds none has ended by now.
   */
  const ended = prepared<{ number: number }>(() =>
    sql<{
      number: number
    }>`select least(${sql.raw(NEXT)}, (select min(number) from ${sql.raw(WRITING)} as writing)) as number
      where exists (select 1 from cursors where reader = ${sql.lit(reader)} and ${isThere(isBehind)}) ${across('log')}`.compile(
      db,
    ),
  )

  const cluster = clusterReads(db, reader)
  const portionOnCluster = async (most: number): Promise<LogPortion | undefined> => {
    const [place] = await store.rows(cluster.ended({}))
    const [cursor] = await store.rows(cluster.behind({ last, before: place?.number ?? 0 }))
    if (cursor === undefined) return undefined
    last = cursor.bucket
    const { bucket, position, id } = cursor
    const found = await store.rows(cluster.events({ bucket, position, id, most, before: place?.number ?? 0 }))
    return found.length === 0 ? undefined : { cursor, events: found }
  }

  const portionBefore = async (number: number, most: number): Promise<LogPortion | undefined> => {
    const [cursor] = await store.rows(behind({ last, ended: number }))
    if (cursor === undefined) return undefined
    last = cursor.bucket
    const { bucket, position, id } = cursor
    const found = await store.rows(events({ bucket, position, id, most, ended: number }))
    return found.length === 0 ? undefined : { cursor, events: found }
  }

  return {
    next: async (most) => {
      if (store.isDistributed()) return portionOnCluster(most)
      const portion = await portionBefore(0, most)
      if (portion !== undefined || store.engine === 'sqlite') return portion
      const [held] = await store.rows(ended({}))
      return held && portionBefore(held.number, most)
    },
    due: () =>
      store.isDistributed()
        ? sql`(select min(created_at) from events join cursors on ${isBehind} and reader = ${sql.lit(reader)})`
        : sql`(select min(due_at) from (select (select created_at from events where ${isBehind}
        order by events.position, events.id limit 1) as due_at
      from cursors where reader = ${sql.lit(reader)}) as firsts)`,
  }
}

/** The same reads on a cluster, which takes no condition on the events of each cursor: they are joined. */
function clusterReads(db: Store['db'], reader: Reader) {
  return {
    ended: prepared<{ number: number }>(() =>
      sql<{ number: number }>`${sql.raw(ENDED_EVERYWHERE)} ${across('log')}`.compile(db),
    ),
    behind: prepared<CursorRow>((hole) =>
      sql<CursorRow>`select reader, cursors.bucket, cursors.position, cursors.id, turn from events join cursors on ${isBehind}
        where reader = ${sql.lit(reader)} and events.position < ${hole('before')}
        group by reader, cursors.bucket, cursors.position, cursors.id, turn
        order by case when cursors.bucket > ${hole('last')} then 0 else 1 end, cursors.bucket limit 1 ${across('log')}`.compile(
        db,
      ),
    ),
    events: prepared<LogEvent>((hole) =>
      sql<LogEvent>`select id, account_id, type, operation_id, actor_kind, position from events
        where bucket = ${hole('bucket')} and (position, id) > (${hole('position')}, ${hole('id')}) and position < ${hole('before')}
        order by position, id limit ${hole('most')} ${across('log')}`.compile(db),
    ),
  }
}

/** Moves a cursor behind the last event of a portion. `Unmet` when another process has moved it first, or has taken a turn. */
export function passedWrite({ cursor, events }: LogPortion): Write {
  const last = events.at(-1)
  if (last === undefined) throw new Error('a portion has at least one event')
  return update('cursors', { position: last.position, id: last.id }, { ...cursor })
}

/**
 * For a batch that changes what the reader makes of an account's events. Such batches, and those of the reader, follow one another: each is `Unmet` when another
 * one was written since this was read. A batch of PostgreSQL sees nothing that is written after its beginning, so a lock alone would not do.
 */
export async function turnWrites({ db }: Store, reader: Reader, accountId: string): Promise<Write[]> {
  const cursor = await rowOf(db, 'cursors', { reader, bucket: bucketOf(accountId) })
  // One that is lost is made anew at a start.
  return cursor === undefined ? [] : [update('cursors', { turn: cursor.turn + 1 }, { ...cursor })]
}

/** Whether the log has such an event. A scalar subquery is one look into the index; PostgreSQL may turn `exists` into a join of all events. */
const isThere = (condition: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql`(select 1 from events where ${condition} limit 1) = 1`

/** The events of `events` behind the cursor of `cursors`. */
const isBehind: RawBuilder<boolean> = sql`events.bucket = cursors.bucket and (events.position, events.id) > (cursors.position, cursors.id)`
