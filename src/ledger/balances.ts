// Reads the books of one account: balances by day, the entries of one cause, the amounts owed to affiliated users.
import { columns } from '../store/columns.ts'
import type { Store } from '../store/store.ts'
import { unindexed } from '../store/unindexed.ts'
import { postingsOf } from './entry-lines.ts'
import { type LedgerAccount, ledgerAccounts } from './postings.ts'
import type { PostingRow } from './tables.ts'

interface AccountBalance {
  account: LedgerAccount
  /** Before the first day of the range, and after the last. Debits are positive. */
  openingCentavos: number
  closingCentavos: number
  /** The days with postings, with the sum of each. */
  days: { day: string; amountCentavos: number }[]
}

/** The balance of every ledger account over a range of days, both included, read at one instant. */
export async function readBalances(
  store: Pick<Store, 'db'>,
  wanted: { accountId: string; startDay: string; endDay: string },
): Promise<AccountBalance[]> {
  const { accountId, startDay, endDay } = wanted
  const { db } = store
  const rows = await db
    .selectFrom('balances')
    .select((eb) => ['ledger_account', 'day', eb.fn.sum<number>('amount_centavos').as('amount')])
    .where('account_id', '=', accountId)
    .where('day', '>=', startDay)
    .where('day', '<=', endDay)
    .groupBy(['ledger_account', 'day'])
    .unionAll(
      db
        .selectFrom('balances')
        .select((eb) => ['ledger_account', eb.val('').as('day'), eb.fn.sum<number>('amount_centavos').as('amount')])
        .where('account_id', '=', accountId)
        .where('day', '<', startDay)
        .groupBy('ledger_account'),
    )
    .execute()
  return ledgerAccounts.map((account) => {
    const own = rows.filter((row) => row.ledger_account === account)
    const openingCentavos = own.find((row) => row.day === '')?.amount ?? 0
    const days = own
      .filter((row) => row.day !== '')
      .map((row) => ({ day: row.day, amountCentavos: row.amount }))
      .sort((a, b) => (a.day < b.day ? -1 : 1))
    const closingCentavos = days.reduce((sum, day) => sum + day.amountCentavos, openingCentavos)
    return { account, openingCentavos, closingCentavos, days }
  })
}

/** The fees that were posted on days, both included, with their IVA, in centavos: less those that were given back. */
export async function postedFees(
  { db }: Pick<Store, 'db'>,
  { accountId, from, to }: { accountId: string; from: string; to: string },
): Promise<number> {
  const row = await db
    .selectFrom('balances')
    .select((eb) => eb.fn.sum<number | null>('amount_centavos').as('centavos'))
    .where('account_id', '=', accountId)
    .where('ledger_account', 'in', ['income:fees', 'payable:iva'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .executeTakeFirst()
  return -Number(row?.centavos ?? 0) || 0
}

/** Every posting of an operation or payout of the account, entry by entry in the order of the lines. */
export async function readEntries(store: Store, wanted: { accountId: string; causeId: string }): Promise<PostingRow[]> {
  const rows = await store.db
    .selectFrom('entries')
    .select(columns.entries)
    .where('entry', '>', `${wanted.causeId}:`)
    .where('entry', '<', `${wanted.causeId};`)
    .where('account_id', '=', wanted.accountId)
    .orderBy(unindexed('created_at'))
    .orderBy('entry')
    .execute()
  return postingsOf(rows)
}

/** What each affiliated user of the account is owed, in centavos, by name. */
export async function readAffiliates(
  store: Store,
  accountId: string,
): Promise<{ affiliate: string; owedCentavos: number; registered: string | null }[]> {
  const rows = await store.db
    .selectFrom('affiliate_balances as kept')
    .leftJoin('affiliates', (join) =>
      join.onRef('affiliates.account_id', '=', 'kept.account_id').onRef('affiliates.affiliate', '=', 'kept.affiliate'),
    )
    .select((eb) => [
      'kept.affiliate',
      'affiliates.id as registered',
      eb.fn.sum<number>('amount_centavos').as('owedCentavos'),
    ])
    .where('kept.account_id', '=', accountId)
    .groupBy(['kept.affiliate', 'affiliates.id'])
    .orderBy('kept.affiliate')
    .execute()
  return rows
}
