// Whose entries are those of money that belongs to no account.
import { NO_ACCOUNT } from '../store/no-account.ts'

/** The ledger's owner of money that was paid into an unknown CLABE or reference. */
export const UNMATCHED_ACCOUNT = 'acc_unmatched'

/** The owner, in the ledger, of a row of an account or of none. */
export function booksOf(accountId: string | null): string {
  return accountId === null || accountId === NO_ACCOUNT ? UNMATCHED_ACCOUNT : accountId
}
