// Reads the amounts that entries book to be sent, and whether a transfer's money has left.
import type { Kysely } from 'kysely'
import type { Tables } from '../store/tables.ts'
import type { EntryName } from './entry-name.ts'
import type { LedgerAccount } from './postings.ts'

/** The names of the entries of a transfer whose money has moved or was written off. */
export function leftNames(transferId: string): EntryName[] {
  return [`${transferId}:accepted`, `${transferId}:sent`, `${transferId}:written-off`]
}

/** The accounts that the entry of a cause credits until its transfer is sent. */
const owedOn: LedgerAccount[] = ['payable:returns', 'payouts']

/** Reads entries by their names: whether an entry exists, and how much it books to be sent for an account, in centavos. */
export async function readBooked(db: Kysely<Tables>, names: EntryName[]) {
  const lines =
    names.length === 0
      ? []
      : await db
          .selectFrom('postings')
          .select(['entry', 'account_id', 'amount_centavos'])
          .where('entry', 'in', names)
          .where('ledger_account', 'in', owedOn)
          .execute()
  return {
    has: (name: EntryName) => lines.some((line) => line.entry === name),
    owed: (name: EntryName, accountId: string) =>
      lines
        .filter((line) => line.entry === name && line.account_id === accountId)
        .reduce((sum, line) => sum - line.amount_centavos, 0),
  }
}
