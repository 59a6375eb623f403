// The legal moves between the states of payouts.
import { movesOf } from '../store/moves.ts'

/** The bank may return what it had settled, days later, and settle what it had refused. */
export const payoutMoves = movesOf('payouts', {
  pending: ['paid', 'failed', 'returned'],
  paid: ['returned'],
  failed: ['paid'],
  returned: [],
})
