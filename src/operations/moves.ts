// The legal moves between the states of reversals.
import { movesOf } from '../store/moves.ts'

/**
 * A refused reversal may be asked for again. It is done when the network says so after an operator closed it as not carried out. For a voucher that
 * was paid after its reversal, which had changed nothing, `done` goes back to `pending`.
 */
export const reversalMoves = movesOf('reversals', {
  pending: ['done', 'refused'],
  refused: ['pending', 'done'],
  done: ['pending'],
})
