// The words of subscriptions.
import type { ListWords, StateWords } from '../core/state-words.ts'

export const subscriptionStateWords = {
  active: ['activa', 'active', 'good'],
  paused: ['en pausa', 'paused', 'waiting'],
  cancelled: ['terminada', 'ended', ''],
} as const satisfies StateWords

export const planLists = {
  '/v1/plan/:plan/customers': { status: subscriptionStateWords },
} as const satisfies ListWords
