// The legal moves between the states of exports.
import { movesOf } from '../store/moves.ts'

export const exportMoves = movesOf('exports', {
  pending: ['finished', 'failed'],
  finished: ['expired'],
  failed: [],
  expired: [],
})
