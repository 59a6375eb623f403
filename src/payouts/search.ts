// Finds payouts and their lines.
import { cutPage, type ListPage, notAPage } from '../api/paging.ts'
import { Failure } from '../failures.ts'
import { columns } from '../store/columns.ts'
import { knownRow, rowOf, rowsOf } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { failedPayouts } from './covered.ts'
import type { PayoutLineRow, PayoutRow } from './tables.ts'

interface PayoutFilter {
  accountId: string
  /** An affiliated user; empty: the merchant. */
  affiliate: string
  startDay: string | undefined
  endDay: string | undefined
}

/** Newest first, with their number and their sum in centavos, without failed and returned ones. */
export async function listPayouts(
  store: Store,
  { accountId, affiliate, startDay, endDay }: PayoutFilter,
  { limit, offset, after }: ListPage,
): Promise<{ total: number; paidCentavos: number; payouts: PayoutRow[]; next: string | null }> {
  let from = store.db.selectFrom('payouts').where('account_id', '=', accountId).where('affiliate', '=', affiliate)
  if (startDay !== undefined) from = from.where('day', '>=', startDay)
  if (endDay !== undefined) from = from.where('day', '<=', endDay)
  // A day has one payout.
  const those = after === undefined ? from : from.where('day', '<', await dayOf(store, { accountId, affiliate, after }))
  const [counted, rows] = await Promise.all([
    from
      .select((eb) => [
        eb.fn.countAll<number>().as('total'),
        eb.fn.sum<number | null>('amount_centavos').filterWhere('state', 'not in', failedPayouts).as('paid'),
      ])
      .executeTakeFirstOrThrow(),
    those
      .select(columns.payouts)
      .orderBy('day', 'desc')
      .limit(limit + 1)
      .offset(offset)
      .execute(),
  ])
  const { page, next } = cutPage(rows, limit)
  return { total: counted.total, paidCentavos: counted.paid ?? 0, payouts: page, next }
}

/** The form of a payout's id. */
export const PAYOUT_CURSOR = /^po_[a-z0-9]{1,90}$/

async function dayOf(
  { db }: Store,
  { accountId, affiliate, after }: { accountId: string; affiliate: string; after: string },
): Promise<string> {
  const row = await rowOf(db, 'payouts', { id: after, account_id: accountId, affiliate }, ['day'])
  if (row !== undefined) return row.day
  throw new Failure('parameters-invalid', { fields: { starting_after: [notAPage] } })
}

/** Throws `resource-unknown` when the account has no such payout. */
export async function findPayout(
  store: Store,
  wanted: { accountId: string; affiliate: string; payoutId: string },
): Promise<PayoutRow> {
  return knownRow(store.db, 'payouts', {
    id: wanted.payoutId,
    account_id: wanted.accountId,
    affiliate: wanted.affiliate,
  })
}

/** The payout of a day, if there is one, with its lines. */
export async function payoutOfDay(
  store: Store,
  wanted: { accountId: string; affiliate: string; day: string },
): Promise<{ payout: PayoutRow; lines: PayoutLineRow[] } | undefined> {
  const payout = await rowOf(store.db, 'payouts', {
    account_id: wanted.accountId,
    affiliate: wanted.affiliate,
    day: wanted.day,
  })
  if (payout === undefined) return undefined
  const lines = await rowsOf(store.db, 'payout_lines', { account_id: wanted.accountId, payout_id: payout.id })
  return { payout, lines }
}
