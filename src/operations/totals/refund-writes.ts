// The writes of a refund to the totals of its day.
import type { RefundRow } from '../../refunds/tables.ts'
import type { Operation } from '../../store/operation.ts'
import type { Write } from '../../store/write.ts'
import { addPosted } from './writes.ts'

type Refunded = Pick<RefundRow, 'amount_centavos' | 'fee_centavos' | 'iva_centavos' | 'affiliate_centavos'>

/** Counts a refund on the day on which it is booked, or (-1) subtracts it on the day on which it is cancelled. */
export function refundTotalsWrite(
  operation: Operation,
  refund: Refunded,
  { day, sign }: { day: string; sign: 1 | -1 },
): Write {
  const counted = {
    account_id: operation.account_id,
    rail: operation.rail,
    card_brand: operation.card_brand,
    operator: operation.operator,
    status: 'refunded' as const,
    operations: sign,
    total_centavos: sign * refund.amount_centavos,
    commission_centavos: sign * (refund.fee_centavos + refund.iva_centavos + refund.affiliate_centavos),
  }
  return addPosted([
    { ...counted, unit: 'day', period: day },
    { ...counted, unit: 'month', period: day.slice(0, 7) },
  ])
}
