// Lists an account's operations, newest first. What a page costs does not depend on how many there are: the daily totals
// say on which days it lies, and only those days are read.
import { type Bilingual, Failure } from '../core/failure.ts'
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'
import type { OperationRow } from '../store/tables.ts'
import type { Value } from '../store/write.ts'
import { conditionsOf, type Filter, filterShape, filterValues } from './filter.ts'
import { type DayCount, type Totals, totalsReader } from './totals.ts'

/** Which part of the list: so many from an offset, or so many after an operation. */
export interface Page {
  limit: number
  offset: number
  startingAfter: string | undefined
}

export interface Found {
  totals: Totals
  operations: OperationRow[]
  /** Of a page after an operation: the id to go on after, null on the last page. */
  next: string | null | undefined
}

/** Offsets up to here are counted off row by row: that is quicker than asking for the days first. */
const SHALLOW = 1_000

/** What bounds a page: the days it lies on, and how many rows of the newest come before it. */
interface Span {
  newest: string
  oldest: string
  skip: number
}

/** Answers a page of the operations that a filter admits, with the totals of the whole filter. */
export function searcher(store: Store): (accountId: string, filter: Filter, page: Page) => Promise<Found> {
  const totals = totalsReader(store)
  const pages = new Map<string, ReturnType<typeof compilePage>>()
  const after = new Map<string, ReturnType<typeof compilePage>>()

  const read = async (accountId: string, filter: Filter, span: Span, limit: number, lastId?: string) => {
    const shape = filterShape(filter)
    const variants = lastId === undefined ? pages : after
    let compiled = variants.get(shape)
    if (compiled === undefined) {
      compiled = compilePage(store, filter, lastId !== undefined)
      variants.set(shape, compiled)
    }
    const values: Record<string, Value> = { ...filterValues(filter), ...span, accountId, limit, lastId: lastId ?? '' }
    return (await store.db.executeQuery(compiled(values))).rows
  }

  const byOffset = async (accountId: string, filter: Filter, { limit, offset }: Page): Promise<Found> => {
    if (isPlain(filter) && offset <= SHALLOW) {
      const span = { newest: filter.endDay ?? LAST_DAY, oldest: filter.startDay ?? FIRST_DAY, skip: offset }
      const [found, operations] = await Promise.all([
        totals.over(accountId, filter),
        read(accountId, filter, span, limit),
      ])
      return { totals: found, operations, next: undefined }
    }
    const { totals: found, days } = await totals.byDay(accountId, filter)
    const span = spanOf(days, { offset, limit })
    const operations = span === undefined ? [] : await read(accountId, filter, span, limit)
    return { totals: found, operations, next: undefined }
  }

  const byCursor = async (accountId: string, filter: Filter, limit: number, lastId: string): Promise<Found> => {
    const { db } = store
    const last = await db
      .selectFrom('operations')
      .select('day')
      .where('id', '=', lastId)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (last === undefined) throw new Failure('parameters-invalid', { fields: { starting_after: [UNKNOWN_CURSOR] } })
    const { totals: found, days } = await totals.byDay(accountId, filter)
    // How much is left of the cursor's own day nobody counted: the days before it are made to fill the page alone.
    const older = spanOf(
      days.filter(({ day }) => day < last.day),
      { offset: 0, limit: limit + 1 },
    )
    const span = { newest: last.day, oldest: older?.oldest ?? last.day, skip: 0 }
    const operations = await read(accountId, filter, span, limit + 1, lastId)
    const next = operations.length > limit ? (operations[limit - 1]?.id ?? null) : null
    return { totals: found, operations: operations.slice(0, limit), next }
  }

  return (accountId, filter, page) =>
    page.startingAfter === undefined
      ? byOffset(accountId, filter, page)
      : byCursor(accountId, filter, page.limit, page.startingAfter)
}

/** The days on which rows `offset` to `offset + limit` lie. Undefined when the list is shorter. */
export function spanOf(days: DayCount[], { offset, limit }: { offset: number; limit: number }): Span | undefined {
  let before = 0
  let span: Span | undefined
  for (const { day, operations } of days) {
    const through = before + operations
    if (span === undefined && through > offset) span = { newest: day, oldest: day, skip: offset - before }
    if (span !== undefined) span.oldest = day
    if (through >= offset + limit) break
    before = through
  }
  return span
}

const FIRST_DAY = '0000-00-00'
const LAST_DAY = '9999-99-99'

const UNKNOWN_CURSOR: Bilingual = [
  'starting_after no es una operación de esta cuenta',
  'starting_after is not an operation of this account',
]

/** True when nothing but days narrows the list, so that hardly a row is passed over. */
function isPlain(filter: Filter): boolean {
  const { startDay: _start, endDay: _end, ...rest } = filter
  return Object.values(rest).every((value) => value === undefined)
}

/** The ids of the page come from the index alone; only its own rows are then read. */
function compilePage(store: Store, filter: Filter, afterId: boolean) {
  const { db } = store
  return prepared((hole) => {
    let ids = db
      .selectFrom('operations')
      .select('id')
      .where('account_id', '=', hole('accountId'))
      .where('day', '>=', hole('oldest'))
      .where((eb) => eb.and(conditionsOf(eb, filter, hole)))
    ids = afterId
      ? ids.where((eb) => eb(eb.refTuple('day', 'id'), '<', eb.tuple(hole('newest'), hole('lastId'))))
      : ids.where('day', '<=', hole('newest'))
    const page = ids.orderBy('day', 'desc').orderBy('id', 'desc').limit(hole('limit'))
    return db
      .selectFrom('operations')
      .selectAll()
      .where('id', 'in', afterId ? page : page.offset(hole('skip')))
      .orderBy('day', 'desc')
      .orderBy('id', 'desc')
      .compile()
  })
}
