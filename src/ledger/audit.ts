// What an audit checks of the books themselves: every entry balances, and the balances are a recount of the entries. The
// entries are read by `operations/audit`, beside the operations.
import type { Invariant } from '../audit/invariant.ts'
import { eachCounter } from '../audit/portions.ts'
import type { RoomAudit } from '../audit/room-audit.ts'
import type { Scan } from '../audit/scan.ts'
import { affiliateEntries, balanceKey, balances, entriesBalance, entryCauses, entryNamesHold } from './audit-entries.ts'

export const affiliateBalances: Invariant = {
  name: 'affiliate-balances',
  meaning: [
    'Lo que se debe a los afiliados es lo que resulta de sus partes y liquidaciones',
    'What affiliated users are owed equals a recount of their shares and payouts',
  ],
  compares: 1,
}

export const ledgerAudit: RoomAudit = {
  invariants: [entriesBalance, entryCauses, entryNamesHold, balances, affiliateBalances, affiliateEntries],
  scan: scanBalances,
}

async function scanBalances(scan: Scan): Promise<void> {
  const [ofBalances, ofAffiliates] = [scan.tally(balances), scan.tally(affiliateBalances)]
  await eachCounter(scan, 'balances', (row) => ofBalances.find(balanceKey(row), row.amount_centavos))
  await eachCounter(scan, 'affiliate_balances', (row) =>
    ofAffiliates.find(`${row.account_id} ${row.affiliate}`, row.amount_centavos),
  )
}
