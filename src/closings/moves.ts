// The legal moves between the states of packages of months.
import { movesOf } from '../store/moves.ts'

export const packageMoves = movesOf('month_packages', { making: ['made'], made: [] })
