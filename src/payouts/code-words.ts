// The words of payouts and of affiliates.
import type { ListWords, StateWords } from '../core/state-words.ts'

export const payoutStateWords = {
  pending: ['en camino', 'on its way', 'waiting'],
  paid: ['pagada', 'paid', 'good'],
  failed: ['falló', 'failed', 'bad'],
  returned: ['regresó', 'came back', 'bad'],
} as const satisfies StateWords

/** The change of the account that an affiliate is paid to. */
export const accountChangeWords = {
  requested: ['pedido', 'requested', 'waiting'],
  confirmed: ['confirmado', 'confirmed', 'waiting'],
  changed: ['hecho', 'done', 'good'],
  cancelled: ['cancelado', 'cancelled', ''],
  lapsed: ['vencido', 'lapsed', ''],
  guessed: ['con demasiados intentos', 'too many tries', 'bad'],
} as const satisfies StateWords

export const payoutLists = {
  '/v1/payouts': { status: payoutStateWords },
  '/v1/affiliates': { 'change.status': accountChangeWords },
} as const satisfies ListWords
