// The legal moves between the states of deliveries.
import { movesOf } from '../../store/moves.ts'

/** A delivered or given-up webhook is sent again at the merchant's request. */
export const deliveryMoves = movesOf('webhook_deliveries', {
  pending: ['delivered', 'failed', 'cancelled'],
  delivered: ['pending'],
  failed: ['pending'],
  cancelled: [],
})
