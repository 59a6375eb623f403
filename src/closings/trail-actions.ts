// Changes of months that an account closes that are on the audit trail, in words for people.
import type { ActionWords } from '../core/language/action-words.ts'

export const closingActions = {
  'ledger.month_closed': ['Mes de los libros cerrado', 'Month of the books closed'],
} satisfies ActionWords
