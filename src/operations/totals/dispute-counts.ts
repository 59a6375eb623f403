// What a dispute adds to the totals by day of posting. Its amount counts on the day on which it is taken, and is subtracted on the day on which
// it comes back; its fee is held until the dispute is decided, and a commission of the day on which it is lost.
import type { DisputeRow } from '../../disputes/tables.ts'
import type { PostedTotalRow } from '../tables.ts'

export type Disputed = Pick<DisputeRow, 'amount_centavos' | 'fee_centavos' | 'iva_centavos' | 'affiliate_centavos'>

/** What happens to the money of a dispute. */
export type DisputeStep = 'opened' | 'won' | 'lost' | 'recovered'

/** What each step adds (1) or subtracts (-1): the amount, the fee that is held, and the fee that is earned. */
const counts: Record<DisputeStep, { amount: 1 | 0 | -1; held: 1 | 0 | -1; fee: 1 | 0 | -1 }> = {
  opened: { amount: 1, held: 1, fee: 0 },
  won: { amount: -1, held: -1, fee: 0 },
  lost: { amount: 0, held: -1, fee: 1 },
  recovered: { amount: -1, held: 0, fee: -1 },
}

type Counted = Pick<PostedTotalRow, 'status' | 'operations' | 'total_centavos' | 'commission_centavos'>

/**
 * What a step counts: `disputed`, with a commission that is less the affiliate's part and has the fee of a lost dispute, and `held`, the fee with
 * its IVA of a dispute that is not decided.
 */
export function disputeCounts(dispute: Disputed, step: DisputeStep): Counted[] {
  const { amount, held, fee } = counts[step]
  const cost = dispute.fee_centavos + dispute.iva_centavos
  const disputed: Counted = {
    status: 'disputed',
    operations: amount,
    total_centavos: amount * dispute.amount_centavos || 0,
    commission_centavos: amount * dispute.affiliate_centavos - fee * cost || 0,
  }
  if (held === 0 || cost === 0) return [disputed]
  return [disputed, { status: 'held', operations: held, total_centavos: held * cost, commission_centavos: 0 }]
}
