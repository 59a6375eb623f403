// Reads the log, newest first: what happened, who changed what, or both.
import { sql } from 'kysely'
import { cutPage } from '../../api/paging.ts'
import { keptObject, UNREADABLE_OBJECT } from '../../core/kept-json.ts'
import type { EventRow } from '../../events/tables.ts'
import { acrossStore } from '../../store/across.ts'
import { columns } from '../../store/columns.ts'
import { idSince, idUntil } from '../../store/made-between.ts'
import type { Store } from '../../store/store.ts'
import { unindexed } from '../../store/unindexed.ts'

/** A record of the audit trail: a row of the log that has its actor. */
export type TrailRow = EventRow & {
  [C in 'subject' | 'actor_kind' | 'actor' | 'operator' | 'address' | 'request_id']: NonNullable<EventRow[C]>
}

/** The type of a row that is nothing for anybody: the search reads again what is known of an operation. */
export const TOUCHED = 'touched'

export interface LogFilter {
  /** Undefined: all accounts and the service itself. */
  accountId?: string | undefined
  /** What happened, or who changed what; undefined: both. */
  only?: 'events' | 'trail'
  /** An event's type, or a record's action. */
  type?: string | undefined
  operationId?: string | undefined
  actor?: string | undefined
  subject?: string | undefined
  /** Instants, both included. */
  since?: string | undefined
  until?: string | undefined
  /** The id of the last row of the previous page. */
  startingAfter?: string | undefined
  limit: number
}

export async function readLog(store: Store, filter: LogFilter): Promise<EventRow[]> {
  return logOf(store, filter).select(columns.events).orderBy('id', 'desc').limit(filter.limit).execute()
}

/** The rows of the log that a filter finds. */
function logOf(store: Store, filter: LogFilter) {
  const { accountId, only, type, operationId, actor, subject } = filter
  const { from, before, between } = boundsOf(filter)
  const { db } = accountId === undefined ? acrossStore(store, 'operator') : store
  let query = db.selectFrom('events').where(between)
  // An operation has few rows: they are found by it, and then put in their order.
  const account = operationId === undefined ? sql.ref('account_id') : unindexed('account_id')
  if (accountId !== undefined) query = query.where(account, '=', accountId)
  if (only !== undefined) query = query.where('actor_kind', only === 'trail' ? 'is not' : 'is', null)
  if (only !== 'trail') query = query.where('type', '<>', TOUCHED)
  if (type !== undefined) query = query.where('type', '=', type)
  if (operationId !== undefined) query = query.where('operation_id', '=', operationId)
  if (actor !== undefined) query = query.where('actor', '=', actor)
  if (subject !== undefined) query = query.where('subject', '=', subject)
  if (from !== undefined) query = query.where('id', '>=', from)
  if (before !== undefined) query = query.where('id', '<', before)
  return query
}

/** The ids between which the rows of a page are, and the condition of their instants. */
export function boundsOf({ since, until, startingAfter }: Pick<LogFilter, 'since' | 'until' | 'startingAfter'>) {
  const ends = [until && idUntil('evt', until), startingAfter].filter((one) => one !== undefined)
  const between = sql<boolean>`${since === undefined ? sql`1 = 1` : sql`created_at >= ${since}`}
    and ${until === undefined ? sql`1 = 1` : sql`created_at <= ${until}`}`
  return { from: since && idSince('evt', since), before: ends.sort()[0], between }
}

/** The most bytes of a page of records: one that says what 200 long rules were before and after has half a megabyte. */
const PAGE_BYTES = 4 * 1024 * 1024
/** So many are read without a look at their length. */
const FEW = 5

/** A page of the audit trail, newest first: at most `limit` records, and fewer where they are long. `next` is the last one's id, null on the last page. */
export async function readTrail(
  store: Store,
  filter: Omit<LogFilter, 'only' | 'operationId'>,
): Promise<{ page: TrailRow[]; next: string | null }> {
  const wanted = { ...filter, only: 'trail' } as const
  const limit = await recordsThatFit(store, wanted)
  const { page, next } = cutPage(await readLog(store, { ...wanted, limit: limit + 1 }), limit)
  return { page: page as TrailRow[], next }
}

/** How many of the records a page has room for: at least one. */
async function recordsThatFit(store: Store, filter: LogFilter): Promise<number> {
  if (filter.limit <= FEW) return filter.limit
  const lengths = await logOf(store, filter)
    .select(sql<number | null>`octet_length(data)`.as('bytes'))
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute()
  let read = 0
  for (const [at, { bytes }] of lengths.entries()) {
    read += Number(bytes ?? 0)
    if (read > PAGE_BYTES) return Math.max(FEW, at)
  }
  return filter.limit
}

/** Who acted, as an account sees it: it does not see which person of the operator of the service it was. */
export function actorShown({ actor_kind, actor, operator }: Pick<EventRow, 'actor_kind' | 'actor' | 'operator'>): {
  actor: string
  operator: string
} {
  return actor_kind === 'operator' ? { actor: '', operator: '' } : { actor: actor ?? '', operator: operator ?? '' }
}

/** What a record says about its subject before and after the change. */
export function changeOf({ data }: Pick<EventRow, 'data'>): {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
} {
  const { before = null, after = null } = keptObject(data ?? '') ?? {
    before: UNREADABLE_OBJECT,
    after: UNREADABLE_OBJECT,
  }
  return { before: objectIn(before), after: objectIn(after) }
}

function objectIn(value: unknown): Record<string, unknown> | null {
  if (value === null) return null
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : UNREADABLE_OBJECT
}
