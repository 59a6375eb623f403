// The writes of a dispute to the totals: its amount counts on the day on which it is taken, and is subtracted on the day on
// which it comes back.
import type { Operation } from '../store/operation.ts'
import type { DisputeRow } from '../store/tables.ts'
import type { Write } from '../store/write.ts'
import { addPosted } from './totals-writes.ts'

type Disputed = Pick<DisputeRow, 'amount_centavos' | 'fee_centavos' | 'iva_centavos' | 'affiliate_centavos'>

/**
 * Counts a dispute on the day on which it takes its money, or (-1) subtracts it on the day on which the money is back. Its
 * fee adds to the commission, and the affiliate's part reduces it.
 */
export function disputeTotalsWrite(
  { account_id, rail, card_brand, operator }: Operation,
  dispute: Disputed,
  { day, sign }: { day: string; sign: 1 | -1 },
): Write {
  const counted = {
    ...{ account_id, rail, card_brand, operator, status: 'disputed' as const, operations: sign },
    total_centavos: sign * dispute.amount_centavos,
    commission_centavos: sign * (dispute.affiliate_centavos - dispute.fee_centavos - dispute.iva_centavos),
  }
  return addPosted([
    { ...counted, unit: 'day', period: day },
    { ...counted, unit: 'month', period: day.slice(0, 7) },
  ])
}
