// The legal moves between the states of statements.
import { movesOf } from '../store/moves.ts'

/** A statement that another one corrects is read no more. */
export const statementMoves = movesOf('statements', { reading: ['done'], done: ['corrected'], corrected: [] })
