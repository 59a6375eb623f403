// Why an answer to a dispute cannot be handed in, in both languages.
import type { Phrase } from '../core/language/phrases.ts'

export const disputeReasons: readonly Phrase[] = [
  ['the connector cannot submit answers', 'el conector no puede entregar respuestas'],
  ['the dispute was reported by another acquirer', 'otro adquirente reportó la aclaración'],
]
