// The words of received payments.
import type { CodeWords, ListWords } from '../core/state-words.ts'

export const receivedRailWords = {
  store: ['efectivo en tienda', 'cash at a store'],
  spei: ['transferencia SPEI', 'SPEI transfer'],
} as const satisfies CodeWords

export const receivedOutcomeWords = {
  settled: ['pagó', 'paid'],
  returned: ['se devuelve', 'is returned'],
  unmatched: ['de nadie', 'of nobody'],
  suspended: ['en suspenso', 'in suspense'],
  accepted: ['aceptado', 'accepted'],
  'given-back': ['devuelto', 'given back'],
  'taken-back': ['la red lo retiró', 'the network took it back'],
  'never-received': ['nunca llegó', 'it never came'],
  refused: ['rechazado', 'refused'],
} as const satisfies CodeWords

/** How a payment leaves suspense. */
export const releaseWords = {
  return: ['devolver', 'give back'],
  accept: ['aceptar', 'accept'],
  'never-received': ['nunca llegó', 'it never came'],
} as const satisfies CodeWords

export const receivedLists = {
  '/v1/received-payments': {
    rail: receivedRailWords,
    outcome: receivedOutcomeWords,
    'release.action': releaseWords,
  },
} as const satisfies ListWords
