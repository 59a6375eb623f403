// The names of the events of the books, with their words in the console.
import type { EventWords } from '../core/language/event-words.ts'

export const ledgerEventTypes = {
  'books.head': ['sello de los libros', 'checkpoint of the books', 'by name'],
} as const satisfies EventWords
