// The legal moves between the states of approvals.
import { movesOf } from '../store/moves.ts'

/**
 * An approval that cannot be carried out waits again, or ends when there is nothing left to do. Of two people who approve at the same time, one may
 * be refused because the other has done it.
 */
export const approvalMoves = movesOf('approvals', {
  asked: ['approved', 'done', 'refused', 'withdrawn', 'gone'],
  approved: ['asked', 'done', 'withdrawn', 'gone'],
  done: [],
  refused: [],
  withdrawn: [],
  gone: ['done'],
})
