// The lines of a refund, and of the merchant's reserve for refunds.
import { type Line, move, receivableOf } from '../ledger/postings.ts'
import type { RefundParts } from '../operations/returned-parts.ts'
import type { OperationRow } from '../operations/tables.ts'

/** A refund is booked: from here on it is owed to the payer, by card or by transfer. */
export function refundLines(refund: RefundParts): Line[] {
  const { amount_centavos: amount, fee_centavos: fee, iva_centavos: iva, affiliate_centavos: affiliate } = refund
  const lines: Line[] = [
    { account: 'payable:returns', amountCentavos: -amount },
    { account: 'payable:merchant', amountCentavos: amount - fee - iva - affiliate },
    { account: 'income:fees', amountCentavos: fee },
    { account: 'payable:iva', amountCentavos: iva },
    { account: 'payable:affiliate', amountCentavos: affiliate },
  ]
  return lines.filter((line) => line.amountCentavos !== 0)
}

/** A cancelled refund: the same lines with opposite signs. */
export function refundCancelledLines(refund: RefundParts): Line[] {
  return refundLines(refund).map((line) => ({ ...line, amountCentavos: -line.amountCentavos }))
}

/** The rail of the payment, and the acquirer that has it. */
interface Carried extends Pick<OperationRow, 'rail'> {
  network: string | undefined
}

/** The acquirer gave a refund back to the card, and owes us less by its amount. */
export function refundSentLines({ rail, network }: Carried, amountCentavos: number): Line[] {
  return move('payable:returns', receivableOf(rail, network), amountCentavos)
}

/** Money of the reserve is moved to what the merchant is owed, to be refunded. */
export function reserveUsedLines(amountCentavos: number): Line[] {
  return move('payable:reserve', 'payable:merchant', amountCentavos)
}

/** The merchant sets money aside (positive), or takes it back (negative). */
export function reserveMovedLines(amountCentavos: number): Line[] {
  return move('payable:merchant', 'payable:reserve', amountCentavos)
}
