// The names of the events of customers, with their words in the console.
import type { EventWords } from '../core/language/event-words.ts'

export const customerEventTypes = {
  'customer.created': ['cliente nuevo', 'customer created'],
  'customer.updated': ['cliente cambiado', 'customer updated'],
  'customer.deleted': ['cliente borrado', 'customer deleted'],
} as const satisfies EventWords
