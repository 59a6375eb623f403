// Signs webhooks by Standard Webhooks 1.0.0, so that receivers can use its libraries.
import { createHmac } from 'node:crypto'
import { randomBytes } from '../../core/ids.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new secret, in the form for the merchant: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/**
 * The value of `webhook-signature`: `v1,<base64 of HMAC-SHA-256>` over `id.timestamp.body`, one for each secret, a blank
 * between them. `timestamp` is in whole seconds.
 */
export function webhookSignature(
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  return secrets
    .map((secret) => createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64')))
    .map((hmac) => `v1,${hmac.update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ')
}
