// The legal moves between the states of checkouts.
import { movesOf } from '../store/moves.ts'

/** A voucher of a checkout that has ended may still be paid. */
export const checkoutMoves = movesOf('checkouts', {
  open: ['paid', 'expired', 'cancelled'],
  paid: [],
  expired: ['paid'],
  cancelled: ['paid'],
})
