// What a refund writes of its operation: the sums that the operation's record shows, and the totals of the day.
import type { Operation } from '../store/operation.ts'
import type { Store } from '../store/store.ts'
import type { RefundRow } from '../store/tables.ts'
import { run, type Write } from '../store/write.ts'
import { addPosted } from './record.ts'

/** What is added to the sums of an operation's refunds, in centavos; negative: taken off. */
export interface RefundSums {
  refunded?: number
  settled?: number
  failed?: number
}

/** A refund moved on, failed or was cancelled: sums, so that two refunds of an operation do not wait for each other. */
export function refundSumsWrite({ db }: Pick<Store, 'db'>, operationId: string, sums: RefundSums): Write {
  const { refunded = 0, settled = 0, failed = 0 } = sums
  const query = db
    .updateTable('operations')
    .set((eb) => ({
      refunded_centavos: eb('refunded_centavos', '+', refunded),
      refunds_settled_centavos: eb('refunds_settled_centavos', '+', settled),
      refunds_failed_centavos: eb('refunds_failed_centavos', '+', failed),
    }))
    .where('id', '=', operationId)
    .where('status', '=', 'paid')
  return run(query.compile(), 1)
}

type Refunded = Pick<RefundRow, 'amount_centavos' | 'fee_centavos' | 'iva_centavos' | 'affiliate_centavos'>

/** Counts a refund on the day on which it is booked, or (-1) takes it off on the day on which it is cancelled. */
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
