// The totals of a filter, from the rows by month and by day, without reading operations.
import { sql } from 'kysely'
import { monthPlus } from '../../core/month.ts'
import { addDays } from '../../core/time.ts'
import { prepared } from '../../store/prepared.ts'
import type { Store } from '../../store/store.ts'
import { conditionsOf, type Filter, filterShape, filterValues } from '../list/filter.ts'
import type { MonthlyTotalRow, PostedTotalRow } from '../tables.ts'

export interface Totals {
  /** The number of operations that match the filter. */
  operations: number
  /** The sum of the paid operations. */
  salesCentavos: number
  /** What the service keeps of the paid operations, with the affiliates' shares. */
  commissionCentavos: number
  /** The fees of disputes that are not decided, by the day of posting. */
  heldCentavos: number
}

/** The totals of one day (`2026-11-20`) or one whole month (`2026-11`). */
export interface Bucket extends Totals {
  period: string
}

interface TotalsReader {
  /**
   * The days and months of the filter that have operations, newest first: a month if the filter includes the whole month.
   */
  buckets(accountId: string, filter: Filter): Promise<Bucket[]>
  /** The days of the filter in a month that have operations, newest first. */
  daysOf(accountId: string, filter: Filter, month: string): Promise<Bucket[]>
}

interface Sum {
  period: string
  status: string
  operations: number
  total_centavos: number
  commission_centavos: number
}

/** A range of days, or of months; both ends included. */
interface Range {
  unit: 'day' | 'month'
  from: string
  to: string
}

export function totalsReader(store: Store): TotalsReader {
  const compiled = new Map<string, ReturnType<typeof compileSums>>()

  const sums = async (accountId: string, filter: Filter, { unit, from, to }: Range): Promise<Bucket[]> => {
    const shape = `${unit} ${filterShape(filter)}`
    let query = compiled.get(shape)
    if (query === undefined) {
      query = compileSums(store, filter, unit)
      compiled.set(shape, query)
    }
    return bucketsOf(await store.rows(query({ ...filterValues(filter), accountId, from, to })), filter)
  }

  return {
    buckets: async (accountId, filter) =>
      (await Promise.all(rangesOf(filter).map((range) => sums(accountId, filter, range)))).flat(),
    daysOf: (accountId, filter, month) =>
      sums(accountId, filter, { unit: 'day', from: `${month}-01`, to: `${month}-31` }),
  }
}

/** The sum of buckets. */
export function addUp(buckets: Bucket[]): Totals {
  const totals: Totals = { operations: 0, salesCentavos: 0, commissionCentavos: 0, heldCentavos: 0 }
  for (const bucket of buckets) {
    totals.operations += bucket.operations
    totals.salesCentavos += bucket.salesCentavos
    totals.commissionCentavos += bucket.commissionCentavos
    totals.heldCentavos += bucket.heldCentavos
  }
  return totals
}

/**
 * The whole months of a filter, and the days before and after them, newest first. Sample: 2026-01-15 to 2026-04-02 is the
 * days of April to the 2nd, the months 2026-02 and 2026-03, and the days of January from the 15th.
 */
export function rangesOf({ startDay, endDay }: Pick<Filter, 'startDay' | 'endDay'>): Range[] {
  const monthOf = (day: string) => day.slice(0, 7)
  // A filter that begins or ends within a month takes whole months from the next one, or up to the previous one.
  const from = startDay === undefined ? '0000-00' : monthPlus(monthOf(startDay), startDay.endsWith('-01') ? 0 : 1)
  const to = endDay === undefined ? '9999-99' : monthPlus(monthOf(endDay), isMonthEnd(endDay) ? 0 : -1)
  if (from > to) return [{ unit: 'day', from: startDay ?? '', to: endDay ?? '' }]
  const ranges: Range[] = []
  if (endDay !== undefined && monthOf(endDay) > to)
    ranges.push({ unit: 'day', from: `${monthOf(endDay)}-01`, to: endDay })
  ranges.push({ unit: 'month', from, to })
  if (startDay !== undefined && monthOf(startDay) < from)
    ranges.push({ unit: 'day', from: startDay, to: `${monthOf(startDay)}-31` })
  return ranges
}

function isMonthEnd(day: string): boolean {
  return addDays(day, 1).endsWith('-01')
}

/** A reversal, refund or dispute does not count as an operation of its day; it is subtracted from the day's sales. */
const takenOff: readonly string[] = ['reversed', 'refunded', 'disputed'] satisfies PostedTotalRow['status'][]

/** One bucket for each period that has anything, newest first. */
function bucketsOf(rows: Sum[], filter: Filter): Bucket[] {
  const isSale = (status: string) => status === 'paid' || (filter.byPosting && filter.status === undefined)
  const buckets = new Map<string, Bucket>()
  for (const row of rows) {
    const bucket = buckets.get(row.period) ?? {
      period: row.period,
      operations: 0,
      salesCentavos: 0,
      commissionCentavos: 0,
      heldCentavos: 0,
    }
    buckets.set(row.period, bucket)
    if (row.status === 'held') {
      bucket.heldCentavos += row.total_centavos
      continue
    }
    const sign = takenOff.includes(row.status) ? -1 : 1
    if (sign > 0) bucket.operations += row.operations
    if (isSale(row.status)) {
      bucket.salesCentavos += sign * row.total_centavos
      bucket.commissionCentavos += sign * row.commission_centavos
    }
  }
  const isEmpty = (one: Bucket) =>
    one.operations <= 0 && one.salesCentavos === 0 && one.commissionCentavos === 0 && one.heldCentavos === 0
  return [...buckets.values()].filter((one) => !isEmpty(one)).sort((a, b) => (a.period < b.period ? 1 : -1))
}

/** The common columns of the three tables of totals. */
interface Kept extends Omit<MonthlyTotalRow, 'account_id' | 'month' | 'shard' | 'status'> {
  period: string
  status: string
}

function compileSums(store: Store, filter: Filter, unit: Range['unit']) {
  return prepared<Sum>((hole) => {
    const kept = filter.byPosting
      ? store.db
          .selectFrom('posted_totals')
          .select(KEPT)
          .select('period')
          .where('account_id', '=', hole('accountId'))
          .where('unit', '=', sql.lit(unit))
          .$castTo<Kept>()
          .as('kept')
      : unit === 'day'
        ? store.db
            .selectFrom('daily_totals')
            .select(KEPT)
            .select('day as period')
            .where('account_id', '=', hole('accountId'))
            .$castTo<Kept>()
            .as('kept')
        : store.db
            .selectFrom('monthly_totals')
            .select(KEPT)
            .select('month as period')
            .where('account_id', '=', hole('accountId'))
            .$castTo<Kept>()
            .as('kept')
    return store.db
      .selectFrom(kept)
      .select((eb) => [
        'period',
        'status',
        eb.fn.sum<number>('operations').as('operations'),
        eb.fn.sum<number>('total_centavos').as('total_centavos'),
        eb.fn.sum<number>('commission_centavos').as('commission_centavos'),
      ])
      .where('period', '>=', hole('from'))
      .where('period', '<=', hole('to'))
      .where((eb) => eb.and(conditionsOf(eb, filter, hole)))
      .groupBy(['period', 'status'])
      .compile()
  })
}

const KEPT = [
  'rail',
  'card_brand',
  'operator',
  'status',
  'operations',
  'total_centavos',
  'commission_centavos',
] as const
