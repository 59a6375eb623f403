// The names of the events of what a merchant owes, with their words in the console.
import type { EventWords } from '../../core/language/event-words.ts'

export const claimEventTypes = {
  'claim.opened': ['adeudo nuevo', 'new debt'],
  'claim.reminder': ['adeudo pendiente', 'debt still open'],
  'claim.settled': ['adeudo pagado', 'debt settled'],
} as const satisfies EventWords
