// The legal moves between the states of captures and of advices.
import { movesOf } from '../store/moves.ts'

/** It is done when the acquirer says so after an operator closed it as not carried out. */
export const captureMoves = movesOf('captures', { pending: ['done', 'refused'], done: [], refused: ['done'] })

/** An advice is sent again when the acquirer reports the approval later: it may not have known the charge before. A person closes a refused one. */
export const adviceMoves = movesOf('advices', {
  pending: ['acknowledged', 'refused'],
  acknowledged: ['pending'],
  refused: ['pending', 'closed'],
  closed: ['pending'],
})
