// Where payouts of a merchant or an affiliate go: read, and sent elsewhere by one conditional write.
import { Failure } from '../core/failure.ts'
import type { Store } from '../store/store.ts'
import { update, type Write } from '../store/write.ts'

/** Whose payouts, of which account. */
export interface PayeeOfChange {
  accountId: string
  affiliate: string
}

/** Who is told by e-mail: the account, and the affiliate whose payouts are meant. */
export interface Told {
  email: string
  affiliateEmail: string | undefined
}

/** Where payouts go now. Fails with `resource-unknown` when nobody is registered as this affiliate. */
export async function readDestination(
  store: Store,
  { accountId, affiliate }: PayeeOfChange,
): Promise<Told & { clabe: string | null }> {
  const [account, registered] = await Promise.all([
    store.db
      .selectFrom('accounts')
      .select(['payout_clabe', 'email'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow(),
    affiliate === ''
      ? undefined
      : store.db
          .selectFrom('affiliates')
          .select(['clabe', 'email'])
          .where('account_id', '=', accountId)
          .where('affiliate', '=', affiliate)
          .executeTakeFirst(),
  ])
  if (affiliate === '') return { clabe: account.payout_clabe, email: account.email, affiliateEmail: undefined }
  if (registered === undefined) throw new Failure('resource-unknown')
  return { clabe: registered.clabe, email: account.email, affiliateEmail: registered.email }
}

/** Sends payouts to another account. `Unmet` when they do not go to `from` any more. */
export function destinationWrite({ accountId, affiliate }: PayeeOfChange, from: string | null, to: string): Write {
  return affiliate === ''
    ? update('accounts', { payout_clabe: to }, { id: accountId, payout_clabe: from })
    : update('affiliates', { clabe: to }, { account_id: accountId, affiliate, clabe: from ?? '' })
}
