// Tables: webhook endpoints, deliveries and tries.
import { codesOf } from '../../core/language/state-words.ts'
import { flag, instant, natural, oneOf, positive, type Row, table, text, uuid } from '../../core/table.ts'
import { deliveryStateWords, pauseWords, webhookStateWords } from './code-words.ts'

/** A webhook endpoint. */
export const webhookEndpoints = table(
  'webhook_endpoints',
  {
    authority: {
      id: text(),
      account_id: text(),
      /** The client's own id of the endpoint, if it chose one. Unique in the account. */
      alias: text().orNull(),
      url: text(),
      description: text(),
      /** Its event types, a blank around each (` operation.paid customer.created `); null means all. */
      events: text().orNull(),
      /** Deliveries of a paused endpoint wait; a disabled endpoint answered 410 and gets no new ones. */
      state: oneOf(codesOf(webhookStateWords)),
      /** Why it is not active; empty otherwise. */
      state_reason: oneOf(['', ...codesOf(pauseWords)]),
      previous_until: instant().orNull(),
      created_at: instant(),
    },
    sealed: {
      sealed_secret: text(),
      /** The secret before the last rotation, which signs too until `previous_until`. */
      sealed_previous: text().orNull(),
    },
    work: {
      /** Since when no delivery has succeeded; null when the last one did. */
      failing_since: instant().orNull(),
      /** The sandbox's faults on demand, JSON. */
      faults: text().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    unique: {
      webhook_endpoints_alias: 'account_id, alias where alias is not null',
    },
    indexes: {
      webhook_endpoints_failing: `id where failing_since is not null or state_reason in ('failing', 'gone')`,
    },
  },
)
export type WebhookEndpointRow = Row<typeof webhookEndpoints>

/** One event for one endpoint. */
export const webhookDeliveries = table(
  'webhook_deliveries',
  {
    work: {
      event_id: text(),
      endpoint_id: text(),
      account_id: text(),
      operation_id: uuid().orNull(),
      state: oneOf(codesOf(deliveryStateWords)),
      /** Tries of this round; a replay begins a new one. */
      tries: natural(),
      /** Tries in all. */
      attempts: natural(),
      /** Null once nothing is left to do. */
      due_at: instant().orNull(),
      /** Later events of its operation need not wait for it: only in the sandbox, for a reordering. */
      is_overtaken: flag().from(0),
      leased_until: natural(),
      created_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, event_id, endpoint_id',
    indexes: {
      webhook_deliveries_in_order: 'account_id, operation_id, endpoint_id, event_id where due_at is not null',
      webhook_deliveries_failed: `account_id, endpoint_id, created_at where state = 'failed'`,
      webhook_deliveries_given_up: `account_id, event_id where state = 'failed'`,
      webhook_deliveries_due: 'account_id, endpoint_id, due_at, event_id where due_at is not null',
    },
  },
)
export type WebhookDeliveryRow = Row<typeof webhookDeliveries>

/** One try to deliver. */
export const deliveryAttempts = table(
  'delivery_attempts',
  {
    work: {
      account_id: text(),
      event_id: text(),
      endpoint_id: text(),
      /** From 1 on. */
      attempt: positive(),
      at: text(),
      duration_ms: natural(),
      /** The HTTP status of the answer; null without an answer. */
      status: positive().orNull(),
      /** Why there was no answer. */
      error: text().orNull(),
      /** The first kilobyte of the answer, with card data masked. */
      answer: text(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, event_id, endpoint_id, attempt',
  },
)
export type DeliveryAttemptRow = Row<typeof deliveryAttempts>
