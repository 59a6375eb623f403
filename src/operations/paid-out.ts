// The part of the merchant's payouts that a filter selects: the list's `transferences`.
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'
import { type Filter, filterShape, filterValues } from './filter.ts'

/**
 * What was paid out on the filter's days, of the filter's rails, cards and operators, in centavos. Only paid operations are
 * paid out, so a filter by another status has none.
 */
export function paidOutReader(store: Store): (accountId: string, filter: Filter) => Promise<number> {
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
