// One try to deliver one event to one endpoint, and what is written of it.
import type { Clock } from '../core/clock.ts'
import { instantPlus } from '../core/time.ts'
import type { Store } from '../store/store.ts'
import type { EventRow, WebhookDeliveryRow, WebhookEndpointRow } from '../store/tables.ts'
import { insert, run, Unmet, update, type Write } from '../store/write.ts'
import type { AtRest } from '../vault/at-rest.ts'
import { openSecret } from './endpoints.ts'
import { type Faults, faultsOf } from './faults.ts'
import type { Poster, Reply } from './post.ts'
import { PAUSE_AFTER_MS, retryAfterMs, WEBHOOK_WAITS_MS, waitAfter } from './retry.ts'
import { newWebhookSecret, webhookSignature } from './signature.ts'

const GONE = 410
const DROPPED = 'dropped on demand'

export interface AttemptNeeds {
  store: Store
  clock: Clock
  atRest: AtRest
  poster: Poster
}

export interface Attempted {
  endpoint: WebhookEndpointRow
  delivery: WebhookDeliveryRow
  event: EventRow
  /** What the event says; it is sent as JSON. */
  payload: Record<string, unknown>
}

/** Sends and records. Answers whether the receiver took it. A lease that was lost meanwhile leaves the record to its new holder. */
export async function attempt(needs: AttemptNeeds, one: Attempted): Promise<boolean> {
  const at = needs.clock.now()
  const reply = await send(needs, one)
  const delivered = isDelivered(reply)
  const writes = delivered ? successWrites(needs, one) : failureWrites(needs, one, reply)
  const { event_id, endpoint_id, attempts } = one.delivery
  const row = {
    event_id,
    endpoint_id,
    attempt: attempts + 1,
    at,
    duration_ms: reply.durationMs,
    status: reply.status ?? null,
    error: reply.error ?? null,
    answer: reply.answer,
  }
  await needs.store.commit([insert('delivery_attempts', row), ...writes]).catch((error: unknown) => {
    if (!(error instanceof Unmet)) throw error
  })
  return delivered
}

function isDelivered({ status }: Reply): boolean {
  return status !== undefined && status >= 200 && status < 300
}

async function send({ clock, atRest, poster }: AttemptNeeds, one: Attempted): Promise<Reply> {
  const { endpoint, delivery, event } = one
  const faults: Faults = { ...faultsOf(endpoint), ...faultsOf(event) }
  if (delivery.tries < (faults.drop ?? 0)) {
    return { status: undefined, error: DROPPED, answer: '', retryAfter: undefined, durationMs: 0 }
  }
  const body = JSON.stringify(one.payload)
  // Receivers compare with their own time, so the real one is signed even when the sandbox's clock was moved.
  const timestamp = Math.floor(clock.wallMs() / 1_000)
  const secrets =
    delivery.tries < (faults.wrong_signature ?? 0) ? [newWebhookSecret()] : secretsOf(atRest, endpoint, clock.now())
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

/** The secret, and for a day after a rotation the one before it too. */
function secretsOf(atRest: AtRest, endpoint: WebhookEndpointRow, now: string): string[] {
  const secrets = [openSecret(atRest, endpoint.id, endpoint.sealed_secret)]
  const { sealed_previous: previous, previous_until: until } = endpoint
  if (previous !== null && until !== null && until > now) secrets.push(openSecret(atRest, endpoint.id, previous))
  return secrets
}

function successWrites({ store }: AttemptNeeds, { endpoint, delivery }: Attempted): Write[] {
  const done = deliveryWrite(delivery, { state: 'delivered', due_at: null })
  if (endpoint.failing_since === null) return [done]
  const recovered = store.db.updateTable('webhook_endpoints').set({ failing_since: null }).where('id', '=', endpoint.id)
  return [done, run(recovered.compile())]
}

function failureWrites({ store, clock }: AttemptNeeds, { endpoint, delivery }: Attempted, reply: Reply): Write[] {
  const now = clock.now()
  const since = endpoint.failing_since ?? now
  const tries = delivery.tries + 1
  const wait = waitAfter(WEBHOOK_WAITS_MS, tries, { retryAfterMs: retryAfterMs(reply.retryAfter, clock.wallMs()) })
  const givenUp = wait === undefined || reply.status === GONE
  const failing = store.db.updateTable('webhook_endpoints').where('id', '=', endpoint.id)
  const standing =
    reply.status === GONE
      ? failing.set({ state: 'disabled', state_reason: 'gone', failing_since: since })
      : clock.epochMs() - Date.parse(since) >= PAUSE_AFTER_MS
        ? failing.set({ state: 'paused', state_reason: 'failing' }).where('state', '=', 'active')
        : failing.set({ failing_since: since }).where('failing_since', 'is', null)
  const rehearsed = reply.error === DROPPED
  return [
    deliveryWrite(
      delivery,
      givenUp ? { state: 'failed', due_at: null } : { state: 'pending', due_at: instantPlus(now, wait) },
    ),
    ...(rehearsed ? [] : [run(standing.compile())]),
  ]
}

function deliveryWrite(delivery: WebhookDeliveryRow, change: Pick<WebhookDeliveryRow, 'state' | 'due_at'>): Write {
  const { event_id, endpoint_id, leased_until } = delivery
  return update(
    'webhook_deliveries',
    { ...change, tries: delivery.tries + 1, attempts: delivery.attempts + 1, leased_until: 0 },
    { event_id, endpoint_id, state: 'pending', leased_until },
  )
}
