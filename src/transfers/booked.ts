// Reads the amounts that entries book to be sent, and whether a transfer's money has left.
import type { Kysely } from 'kysely'
import { postingsOf } from '../ledger/entry-lines.ts'
import { type EntryKey, type EntryName, isOneOf } from '../ledger/entry-name.ts'
import { UNMATCHED_ACCOUNT } from '../ledger/owner.ts'
import type { LedgerAccount } from '../ledger/postings.ts'
import { columns } from '../store/columns.ts'
import type { Tables } from '../tables.ts'
import type { TransferRow } from './tables.ts'

/** The names of the entries of a transfer whose money has moved or was written off. */
export function leftNames(transferId: string): EntryName[] {
  return [`${transferId}:accepted`, `${transferId}:sent`, `${transferId}:written-off`]
}

/** The keys of the same entries. */
export function leftKeys({ id, account_id }: Pick<TransferRow, 'id' | 'account_id'>): EntryKey[] {
  return leftNames(id).map((entry) => ({ accountId: account_id || UNMATCHED_ACCOUNT, entry }))
}

/** The accounts that the entry of a cause credits until its transfer is sent. */
const owedOn: string[] = ['payable:returns', 'payouts'] satisfies LedgerAccount[]

/** Reads entries by their keys: whether an entry exists, and how much it books to be sent for an account, in centavos. */
export async function readBooked(db: Kysely<Tables>, keys: EntryKey[]) {
  const rows =
    keys.length === 0 ? [] : await db.selectFrom('entries').select(columns.entries).where(isOneOf(keys)).execute()
  const lines = postingsOf(rows).filter(({ ledger_account }) => owedOn.includes(ledger_account))
  return {
    has: (name: EntryName) => lines.some((line) => line.entry === name),
    owed: (name: EntryName, accountId: string) =>
      lines
        .filter((line) => line.entry === name && line.account_id === accountId)
        .reduce((sum, line) => sum - line.amount_centavos, 0),
  }
}
