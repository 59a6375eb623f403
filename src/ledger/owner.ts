// Who owns the entries of money that belongs to no account.
import { NO_ACCOUNT } from '../store/no-account.ts'

/** The ledger's owner of money that was paid into an unknown CLABE or reference. */
export const UNMATCHED_ACCOUNT = 'acc_unmatched'

/** The account whose books have a row: the row's own account, or the owner of money without an account. */
export function booksOf(accountId: string | null): string {
  return accountId === null || accountId === NO_ACCOUNT ? UNMATCHED_ACCOUNT : accountId
}
