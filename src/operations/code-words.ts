// The words of operations.
import type { StateWords } from '../core/language/state-words.ts'

/** By the letter of the wire. */
export const operationStateWords = {
  P: ['pendiente', 'pending', 'waiting'],
  N: ['pagada', 'paid', 'good'],
  A: ['autorizada', 'authorised', 'waiting'],
  C: ['cancelada', 'cancelled', ''],
  E: ['vencida', 'expired', ''],
  D: ['declinada', 'declined', 'bad'],
} as const satisfies StateWords
