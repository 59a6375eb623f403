// Does wrong with webhooks what an endpoint, or the request that caused the event, asks for. It stands between the deliveries and the client that posts them.
import Value from 'typebox/value'
import { membersOf } from '../api/members.ts'
import type { Ground } from '../api/room.ts'
import { instantPlus } from '../core/time.ts'
import type { Parcel, Postponed, Send } from '../events/webhooks/attempt.ts'
import { Faults, faultsOf } from '../events/webhooks/faults.ts'
import type { Reply } from '../events/webhooks/post.ts'
import { newWebhookSecret } from '../events/webhooks/signature.ts'
import type { WebhookEndpointRow } from '../events/webhooks/tables.ts'
import { invalidField } from '../failures.ts'

/** How much longer an event is held for a reordering, so that newer ones overtake it. */
const REORDER_HOLD_MS = 5_000

const DROPPED: Reply = {
  status: undefined,
  error: 'dropped on demand',
  answer: '',
  retryAfter: undefined,
  durationMs: 0,
  isOnDemand: true,
}

/**
 * The faults that the header `Sandbox-Webhook-Faults: delay_seconds=2, duplicate=1` asks for, a dictionary of RFC 9651 with the names of `Faults`. The
 * request's faults take precedence over the endpoint's. Fails with `parameters-invalid` on an unknown fault or an invalid value.
 */
export function readWebhookFaults(header: string): Faults {
  const faults: unknown = membersOf(header)
  if (Value.Check(Faults, faults)) return faults
  const example = 'delay_seconds=2, duplicate=1, reorder, drop=1, wrong_signature=1'
  throw invalidField(
    'Sandbox-Webhook-Faults',
    `Sandbox-Webhook-Faults acepta, por ejemplo: ${example}`,
    `Sandbox-Webhook-Faults takes, for example: ${example}`,
  )
}

/** Sends deliveries with the faults of their endpoint and of their event. */
export function sendingWithFaults({ store, clock }: Pick<Ground, 'store' | 'clock'>): (send: Send) => Send {
  /** The oldest event that waits for this endpoint. */
  const oldestOf = async ({ account_id, id }: WebhookEndpointRow): Promise<string | undefined> => {
    const oldest = await store.db
      .selectFrom('webhook_deliveries')
      .select((eb) => eb.fn.min('event_id').as('event_id'))
      .where('account_id', '=', account_id)
      .where('endpoint_id', '=', id)
      .where('due_at', 'is not', null)
      .executeTakeFirst()
    return oldest?.event_id
  }

  /** An event is held before its first try; it is overtaken when its request asked for that, or as the oldest of an endpoint that asks for it. */
  const postponed = async (
    endpoint: WebhookEndpointRow,
    { delivery, event }: Parcel,
    { delay_seconds: delay = 0 }: Faults,
  ): Promise<Postponed | undefined> => {
    if (delivery.attempts > 0) return undefined
    const isOvertaken =
      faultsOf(event).reorder ?? (faultsOf(endpoint).reorder === true && event.id === (await oldestOf(endpoint)))
    const holdMs = delay * 1_000 + (isOvertaken ? REORDER_HOLD_MS : 0)
    // Nothing holds it, also when the process that made it has a clock that is ahead.
    if (holdMs === 0) return undefined
    const dueAt = instantPlus(delivery.created_at, holdMs)
    return dueAt > clock.now() ? { dueAt, isOvertaken } : undefined
  }

  return (send) => async (to, parcel) => {
    const { endpoint } = to
    const { delivery, event } = parcel
    const faults = { ...faultsOf(endpoint), ...faultsOf(event) }
    const later = await postponed(endpoint, parcel, faults)
    if (later !== undefined) return later
    if (delivery.tries < (faults.drop ?? 0)) return DROPPED
    const secrets = delivery.tries < (faults.wrong_signature ?? 0) ? [newWebhookSecret()] : to.secrets
    const copies = Array.from({ length: faults.duplicate ?? 0 }, () => send({ endpoint, secrets }, parcel))
    const [first] = await Promise.all([send({ endpoint, secrets }, parcel), ...copies])
    return first
  }
}
