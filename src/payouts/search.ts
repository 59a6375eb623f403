// Finds payouts and their lines.
import { Failure } from '../core/failure.ts'
import { columns } from '../store/columns.ts'
import type { Store } from '../store/store.ts'
import type { PayoutLineRow, PayoutRow } from '../store/tables.ts'
import { failedPayouts } from './owed.ts'

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
  page: { limit: number; offset: number },
): Promise<{ total: number; paidCentavos: number; payouts: PayoutRow[] }> {
  let from = store.db.selectFrom('payouts').where('account_id', '=', accountId).where('affiliate', '=', affiliate)
  if (startDay !== undefined) from = from.where('day', '>=', startDay)
  if (endDay !== undefined) from = from.where('day', '<=', endDay)
  const [counted, payouts] = await Promise.all([
    from
      .select((eb) => [
        eb.fn.countAll<number>().as('total'),
        eb.fn.sum<number | null>('amount_centavos').filterWhere('state', 'not in', failedPayouts).as('paid'),
      ])
      .executeTakeFirstOrThrow(),
    from.select(columns.payouts).orderBy('day', 'desc').limit(page.limit).offset(page.offset).execute(),
  ])
  return { total: counted.total, paidCentavos: counted.paid ?? 0, payouts }
}

/** Throws `resource-unknown` when the account has no such payout. */
export async function findPayout(
  store: Store,
  wanted: { accountId: string; affiliate: string; payoutId: string },
): Promise<PayoutRow> {
  return store.db
    .selectFrom('payouts')
    .select(columns.payouts)
    .where('id', '=', wanted.payoutId)
    .where('account_id', '=', wanted.accountId)
    .where('affiliate', '=', wanted.affiliate)
    .executeTakeFirstOrThrow(() => new Failure('resource-unknown'))
}

/** The payout of a day, if there is one, with its lines. */
export async function payoutOfDay(
  store: Store,
  wanted: { accountId: string; affiliate: string; day: string },
): Promise<{ payout: PayoutRow; lines: PayoutLineRow[] } | undefined> {
  const payout = await store.db
    .selectFrom('payouts')
    .select(columns.payouts)
    .where('account_id', '=', wanted.accountId)
    .where('affiliate', '=', wanted.affiliate)
    .where('day', '=', wanted.day)
    .executeTakeFirst()
  if (payout === undefined) return undefined
  const lines = await store.db
    .selectFrom('payout_lines')
    .select(columns.payout_lines)
    .where('payout_id', '=', payout.id)
    .execute()
  return { payout, lines }
}
