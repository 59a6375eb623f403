// The name by which payers know a merchant: its trade name, or the name of its account.
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'

export type PayerName = (accountId: string) => Promise<string>

export function payerNames(store: Store): PayerName {
  const byId = prepared((hole) =>
    store.db
      .selectFrom('accounts')
      .leftJoin('profiles', 'profiles.account_id', 'accounts.id')
      .select(['accounts.name', 'profiles.trade_name'])
      .where('accounts.id', '=', hole('accountId'))
      .compile(),
  )
  return async (accountId) => {
    const [row] = await store.rows(byId({ accountId }))
    return row?.trade_name || row?.name || ''
  }
}
