// The legal moves between the states of transfers.
import { transferMoves } from '../core/transfer.ts'
import { movesOf } from '../store/moves.ts'

export const movesOfTransfers = movesOf('transfers', transferMoves)
