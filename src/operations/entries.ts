// The lines of a payment that is paid or reversed.
import { affiliatePart, type Shared } from '../core/affiliate-part.ts'
import { rails } from '../core/rail.ts'
import { type Line, placeOf, receivableOf } from '../ledger/postings.ts'
import type { OperationRow } from './tables.ts'

type Priced = Pick<
  OperationRow,
  'rail' | 'network' | 'total_centavos' | 'fee_centavos' | 'iva_centavos' | 'affiliate_centavos'
>
type Reversed = Priced & Shared

/** A payment: the network owes the total; the merchant, the affiliate and the treasury are owed their parts. */
export function paymentLines(operation: Priced): Line[] {
  const { total_centavos: total, fee_centavos: fee, iva_centavos: iva, affiliate_centavos: affiliate } = operation
  const lines: Line[] = [
    { ...receivableOf(operation.rail, operation.network), amountCentavos: total },
    { account: 'payable:merchant', amountCentavos: -(total - fee - iva - affiliate) },
    { account: 'income:fees', amountCentavos: -fee },
    { account: 'payable:iva', amountCentavos: -iva },
    { account: 'payable:affiliate', amountCentavos: -affiliate },
  ]
  return lines.filter((line) => line.amountCentavos !== 0)
}

/**
 * A reversal: the lines of the payment with their signs turned, fees included. The merchant bears the share that an affiliate keeps. Where the
 * network takes the payment back, it owes us that much less at once; where the money is transferred, it is owed to the payer until it has left
 * (`transferLines`).
 */
export function reversalLines(operation: Reversed): Line[] {
  const receivable = receivableOf(operation.rail, operation.network)
  const from = rails[operation.rail].reversal === 'transfer' ? placeOf('payable:returns') : receivable
  const affiliate = affiliatePart(operation, { amountCentavos: operation.total_centavos })
  return paymentLines({ ...operation, affiliate_centavos: affiliate }).map((line) => ({
    ...(line.account === receivable.account ? from : { account: line.account }),
    amountCentavos: -line.amountCentavos,
  }))
}
