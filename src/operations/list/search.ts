// Lists an account's operations, newest first. The cost of a page does not depend on their number: the totals by month and
// day locate the page, and only its days are read.
import type { Value } from '../../core/table.ts'
import { addDays } from '../../core/time.ts'
import { type RecordKey, recordKeyColumns } from '../../store/changeable.ts'
import { prepared } from '../../store/prepared.ts'
import type { Store } from '../../store/store.ts'
import { addUp, type Bucket, type Totals, totalsReader } from '../totals/read.ts'
import { placeOf } from './begins-after.ts'
import { conditionsOf, type Filter, filterShape, filterValues } from './filter.ts'

/** A part of the list: `limit` operations from an offset, or after an operation. */
export interface Page {
  limit: number
  offset: number
  startingAfter: string | undefined
}

export interface Found {
  totals: Totals
  /** What was paid out to the merchant for the filter. */
  transferencesCentavos: number
  operations: RecordKey[]
  /** For a page after an operation: the id after which the next page begins, null on the last page. */
  next: string | null | undefined
}

/** Offsets up to this number are skipped row by row, which is quicker than reading the days first. */
const SHALLOW = 500

/** The bounds of a page: its days, and the number of rows of its newest day before it. */
interface Span {
  newest: string
  oldest: string
  skip: number
}

/** Answers a page of the operations of a filter, with the totals of the whole filter. */
export function searcher(store: Store): (accountId: string, filter: Filter, page: Page) => Promise<Found> {
  const totals = totalsReader(store)
  const paidOut = paidOutReader(store)
  const pages = new Map<string, ReturnType<typeof compilePage>>()

  const read = async (accountId: string, filter: Filter, span: Span, limit: number, lastId?: string) => {
    const shape = `${filterShape(filter)} ${lastId === undefined}`
    let compiled = pages.get(shape)
    if (compiled === undefined) {
      compiled = compilePage(store, filter, lastId !== undefined)
      pages.set(shape, compiled)
    }
    const values: Record<string, Value> = { ...filterValues(filter), ...span, accountId, limit, lastId: lastId ?? '' }
    return store.rows(compiled(values))
  }

  /** The days that contain the rows `offset` to `offset + limit`. Undefined when the list is shorter. */
  const spanOf = async (accountId: string, filter: Filter, buckets: Bucket[], offset: number, limit: number) => {
    const coarse = locate(buckets, offset, limit)
    if (coarse === undefined) return undefined
    // Only the months at the two ends are read by day.
    const inDays = async (period: string) =>
      isMonth(period) ? await totals.daysOf(accountId, filter, period) : undefined
    const newestDays = await inDays(coarse.newest)
    const oldestDays = coarse.oldest === coarse.newest ? newestDays : await inDays(coarse.oldest)
    const fine = buckets
      .filter(({ period }) => period <= coarse.newest && period >= coarse.oldest)
      .flatMap((bucket) => {
        if (bucket.period === coarse.newest) return newestDays ?? bucket
        return bucket.period === coarse.oldest ? (oldestDays ?? bucket) : bucket
      })
    const span = locate(fine, coarse.skip, limit)
    // An operation moved between the two reads, and the month has fewer rows now.
    if (span === undefined) return undefined
    return { newest: lastDayOf(span.newest), oldest: firstDayOf(span.oldest), skip: span.skip }
  }

  const byOffset = async (accountId: string, filter: Filter, buckets: Bucket[], { offset, limit }: Page) => {
    const whole = { newest: filter.endDay ?? LAST_DAY, oldest: filter.startDay ?? FIRST_DAY, skip: offset }
    if (isPlain(filter) && offset <= SHALLOW) return read(accountId, filter, whole, limit)
    const span = await spanOf(accountId, filter, buckets, offset, limit)
    return span === undefined ? [] : read(accountId, filter, span, limit)
  }

  const byCursor = async (accountId: string, filter: Filter, lastId: string, limit: number) => {
    const { day } = await placeOf(store, accountId, lastId, filter.byPosting ? 'posted_day' : 'day')
    const { startDay = FIRST_DAY, endDay = LAST_DAY } = filter
    // A `starting_after` newer than the filter's last day comes before the whole list.
    let [newest, after] = day > endDay ? [endDay, AFTER_ANY_ID] : [day, lastId]
    const operations: RecordKey[] = []
    while (newest >= startDay) {
      const wanted = limit - operations.length
      // The remaining rows of the first day are not counted, so the page's days include enough older days to fill the page
      // alone.
      const before = addDays(newest, -1)
      const older = { ...filter, endDay: before }
      const buckets = before < startDay ? [] : await totals.buckets(accountId, older)
      const span = await spanOf(accountId, older, buckets, 0, wanted)
      const oldest = span?.oldest ?? newest
      operations.push(...(await read(accountId, filter, { newest, oldest, skip: 0 }, wanted, after)))
      if (operations.length >= limit || addUp(buckets).operations < wanted) break
      // Operations of these days left the filter after they were counted: the page goes on with older days.
      newest = addDays(oldest, -1)
      after = AFTER_ANY_ID
    }
    return operations
  }

  return async (accountId, filter, page) => {
    const [buckets, transferencesCentavos] = await Promise.all([
      totals.buckets(accountId, filter),
      paidOut(accountId, filter),
    ])
    const found = { totals: addUp(buckets), transferencesCentavos }
    if (page.startingAfter === undefined)
      return { ...found, operations: await byOffset(accountId, filter, buckets, page), next: undefined }
    // One row more than the limit shows whether there is another page.
    const operations = await byCursor(accountId, filter, page.startingAfter, page.limit + 1)
    const next = operations.length > page.limit ? (operations[page.limit - 1]?.id ?? null) : null
    return { ...found, operations: operations.slice(0, page.limit), next }
  }
}

/** The buckets, newest first, in which rows `offset` to `offset + limit` lie, and how many rows of the first come before. */
export function locate(
  buckets: Pick<Bucket, 'period' | 'operations'>[],
  offset: number,
  limit: number,
): Span | undefined {
  let before = 0
  let span: Span | undefined
  for (const { period, operations } of buckets) {
    const through = before + operations
    if (span === undefined && through > offset) span = { newest: period, oldest: period, skip: offset - before }
    if (span !== undefined) span.oldest = period
    if (through >= offset + limit) break
    before = through
  }
  return span
}

const isMonth = (period: string) => period.length === 7
const firstDayOf = (period: string) => (isMonth(period) ? `${period}-01` : period)
const lastDayOf = (period: string) => (isMonth(period) ? `${period}-31` : period)

const FIRST_DAY = '0000-00-00'
const LAST_DAY = '9999-99-99'
/** Sorts after every id, because ids are hexadecimal digits. */
const AFTER_ANY_ID = '~'

/** True when only days, of either kind, filter the list, with declined operations or without, so that almost no row is skipped. */
function isPlain(filter: Filter): boolean {
  const { startDay: _start, endDay: _end, byPosting: _byPosting, declinedToo: _declinedToo, ...rest } = filter
  return Object.values(rest).every((value) => value === undefined)
}

/** For every filter, the page is read from the index alone, because the index holds the columns of the key. */
function compilePage(store: Store, filter: Filter, afterId: boolean) {
  const { db } = store
  const day = filter.byPosting ? 'posted_day' : 'day'
  return prepared((hole) => {
    let ids = db
      .selectFrom('operations')
      .select(recordKeyColumns)
      .where('account_id', '=', hole('accountId'))
      .where(day, '>=', hole('oldest'))
      .where((eb) => eb.and(conditionsOf(eb, filter, hole)))
    ids = afterId
      ? ids.where((eb) => eb(eb.refTuple(day, 'id'), '<', eb.tuple(hole('newest'), hole('lastId'))))
      : ids.where(day, '<=', hole('newest'))
    const page = ids.orderBy(day, 'desc').orderBy('id', 'desc').limit(hole('limit'))
    return (afterId ? page : page.offset(hole('skip'))).compile()
  })
}

/**
 * What was paid out on the filter's days, of the filter's rails, cards and operators, in centavos. Only paid operations are
 * paid out, so a filter by another status has none.
 */
function paidOutReader(store: Store): (accountId: string, filter: Filter) => Promise<number> {
  const compiled = new Map<string, ReturnType<typeof compilePaidOut>>()
  return async (accountId, filter) => {
    if (filter.status !== undefined && filter.status !== 'paid') return 0
    const shape = filterShape(filter)
    let query = compiled.get(shape)
    if (query === undefined) {
      query = compilePaidOut(store, filter)
      compiled.set(shape, query)
    }
    return (await store.rows(query({ ...filterValues(filter), accountId })))[0]?.amount ?? 0
  }
}

/** Without a filter by rail, card or operator a payout counts as a whole; with such a filter, its matching lines count. */
function compilePaidOut(store: Store, { startDay, endDay, rail, brand, operator }: Filter) {
  const { db } = store
  const inParts = rail !== undefined || brand !== undefined || operator !== undefined
  return prepared<{ amount: number | null }>((hole) => {
    let payouts = db
      .selectFrom('payouts')
      .select(['id', 'amount_centavos'])
      .where('account_id', '=', hole('accountId'))
      .where('affiliate', '=', '')
      .where('state', '=', 'paid')
    if (startDay !== undefined) payouts = payouts.where('day', '>=', hole('startDay'))
    if (endDay !== undefined) payouts = payouts.where('day', '<=', hole('endDay'))
    if (!inParts) {
      return db
        .selectFrom(payouts.as('paid'))
        .select((eb) => eb.fn.sum<number | null>('amount_centavos').as('amount'))
        .compile()
    }
    let parts = db
      .selectFrom(payouts.as('paid'))
      .innerJoin('payout_lines', (join) =>
        join.on('payout_lines.account_id', '=', hole('accountId')).onRef('payout_lines.payout_id', '=', 'paid.id'),
      )
      .select((eb) => eb.fn.sum<number | null>('payout_lines.amount_centavos').as('amount'))
    if (rail !== undefined) parts = parts.where('rail', '=', hole('rail'))
    if (brand !== undefined) parts = parts.where('card_brand', '=', hole('brand'))
    if (operator !== undefined) parts = parts.where('operator', '=', hole('operator'))
    return parts.compile()
  })
}
