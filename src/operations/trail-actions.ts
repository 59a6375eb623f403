// Changes of reversals that are on the audit trail, in words for people.
import type { ActionWords } from '../core/language/action-words.ts'

export const operationActions = {
  'reversal.closed': ['Cancelación cerrada', 'Reversal closed'],
} satisfies ActionWords
