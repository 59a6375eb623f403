// The names of the events of card testing, with their words in the console.
import type { EventWords } from '../../core/language/event-words.ts'

export const riskEventTypes = {
  'card_testing.suspected': ['posible prueba de tarjetas', 'card testing suspected'],
} as const satisfies EventWords
