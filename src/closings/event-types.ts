// The names of the events of months that an account closes, with their words in the console.
import type { EventWords } from '../core/language/event-words.ts'

export const closingEventTypes = {
  'ledger.month_closed': ['mes de los libros cerrado', 'month of the books closed'],
} as const satisfies EventWords
