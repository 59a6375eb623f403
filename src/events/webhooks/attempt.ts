// One try to deliver one event to one endpoint.
import type { EventRow } from '../tables.ts'
import { openSecret } from './endpoints.ts'
import { type Faults, faultsOf } from './faults.ts'
import type { DeliveryNeeds } from './needs.ts'
import type { Reply } from './post.ts'
import { newWebhookSecret, webhookSignature } from './signature.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from './tables.ts'

/** The error of a try that a fault on demand dropped. */
export const DROPPED = 'dropped on demand'

/** An endpoint as it is now, and its signing secrets: see `secretsOf`. */
export interface Addressee {
  endpoint: WebhookEndpointRow
  secrets: readonly string[]
}

/** A leased delivery with its content. */
export interface Parcel {
  delivery: WebhookDeliveryRow
  event: EventRow
  /** The body of the event, as JSON. */
  body: string
}

/** Sends the delivery and returns the result. Never throws. */
export async function attempt(
  { clock, poster }: Pick<DeliveryNeeds, 'clock' | 'atRest' | 'poster'>,
  { endpoint, secrets: current }: Addressee,
  { delivery, event, body }: Parcel,
): Promise<Reply> {
  const faults: Faults = { ...faultsOf(endpoint), ...faultsOf(event) }
  if (delivery.tries < (faults.drop ?? 0)) {
    return { status: undefined, error: DROPPED, answer: '', retryAfter: undefined, durationMs: 0 }
  }
  // Real time, also when the sandbox's clock was moved, because receivers compare it with their own clock.
  const timestamp = Math.floor(clock.wallMs() / 1_000)
  const secrets = delivery.tries < (faults.wrong_signature ?? 0) ? [newWebhookSecret()] : current
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Cobro-Webhooks/1',
    'webhook-id': event.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': webhookSignature(secrets, { id: event.id, timestamp, body }),
    'webhook-event': event.type,
  }
  const copies = Array.from({ length: 1 + (faults.duplicate ?? 0) }, () => poster.post(endpoint.url, headers, body))
  const [first] = await Promise.all(copies)
  return first as Reply
}

export function isDelivered({ status }: Reply): boolean {
  return status !== undefined && status >= 200 && status < 300
}

/** The secret of an endpoint, and for a day after a rotation also the previous one. */
export function secretsOf(
  { clock, atRest }: Pick<DeliveryNeeds, 'clock' | 'atRest' | 'poster'>,
  endpoint: WebhookEndpointRow,
): string[] {
  const secrets = [openSecret(atRest, endpoint, endpoint.sealed_secret)]
  const { sealed_previous: previous, previous_until: until } = endpoint
  if (previous !== null && until !== null && until > clock.now()) secrets.push(openSecret(atRest, endpoint, previous))
  return secrets
}
