// The legal moves between the states of disputes and of their answers.
import { disputeMoves } from '../core/dispute.ts'
import { movesOf } from '../store/moves.ts'

export const movesOfDisputes = movesOf('disputes', disputeMoves)

export const answerMoves = movesOf('dispute_answers', { pending: ['taken', 'refused'], taken: [], refused: [] })
