// Reads what entries book as owed to be sent, and whether a transfer's money has left.
import type { Kysely } from 'kysely'
import type { Tables } from '../store/tables.ts'
import type { EntryName, LedgerAccount } from './postings.ts'

/** The entries that a transfer has once its money has moved, or was written off. */
export function leftNames(transferId: string): EntryName[] {
  return [`${transferId}:accepted`, `${transferId}:sent`, `${transferId}:written-off`]
}

/** Where the entry that books a transfer credits what is owed until it is sent. */
const owedOn: LedgerAccount[] = ['payable:returns', 'payouts']

/** Reads entries by their names: whether one is there, and how much one of an account books as owed until it is sent, in centavos. */
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
