// The words of webhooks and their deliveries.
import type { ListWords, StateWords } from '../../core/state-words.ts'

export const webhookStateWords = {
  active: ['activo', 'active', 'good'],
  paused: ['en pausa', 'paused', 'waiting'],
  disabled: ['apagado', 'disabled', 'bad'],
} as const satisfies StateWords

/** The same of a webhook that nothing reaches. */
export const failingWebhookWords: StateWords = { ...webhookStateWords, active: ['no entrega', 'not delivering', 'bad'] }

export const deliveryStateWords = {
  pending: ['pendiente', 'pending', 'waiting'],
  delivered: ['entregada', 'delivered', 'good'],
  failed: ['falló', 'failed', 'bad'],
  cancelled: ['cancelada', 'cancelled', ''],
} as const satisfies StateWords

export const webhookLists = {
  '/v1/webhooks': { status: webhookStateWords },
} as const satisfies ListWords
