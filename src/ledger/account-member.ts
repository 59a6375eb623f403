// An account of the ledger, as a member of requests and answers.
import { choice } from '../api/fields.ts'
import { ledgerAccounts } from './postings.ts'

export const LedgerAccountName = choice(ledgerAccounts, {
  title: 'LedgerAccount',
  description: 'An account of the ledger; `payable:merchant` is what you are owed',
})
