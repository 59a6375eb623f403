// One try to deliver one event to one endpoint.
import type { Clock } from '../../core/clock.ts'
import type { AtRest } from '../../vault/at-rest.ts'
import type { EventRow } from '../tables.ts'
import { openSecret } from './endpoints.ts'
import type { Poster, Reply } from './post.ts'
import { webhookSignature } from './signature.ts'
import type { WebhookDeliveryRow, WebhookEndpointRow } from './tables.ts'

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

/** The delivery was not tried: it waits longer. Only the sandbox answers so. */
export interface Postponed {
  dueAt: string
  /** Later events of its operation are sent meanwhile. */
  isOvertaken: boolean
}

/** Tries a delivery. Never throws. */
export type Send = (to: Addressee, parcel: Parcel) => Promise<Reply | Postponed>

/** Sends the delivery and returns the answer. Never throws. */
export async function attempt(
  { clock, poster }: { clock: Clock; poster: Poster },
  { endpoint, secrets }: Addressee,
  { event, body }: Parcel,
): Promise<Reply> {
  // Real time, also when the sandbox's clock was moved, because receivers compare it with their own clock.
  const timestamp = Math.floor(clock.wallMs() / 1_000)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Cobro-Webhooks/1',
    'webhook-id': event.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': webhookSignature(secrets, { id: event.id, timestamp, body }),
    'webhook-event': event.type,
  }
  return poster.post(endpoint.url, headers, body)
}

export function isDelivered({ status }: Reply): boolean {
  return status !== undefined && status >= 200 && status < 300
}

/** The secret of an endpoint, and for a day after a rotation also the previous one. */
export function secretsOf({ clock, atRest }: { clock: Clock; atRest: AtRest }, endpoint: WebhookEndpointRow): string[] {
  const secrets = [openSecret(atRest, endpoint, endpoint.sealed_secret)]
  const { sealed_previous: previous, previous_until: until } = endpoint
  if (previous !== null && until !== null && until > clock.now()) secrets.push(openSecret(atRest, endpoint, previous))
  return secrets
}
