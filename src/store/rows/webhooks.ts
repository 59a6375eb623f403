// Rows: webhook endpoints, deliveries and tries.
import type { Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

/** A webhook endpoint. */
export interface WebhookEndpointRow {
  id: string
  account_id: string
  /** The client's own id of the endpoint, if it chose one. Unique in the account. */
  alias: string | null
  url: string
  description: string
  /** Its event types, a blank around each (` operation.paid customer.created `); null means all. */
  events: string | null
  /** Deliveries of a paused endpoint wait; a disabled endpoint answered 410 and gets no new ones. */
  state: 'active' | 'paused' | 'disabled'
  /** Why it is not active; empty otherwise. */
  state_reason: '' | 'by-merchant' | 'failing' | 'gone'
  sealed_secret: string
  /** The secret before the last rotation, which signs too until `previous_until`. */
  sealed_previous: string | null
  previous_until: Instant | null
  /** Since when no delivery has succeeded; null when the last one did. */
  failing_since: Instant | null
  /** The sandbox's faults on demand, JSON. */
  faults: string | null
  created_at: Instant
}

/** One event for one endpoint. */
export interface WebhookDeliveryRow {
  event_id: string
  endpoint_id: string
  account_id: string
  operation_id: string | null
  state: 'pending' | 'delivered' | 'failed' | 'cancelled'
  /** Tries of this round; a replay begins a new one. */
  tries: number
  /** Tries in all. */
  attempts: number
  /** Null once nothing is left to do. */
  due_at: Instant | null
  leased_until: number
  created_at: Instant
}

/** One try to deliver. */
export interface DeliveryAttemptRow {
  event_id: string
  endpoint_id: string
  /** From 1 on. */
  attempt: number
  at: string
  duration_ms: number
  /** The HTTP status of the answer; null without an answer. */
  status: number | null
  /** Why there was no answer. */
  error: string | null
  /** The first kilobyte of the answer, with card data masked. */
  answer: string
}

export const webhookColumns = {
  webhook_endpoints: all<WebhookEndpointRow>()(
    'id',
    'account_id',
    'alias',
    'url',
    'description',
    'events',
    'state',
    'state_reason',
    'sealed_secret',
    'sealed_previous',
    'previous_until',
    'failing_since',
    'faults',
    'created_at',
  ),
  webhook_deliveries: all<WebhookDeliveryRow>()(
    'event_id',
    'endpoint_id',
    'account_id',
    'operation_id',
    'state',
    'tries',
    'attempts',
    'due_at',
    'leased_until',
    'created_at',
  ),
  delivery_attempts: all<DeliveryAttemptRow>()(
    'event_id',
    'endpoint_id',
    'attempt',
    'at',
    'duration_ms',
    'status',
    'error',
    'answer',
  ),
}
