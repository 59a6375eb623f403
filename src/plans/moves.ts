// The legal moves between the states of subscriptions.
import { movesOf } from '../store/moves.ts'

export const subscriptionMoves = movesOf('subscriptions', {
  active: ['paused', 'cancelled'],
  paused: ['active', 'cancelled'],
  cancelled: [],
})
