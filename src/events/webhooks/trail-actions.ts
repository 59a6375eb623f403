// Changes of webhooks that are on the audit trail, in words for people.
import type { ActionWords } from '../../core/language/action-words.ts'

export const webhookActions = {
  'webhook.created': ['Webhook agregado', 'Webhook added'],
  'webhook.changed': ['Webhook cambiado', 'Webhook changed'],
  'webhook.secret_rotated': ['Secreto de webhook renovado', 'Webhook secret rotated'],
  'webhook.deleted': ['Webhook quitado', 'Webhook removed'],
} satisfies ActionWords
