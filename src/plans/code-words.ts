// The words of subscriptions.
import type { ListWords, StateWords } from '../core/language/state-words.ts'

export const subscriptionStateWords = {
  active: ['activa', 'active', 'good'],
  paused: ['en pausa', 'paused', 'waiting'],
  cancelled: ['terminada', 'ended', ''],
} as const satisfies StateWords

/** Why a subscription is paused. */
export const pauseWords = {
  asked: ['se pidió', 'asked for', 'waiting'],
  declined: ['tarjeta declinada', 'card declined', 'bad'],
  card_expired: ['tarjeta vencida', 'card expired', 'bad'],
  card_removed: ['tarjeta eliminada', 'card removed', 'bad'],
  stopped: ['detenida por una regla', 'stopped by a rule', 'bad'],
} as const satisfies StateWords

export const planLists = {
  '/v1/plan/:plan/customers': { status: subscriptionStateWords, paused_because: pauseWords },
} as const satisfies ListWords
