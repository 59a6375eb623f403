// What a whole filter of operations adds up to, from the daily totals: no operation is read.
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'
import type { Value } from '../store/write.ts'
import { conditionsOf, type Filter, filterShape, filterValues } from './filter.ts'

export interface Totals {
  /** How many operations the filter admits. */
  operations: number
  /** What the paid ones among them are worth. */
  salesCentavos: number
  /** What the service keeps of the paid ones, affiliates' shares included. */
  commissionCentavos: number
  /** What was paid out to the merchant on the filter's days. */
  transferencesCentavos: number
}

/** How many operations the filter admits of one day. */
export interface DayCount {
  day: string
  operations: number
}

export interface TotalsReader {
  over(accountId: string, filter: Filter): Promise<Totals>
  /** The same, and the days that have any operation of the filter, newest first. */
  byDay(accountId: string, filter: Filter): Promise<{ totals: Totals; days: DayCount[] }>
}

interface Sum {
  day: string | null
  status: string
  operations: number
  total_centavos: number
  commission_centavos: number
}

export function totalsReader(store: Store): TotalsReader {
  const compiled = new Map<string, ReturnType<typeof compileSums>>()
  const payouts = payoutsReader(store)

  const sums = async (accountId: string, filter: Filter, daily: boolean): Promise<Sum[]> => {
    const shape = `${daily} ${filterShape(filter)}`
    let query = compiled.get(shape)
    if (query === undefined) {
      query = compileSums(store, filter, daily)
      compiled.set(shape, query)
    }
    return (await store.db.executeQuery(query({ ...filterValues(filter), accountId }))).rows
  }
  const both = async (accountId: string, filter: Filter, daily: boolean) => {
    const [rows, transferencesCentavos] = await Promise.all([
      sums(accountId, filter, daily),
      payouts(accountId, filter),
    ])
    return { rows, totals: addUp(rows, transferencesCentavos) }
  }

  return {
    over: async (accountId, filter) => (await both(accountId, filter, false)).totals,
    byDay: async (accountId, filter) => {
      const { rows, totals } = await both(accountId, filter, true)
      const counts = new Map<string, number>()
      for (const { day, operations } of rows) counts.set(day ?? '', (counts.get(day ?? '') ?? 0) + operations)
      const days = [...counts].map(([day, operations]) => ({ day, operations })).filter((one) => one.operations > 0)
      return { totals, days: days.sort((a, b) => (a.day < b.day ? 1 : -1)) }
    },
  }
}

function addUp(rows: Sum[], transferencesCentavos: number): Totals {
  const totals: Totals = { operations: 0, salesCentavos: 0, commissionCentavos: 0, transferencesCentavos }
  for (const row of rows) {
    totals.operations += row.operations
    if (row.status !== 'N') continue
    totals.salesCentavos += row.total_centavos
    totals.commissionCentavos += row.commission_centavos
  }
  return totals
}

function compileSums(store: Store, filter: Filter, daily: boolean) {
  return prepared<Sum>((hole) => {
    let query = store.db
      .selectFrom('daily_totals')
      .select((eb) => [
        'status',
        eb.fn.sum<number>('operations').as('operations'),
        eb.fn.sum<number>('total_centavos').as('total_centavos'),
        eb.fn.sum<number>('commission_centavos').as('commission_centavos'),
        daily ? eb.ref('day').as('day') : eb.lit(null).as('day'),
      ])
      .where('account_id', '=', hole('accountId'))
      .where((eb) => eb.and(conditionsOf(eb, filter, hole)))
      .groupBy('status')
    if (daily) query = query.groupBy('day')
    if (filter.startDay !== undefined) query = query.where('day', '>=', hole('startDay'))
    if (filter.endDay !== undefined) query = query.where('day', '<=', hole('endDay'))
    return query.compile()
  })
}

/**
 * What was paid out on the filter's days, of the filter's methods, cards and operators, in centavos. Only what was paid can
 * be paid out, so a filter by another status has none.
 */
export function payoutsReader(store: Store): (accountId: string, filter: Filter) => Promise<number> {
  const compiled = new Map<string, ReturnType<typeof compilePayouts>>()
  return async (accountId, filter) => {
    if (filter.status !== undefined && filter.status !== 'N') return 0
    const shape = filterShape(filter)
    let query = compiled.get(shape)
    if (query === undefined) {
      query = compilePayouts(store, filter)
      compiled.set(shape, query)
    }
    const values: Record<string, Value> = { ...filterValues(filter), accountId }
    return (await store.db.executeQuery(query(values))).rows[0]?.amount ?? 0
  }
}

function compilePayouts(store: Store, filter: Filter) {
  return prepared<{ amount: number | null }>((hole) => {
    let query = store.db
      .selectFrom('payouts')
      .innerJoin('payout_lines', 'payout_lines.payout_id', 'payouts.id')
      .select((eb) => eb.fn.sum<number | null>('payout_lines.amount_centavos').as('amount'))
      .where('account_id', '=', hole('accountId'))
      .where('state', '=', 'paid')
    if (filter.startDay !== undefined) query = query.where('day', '>=', hole('startDay'))
    if (filter.endDay !== undefined) query = query.where('day', '<=', hole('endDay'))
    if (filter.method !== undefined) query = query.where('payment_method', '=', hole('method'))
    if (filter.brand !== undefined) query = query.where('card_brand', '=', hole('brand'))
    if (filter.operator !== undefined) query = query.where('operator', '=', hole('operator'))
    return query.compile()
  })
}
