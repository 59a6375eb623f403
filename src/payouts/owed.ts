// Amounts owed to merchants: the due part of `payable:merchant`, and refused payouts.
import { sql } from 'kysely'
import type { Clock } from '../core/clock.ts'
import { addDays, dayEndAt } from '../core/time.ts'
import { columnsOf } from '../store/columns.ts'
import type { Store } from '../store/store.ts'
import type { AccountRow, PayoutLineRow, PayoutRow } from '../store/tables.ts'
import { isUntroubledNow } from '../store/troubled.ts'
import { payoutSources } from './due.ts'

/** The states in which the merchant is owed the amount again. */
export const failedPayouts = ['failed', 'returned'] as const satisfies PayoutRow['state'][]

/** An account that has not been settled for a payout day, and the amount to pay. Negative: the account owes us. */
export type Owed = Pick<AccountRow, 'id' | 'name' | 'payout_clabe' | 'settled_day' | 'owed_version'> & {
  owedCentavos: number
}

/**
 * The accounts that are not suspended and not settled for `payoutDay`, with the amount due for the days up to `toDay`:
 * their balance at the end of that day, with what has become of payouts since: booked, refused, or settled after all; at
 * most what they are owed in all, because refunds of later days may have taken from it. One statement: one instant.
 */
export async function readUnsettled(
  { store, clock }: { store: Store; clock: Clock },
  wanted: { payoutDay: string; toDay: string; openedBefore: string; limit: number },
): Promise<Owed[]> {
  const endOfToDay = dayEndAt(wanted.toDay)
  const rows = await store.db
    .selectFrom('accounts')
    .select((eb) => [
      'id',
      'name',
      'payout_clabe',
      'settled_day',
      'owed_version',
      eb
        .selectFrom('balances')
        .select((sum) => sum.fn.sum<number | null>('amount_centavos').as('amount'))
        .whereRef('balances.account_id', '=', 'accounts.id')
        .where('ledger_account', '=', 'payable:merchant')
        .as('all'),
      eb
        .selectFrom('balances')
        .select((sum) => sum.fn.sum<number | null>('amount_centavos').as('amount'))
        .whereRef('balances.account_id', '=', 'accounts.id')
        .where('ledger_account', '=', 'payable:merchant')
        .where('day', '<=', wanted.toDay)
        .as('balance'),
      eb
        .selectFrom('payouts')
        .select(payoutsSince(endOfToDay).as('amount'))
        .whereRef('payouts.account_id', '=', 'accounts.id')
        .where('payouts.affiliate', '=', '')
        .where('payouts.state_at', '>', endOfToDay)
        .as('since'),
    ])
    .where('settled_day', '<', wanted.payoutDay)
    .where('accounts.created_at', '<', wanted.openedBefore)
    .where('suspended_at', 'is', null)
    .where(isUntroubledNow({ clock }, payoutSources.accounts, 'accounts.id'))
    .orderBy('settled_day')
    .orderBy('id')
    .limit(wanted.limit)
    .execute()
  return rows.map(({ all, balance, since, ...account }) => ({
    ...account,
    owedCentavos: Math.min(-(balance ?? 0) + (since ?? 0), -(all ?? 0)),
  }))
}

/** How much payouts have changed, after an instant, of what a merchant is owed. Their entries are of these instants. */
function payoutsSince(at: string) {
  return sql<number | null>`sum(amount_centavos * (
    case when created_at > ${at} then -1 else 0 end
    + case when failed_at > ${at} then 1 else 0 end
    + case when corrected_at > ${at} then -1 else 0 end
    + case when state = 'returned' then 1 else 0 end))`
}

/** The days that a payout covers, and the lines of refused payouts that no other payout has paid. */
export interface Covered {
  fromDay: string
  refused: PayoutLineRow[]
}

/** Whose payouts: a merchant's (`affiliate` is empty) or an affiliate's. */
export type PayeeOf = Pick<PayoutRow, 'account_id' | 'affiliate'>

/** A payout covers everything since the last good payout; the first payout covers everything from `firstDay` on. */
export async function readCovered(store: Store, payee: PayeeOf, firstDay: () => Promise<string>): Promise<Covered> {
  const last = await store.db
    .selectFrom('payouts')
    .select('to_day')
    .where('account_id', '=', payee.account_id)
    .where('affiliate', '=', payee.affiliate)
    .where('state', 'not in', failedPayouts)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last === undefined) return { fromDay: await firstDay(), refused: [] }
  return { fromDay: addDays(last.to_day, 1), refused: await readRefused(store, payee, last.to_day) }
}

/** The first day on which the merchant was owed anything. */
export async function firstMerchantDay(store: Store, accountId: string): Promise<string> {
  const first = await store.db
    .selectFrom('balances')
    .select((eb) => eb.fn.min('day').as('day'))
    .where('account_id', '=', accountId)
    .where('ledger_account', '=', 'payable:merchant')
    .executeTakeFirst()
  return first?.day ?? '1970-01-01'
}

/**
 * The days of a payout that was refused at once are covered by the next payout. If a payout is refused after the next one
 * was made, its own lines are carried, once.
 */
async function readRefused(store: Store, payee: PayeeOf, toDay: string): Promise<PayoutLineRow[]> {
  return store.db
    .selectFrom('payouts as refused')
    .innerJoin('payout_lines as line', 'line.payout_id', 'refused.id')
    .select(columnsOf('payout_lines', 'line'))
    .where('refused.account_id', '=', payee.account_id)
    .where('refused.affiliate', '=', payee.affiliate)
    .where('refused.state', 'in', failedPayouts)
    .where('refused.to_day', '<=', toDay)
    .where('line.carried_from', '=', '')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payouts as good')
            .select('good.id')
            .whereRef('good.account_id', '=', 'refused.account_id')
            .whereRef('good.affiliate', '=', 'refused.affiliate')
            .where('good.state', 'not in', failedPayouts)
            .whereRef('good.from_day', '<=', 'refused.from_day')
            .whereRef('good.to_day', '>=', 'refused.to_day'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payouts as carrier')
            .innerJoin('payout_lines as carried', 'carried.payout_id', 'carrier.id')
            .select('carrier.id')
            .whereRef('carrier.account_id', '=', 'refused.account_id')
            .whereRef('carrier.affiliate', '=', 'refused.affiliate')
            .where('carrier.state', 'not in', failedPayouts)
            .whereRef('carried.carried_from', '=', 'refused.id'),
        ),
      ),
    )
    .execute()
}
