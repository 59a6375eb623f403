// The words of refunds.

import type { CodeWords, ListWords, StateWords } from '../core/language/state-words.ts'
import { reasonText } from '../reasons.ts'

export const refundStateWords = {
  pending: ['por enviar', 'to be sent', 'waiting'],
  sent: ['enviada', 'sent', 'waiting'],
  settled: ['recibida', 'received', 'good'],
  failed: ['falló', 'failed', 'bad'],
  returned: ['regresó', 'came back', 'bad'],
  cancelled: ['cancelada', 'cancelled', ''],
} as const satisfies StateWords

/** What a refund waits for. */
export const refundWaitWords = {
  balance: ['espera saldo', 'waits for balance', 'waiting'],
  details: ['espera la cuenta de quien pagó', 'waits for the payer’s account', 'waiting'],
} as const satisfies StateWords

const refundMethodWords = {
  card: ['a la tarjeta', 'to the card'],
  transfer: ['transferencia', 'transfer'],
} as const satisfies CodeWords

const columns = {
  status: refundStateWords,
  waits_for: refundWaitWords,
  method: refundMethodWords,
  failure: reasonText,
}

export const refundLists = {
  '/v1/refunds': columns,
  '/v1/operations/:id/refunds': columns,
} as const satisfies ListWords
