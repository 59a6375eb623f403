// The words of webhooks and their deliveries.
import type { CodeWords, ListWords, StateWords } from '../../core/language/state-words.ts'

export const webhookStateWords = {
  active: ['activo', 'active', 'good'],
  paused: ['en pausa', 'paused', 'waiting'],
  disabled: ['apagado', 'disabled', 'bad'],
} as const satisfies StateWords

/** The same of a webhook that nothing reaches. */
export const failingWebhookWords: StateWords = { ...webhookStateWords, active: ['no entrega', 'not delivering', 'bad'] }

/** Why a webhook gets nothing. */
export const pauseWords = {
  'by-merchant': ['lo pausó el comercio', 'the merchant paused it'],
  failing: ['fallaba', 'it was failing'],
  gone: ['su servidor dijo que ya no existe', 'its server said that it is gone'],
} as const satisfies CodeWords

export const deliveryStateWords = {
  pending: ['pendiente', 'pending', 'waiting'],
  delivered: ['entregada', 'delivered', 'good'],
  failed: ['falló', 'failed', 'bad'],
  cancelled: ['cancelada', 'cancelled', ''],
} as const satisfies StateWords

export const webhookLists = {
  '/v1/webhook': { status: webhookStateWords, paused_reason: pauseWords },
} as const satisfies ListWords
