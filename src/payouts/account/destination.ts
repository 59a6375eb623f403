// The payout account of a merchant or an affiliate: reads it, and changes it by one conditional write.
import { Failure } from '../../failures.ts'
import { rowOf } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import { update, type Write } from '../../store/write.ts'

/** The payee, and its account. */
export interface PayeeOfChange {
  accountId: string
  affiliate: string
}

/** The recipients of e-mails: the account, and the affiliate concerned. */
export interface Recipient {
  email: string
  affiliateEmail: string | undefined
}

/** The present payout account. Fails with `resource-unknown` when the affiliate is not registered. */
export async function readDestination(
  store: Store,
  { accountId, affiliate }: PayeeOfChange,
): Promise<Recipient & { clabe: string | null }> {
  const [account, registered] = await Promise.all([
    store.db
      .selectFrom('accounts')
      .select(['payout_clabe', 'email'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow(),
    affiliate === ''
      ? undefined
      : rowOf(store.db, 'affiliates', { account_id: accountId, affiliate }, ['clabe', 'email']),
  ])
  if (affiliate === '') return { clabe: account.payout_clabe, email: account.email, affiliateEmail: undefined }
  if (registered === undefined) throw new Failure('resource-unknown')
  return { clabe: registered.clabe, email: account.email, affiliateEmail: registered.email }
}

/** Changes the payout account. `Unmet` when it is not `from` any more. */
export function destinationWrite({ accountId, affiliate }: PayeeOfChange, from: string | null, to: string): Write {
  return affiliate === ''
    ? update('accounts', { payout_clabe: to }, { id: accountId, payout_clabe: from })
    : update('affiliates', { clabe: to }, { account_id: accountId, affiliate, clabe: from ?? '' })
}
