// Amounts owed to merchants: the due part of `payable:merchant`, and refused payouts.
import { type RawBuilder, sql } from 'kysely'
import type { AccountRow } from '../accounts/tables.ts'
import { dayEndAt } from '../core/time.ts'
import { across } from '../store/across.ts'
import { isUntroubledNow } from '../store/queues/set-aside.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { payoutSources } from './due.ts'
import { type PayoutRules, payableOf } from './rules.ts'

/** An account that has not been settled for a payout day, and the amount to pay; 0: nothing is paid. */
export type Owed = Pick<AccountRow, 'id' | 'name' | 'payout_clabe' | 'settled_day' | 'owed_version' | 'created_at'> & {
  owedCentavos: number
}

/**
 * The accounts that are not suspended and not settled for `payoutDay`, with the amount due for the days up to `toDay`:
 * their balance at the end of that day, with what has become of payouts since: booked, refused, or settled after all; at
 * most what they are owed in all less what waiting refunds will take, because later days may have taken from it; and by the account's rules
 * of payouts. One statement: one instant.
 */
export async function readUnsettled(
  { store, clock }: StoreAndClock,
  wanted: { payoutDay: string; toDay: string; openedBefore: string; limit: number },
): Promise<Owed[]> {
  const rows = await owedUpTo(store, wanted.toDay, sql.ref('accounts.id'))
    .where('settled_day', '<', wanted.payoutDay)
    .where('accounts.created_at', '<', wanted.openedBefore)
    .where('suspended_at', 'is', null)
    .where(isUntroubledNow({ clock }, payoutSources.accounts, 'accounts.id'))
    .orderBy('settled_day')
    .orderBy('id')
    .limit(wanted.limit)
    .modifyEnd(across('due'))
    .execute()
  return rows.map(({ all, balance, since, awaited, minimum_centavos, keep_centavos, ...account }) => ({
    ...account,
    owedCentavos: payableOf(
      { dueCentavos: -(balance ?? 0) + (since ?? 0), freeCentavos: -(all ?? 0) - (awaited ?? 0) },
      { minimum_centavos: minimum_centavos ?? 0, keep_centavos: keep_centavos ?? 0 },
    ),
  }))
}

/** What one account is owed for the days up to `toDay`, as a payout would read it, whether or not it is settled or suspended. */
export async function readOwed(
  store: Store,
  { accountId, toDay }: { accountId: string; toDay: string },
): Promise<{ dueCentavos: number; freeCentavos: number; rules: PayoutRules }> {
  const { all, balance, since, awaited, minimum_centavos, keep_centavos } = await owedUpTo(
    store,
    toDay,
    sql`${accountId}`,
  )
    .where('accounts.id', '=', accountId)
    .executeTakeFirstOrThrow()
  return {
    dueCentavos: -(balance ?? 0) + (since ?? 0),
    freeCentavos: -(all ?? 0) - (awaited ?? 0),
    rules: { minimum_centavos: minimum_centavos ?? 0, keep_centavos: keep_centavos ?? 0 },
  }
}

/**
 * Accounts with the sums that a payout for the days up to `toDay` is made of. `account`: of each row, or one by its value, which a cluster needs in every
 * sub-select to ask one machine only.
 */
function owedUpTo(store: Store, toDay: string, account: RawBuilder<unknown>) {
  const endOfToDay = dayEndAt(toDay)
  const isOf = (table: string) => sql<boolean>`${sql.ref(`${table}.account_id`)} = ${account}`
  return store.db.selectFrom('accounts').select((eb) => [
    'id',
    'name',
    'payout_clabe',
    'settled_day',
    'owed_version',
    'created_at',
    eb
      .selectFrom('balances')
      .select((sum) => sum.fn.sum<number | null>('amount_centavos').as('amount'))
      .where(isOf('balances'))
      .where('ledger_account', '=', 'payable:merchant')
      .as('all'),
    eb
      .selectFrom('balances')
      .select((sum) => sum.fn.sum<number | null>('amount_centavos').as('amount'))
      .where(isOf('balances'))
      .where('ledger_account', '=', 'payable:merchant')
      .where('day', '<=', toDay)
      .as('balance'),
    eb
      .selectFrom('payouts')
      .select(payoutsSince(endOfToDay).as('amount'))
      .where(isOf('payouts'))
      .where('payouts.affiliate', '=', '')
      .where('payouts.state_at', '>', endOfToDay)
      .as('since'),
    // What these refunds take is kept back: the merchant was paid out and the payers waited.
    eb
      .selectFrom('refunds')
      .select(sql<number | null>`sum(amount_centavos - fee_centavos - iva_centavos - affiliate_centavos)`.as('amount'))
      .where(isOf('refunds'))
      .where('state', '=', 'pending')
      .where('waits_for', '=', 'balance')
      .as('awaited'),
    ...(['minimum_centavos', 'keep_centavos'] as const).map((name) =>
      eb.selectFrom('payout_rules').select(name).where(isOf('payout_rules')).as(name),
    ),
  ])
}

/** How much payouts have changed, after an instant, of what a merchant is owed. Their entries are of these instants. */
function payoutsSince(at: string) {
  return sql<number | null>`sum(amount_centavos * (
    case when created_at > ${at} then -1 else 0 end
    + case when failed_at > ${at} then 1 else 0 end
    + case when corrected_at > ${at} then -1 else 0 end
    + case when state = 'returned' then 1 else 0 end))`
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
