// The lines of a dispute that is opened, won, lost or recovered.
import type { Rail } from '../core/rail.ts'
import { combined, type Line, receivableOf } from '../ledger/postings.ts'
import type { DisputeRow } from './tables.ts'

/**
 * The amounts that a dispute takes: the disputed amount, of which the affiliate bears a part, and the fee for the dispute
 * with its IVA.
 */
type Disputed = Pick<DisputeRow, 'network' | 'amount_centavos' | 'fee_centavos' | 'iva_centavos' | 'affiliate_centavos'>

/** Amount and fee of a dispute leave what the merchant and the affiliate are owed, and are held back until it is decided. */
export function disputeOpenedLines(dispute: Disputed): Line[] {
  return combined([...ofPayees(dispute, 1), { account: 'payable:disputes', amountCentavos: -heldBack(dispute) }])
}

/** The merchant won: all of it is owed to them, and to the affiliate, again. */
export function disputeWonLines(dispute: Disputed): Line[] {
  return combined([{ account: 'payable:disputes', amountCentavos: heldBack(dispute) }, ...ofPayees(dispute, -1)])
}

/** The merchant lost: the network keeps the amount of what it owes us, and the fee is ours. */
export function disputeLostLines(rail: Rail, dispute: Disputed): Line[] {
  return combined([{ account: 'payable:disputes', amountCentavos: heldBack(dispute) }, ...kept(rail, dispute, 1)])
}

/** The bank gave up a dispute that was lost already: the network owes the amount again, and the fee goes back. */
export function disputeRecoveredLines(rail: Rail, dispute: Disputed): Line[] {
  return combined([...ofPayees(dispute, -1), ...kept(rail, dispute, -1)])
}

/** The parts that the merchant and the affiliate bear. `sign` 1 takes them, -1 gives them back. */
function ofPayees(dispute: Disputed, sign: 1 | -1): Line[] {
  const { affiliate_centavos: affiliate } = dispute
  return [
    { account: 'payable:merchant', amountCentavos: sign * (heldBack(dispute) - affiliate) },
    { account: 'payable:affiliate', amountCentavos: sign * affiliate },
  ]
}

/** The money of a lost dispute: the amount goes to the network, the fee to us. `sign` -1 when it is recovered. */
function kept(rail: Rail, dispute: Disputed, sign: 1 | -1): Line[] {
  return [
    { ...receivableOf(rail, dispute.network), amountCentavos: -sign * dispute.amount_centavos },
    { account: 'income:fees', amountCentavos: -sign * dispute.fee_centavos },
    { account: 'payable:iva', amountCentavos: -sign * dispute.iva_centavos },
  ]
}

function heldBack({ amount_centavos, fee_centavos, iva_centavos }: Disputed): number {
  return amount_centavos + fee_centavos + iva_centavos
}
