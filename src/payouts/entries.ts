// The lines of a payout to a merchant or an affiliate.
import { type LedgerAccount, type Line, move } from '../ledger/postings.ts'
import type { PayoutRow } from './tables.ts'

type PaidOut = Pick<PayoutRow, 'affiliate' | 'amount_centavos'>

/** The account that a payout is taken from: the merchant's or the affiliates' payable. */
function owedOn({ affiliate }: PaidOut): LedgerAccount {
  return affiliate === '' ? 'payable:merchant' : 'payable:affiliate'
}

/** A payout is booked: its amount moves from the payable to `payouts`. */
export function payoutLines(payout: PaidOut): Line[] {
  return move(owedOn(payout), 'payouts', payout.amount_centavos)
}

/** The bank settled the payout, perhaps after it had refused it: then the amount was owed again. */
export function payoutSentLines(payout: PaidOut, hadFailed: boolean): Line[] {
  return move(hadFailed ? owedOn(payout) : 'payouts', 'receivable:bank', payout.amount_centavos)
}

/** The bank refused the payout: the amount is owed again. */
export function payoutFailedLines(payout: PaidOut): Line[] {
  return move('payouts', owedOn(payout), payout.amount_centavos)
}

/** The bank sent the payout back, settled or not: the amount is owed again. */
export function payoutReturnedLines(payout: PaidOut, wasPaid: boolean): Line[] {
  return move(wasPaid ? 'receivable:bank' : 'payouts', owedOn(payout), payout.amount_centavos)
}
