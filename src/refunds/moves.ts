// The legal moves between the states of refunds.
import { movesOf } from '../store/moves.ts'

/**
 * A failed refund is sent again, or the merchant cancels it and gets the money back. A bank may return a settled refund
 * days later, and settle one that it had refused.
 */
export const refundMoves = movesOf('refunds', {
  pending: ['sent', 'settled', 'failed', 'returned', 'cancelled'],
  sent: ['settled', 'failed', 'returned'],
  settled: ['returned'],
  failed: ['pending', 'settled', 'cancelled'],
  returned: ['pending', 'cancelled'],
  cancelled: [],
})
