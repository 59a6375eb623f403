// The event that tries a webhook.
import Type from 'typebox'
import { choice } from '../api/fields.ts'
import type { EventBodies } from '../events/append.ts'

const WebhookPing = Type.Object(
  { type: choice(['webhook.ping']), webhook: Type.String(), timestamp: Type.String() },
  { title: 'WebhookPing' },
)

export const webhookEvents = {
  'webhook.ping': WebhookPing,
} satisfies EventBodies
