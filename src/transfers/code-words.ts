// The words of transfers.

import type { CodeWords, ListWords, StateWords } from '../core/language/state-words.ts'
import { reasonText } from '../reasons.ts'

export const transferKindWords = {
  return: ['pago devuelto', 'payment returned'],
  refund: ['devolución', 'refund'],
  payout: ['liquidación', 'payout'],
} as const satisfies CodeWords

export const transferStateWords = {
  pending: ['por enviar', 'to be sent', 'waiting'],
  accepted: ['la tiene el banco', 'the bank has it', 'waiting'],
  settled: ['llegó', 'arrived', 'good'],
  rejected: ['rechazada', 'rejected', 'bad'],
  returned: ['regresó', 'came back', 'bad'],
  withheld: ['retenida', 'withheld', 'bad'],
  closed: ['cerrada', 'closed', ''],
} as const satisfies StateWords

export const transferLists = {
  '/v1/transfers': { kind: transferKindWords, status: transferStateWords, reason: reasonText },
} as const satisfies ListWords
