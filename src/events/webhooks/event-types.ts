// The name of the event that tries a webhook, with its words in the console.
import type { EventWords } from '../../core/language/event-words.ts'

export const webhookEventTypes = {
  'webhook.ping': ['prueba de webhook', 'webhook ping', 'when tried'],
} as const satisfies EventWords
