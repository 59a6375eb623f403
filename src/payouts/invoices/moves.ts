// The legal moves between the states of requests for the stamp of an invoice.
import { movesOf } from '../../store/moves.ts'

/** After a refusal the merchant may ask again, with other data. */
export const stampMoves = movesOf('fee_stamps', { pending: ['stamped', 'refused'], stamped: [], refused: ['pending'] })
