// Finds the events of a type by the spans of time in which an account had such events.
import { type RawBuilder, sql } from 'kysely'
import { TOUCHED } from '../accounts/trail/read.ts'
import { across } from '../store/across.ts'
import { columns } from '../store/columns.ts'
import type { Store } from '../store/store.ts'
import { ensure, type Write } from '../store/write.ts'
import type { EventRow, EventSpanRow } from './tables.ts'

/** Of an id: `evt_` and six characters of its time, which are 262 seconds. */
const LENGTH = 10
/** Behind all characters of ids. */
const BEHIND = '~'

/** In the batch of an event. */
export function spanWrite(event: Pick<EventRow, 'account_id' | 'type' | 'id'>): Write {
  return ensure('event_spans', spanOf(event))
}

export function spanOf({ account_id, type, id }: Pick<EventRow, 'account_id' | 'type' | 'id'>): EventSpanRow {
  return { account_id, type, span: beginningOf(id) }
}

/** Whether lists by type have a row of the log: it is an event, and no record of the trail. */
export function listedTypes({ type, actor_kind }: Pick<EventRow, 'type' | 'actor_kind'>): boolean {
  return actor_kind === null && type !== TOUCHED
}

/** Events whose spans are put back at once. */
const BATCH_SIZE = 2_000

/** Puts back the spans of all events that have none. It reads the whole log, in portions: a long log takes longer than a statement may. */
export async function refillSpans({ db, commit }: Pick<Store, 'db' | 'commit'>, batchSize = BATCH_SIZE): Promise<void> {
  let after = { account_id: '', id: '' }
  for (;;) {
    const rows = await db
      .selectFrom('events')
      .select(['account_id', 'id', 'type', 'actor_kind'])
      .where(sql<boolean>`(account_id, id) > (${after.account_id}, ${after.id})`)
      .orderBy('account_id')
      .orderBy('id')
      .limit(batchSize)
      .modifyEnd(across('log'))
      .execute()
    const spans = new Map(rows.filter(listedTypes).map((row) => [Object.values(spanOf(row)).join(' '), spanWrite(row)]))
    if (spans.size > 0) await commit([...spans.values()])
    const last = rows.at(-1)
    if (last === undefined || rows.length < batchSize) return
    after = last
  }
}

function beginningOf(id: string): string {
  return id.slice(0, LENGTH)
}

interface OfType {
  accountId: string
  type: string
  /** Of ids: the first one that may be listed, and the one before which all are. */
  from: string | undefined
  before: string | undefined
  /** A further condition. */
  only: RawBuilder<boolean>
  limit: number
}

/** Newest first. */
export async function eventsOfType(
  { db, engine }: Pick<Store, 'db' | 'engine'>,
  { accountId, type, from, before, only, limit }: OfType,
): Promise<EventRow[]> {
  const bounds = sql.join(
    [
      ...(from === undefined ? [] : [sql`span >= ${beginningOf(from)}`]),
      ...(before === undefined ? [] : [sql`span <= ${beginningOf(before)}`]),
      sql`1 = 1`,
    ],
    sql` and `,
  )
  const inBounds = sql.join(
    [
      ...(from === undefined ? [] : [sql`events.id >= ${from}`]),
      ...(before === undefined ? [] : [sql`events.id < ${before}`]),
      only,
    ],
    sql` and `,
  )
  const names = sql.join(columns.events.map((name) => sql.ref(`events.${name}`)))
  const within = sql`events.account_id = ${accountId} and events.id > spans.span and events.id < spans.span || ${sql.lit(BEHIND)}
    and events.type = ${type} and ${inBounds}`
  const spans = sql`event_spans as spans`
  const those = sql`spans.account_id = ${accountId} and spans.type = ${type} and ${bounds}`
  const inOrder = sql`order by spans.span desc, events.id desc limit ${limit}`
  const query =
    engine === 'postgres'
      ? sql<EventRow>`select ${names} from ${spans} cross join lateral (select ${names} from events where ${within}
          order by events.id desc limit ${limit}) as events where ${those} ${inOrder}`
      : sql<EventRow>`select ${names} from ${spans} cross join events where ${those} and ${within} ${inOrder}`
  return (await query.execute(db)).rows
}
