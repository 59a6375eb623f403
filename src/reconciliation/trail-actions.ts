// Changes of statements that are on the audit trail, in words for people.
import type { ActionWords } from '../core/language/action-words.ts'

export const reconciliationActions = {
  'statement_line.closed': ['Línea de un estado de cuenta dada por perdida', 'Line of a statement written off'],
  'statement.corrected': ['Estado de cuenta corregido por otro', 'Statement corrected by another'],
} satisfies ActionWords
