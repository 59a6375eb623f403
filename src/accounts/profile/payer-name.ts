// The name by which payers know a merchant: its trade name, or the name of its account.
import { prepared } from '../../store/prepared.ts'
import { remembered } from '../../store/remembered.ts'
import type { StoreAndClock } from '../../store/store.ts'

export type PayerName = (accountId: string) => Promise<string>

/** `now` asks the database, for pages, which come without a credential; `remembered` answers what every voucher needs. */
export function payerNames({ store, clock }: StoreAndClock): {
  now: PayerName
  remembered: PayerName
} {
  const byId = prepared((hole) =>
    store.db
      .selectFrom('accounts')
      .leftJoin('profiles', 'profiles.account_id', 'accounts.id')
      .select(['accounts.name', 'profiles.trade_name'])
      .where('accounts.id', '=', hole('accountId'))
      .compile(),
  )
  const now: PayerName = async (accountId) => {
    const [row] = await store.rows(byId({ accountId }))
    return row?.trade_name || row?.name || ''
  }
  return { now, remembered: remembered(clock, now) }
}
