// The event that tries a webhook.
import Type, { type TSchema } from 'typebox'
import { choice } from '../../api/fields.ts'
import type { webhookEventTypes } from './event-types.ts'

const WebhookPing = Type.Object(
  { type: choice(['webhook.ping']), webhook: Type.String(), timestamp: Type.String() },
  { title: 'WebhookPing' },
)

export const webhookEvents = {
  'webhook.ping': WebhookPing,
} satisfies Record<keyof typeof webhookEventTypes, TSchema>
