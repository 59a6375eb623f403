// The legal moves between the states of requests to write a claim off.
import { movesOf } from '../../store/moves.ts'

export const writeOffMoves = movesOf('claim_write_offs', { asked: ['done', 'refused'], done: [], refused: [] })
