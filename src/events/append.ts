// Records that something happened, in the batch that makes it happen; delivery fans it out to webhooks afterwards.
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import type { OperationRow } from '../store/tables.ts'
import { insert, type Write } from '../store/write.ts'
import { faultsAskedFor } from './rehearsal.ts'

export const eventTypes = [
  'voucher.issued',
  'operation.paid',
  'operation.cancelled',
  'operation.expired',
  'operation.declined',
  'operation.reversal_refused',
  'payment.returned',
  'payment.suspended',
  'payment.released',
  'refund.created',
  'refund.updated',
  'refund.sent',
  'refund.failed',
  'refund.returned',
  'dispute.opened',
  'dispute.reminder',
  'dispute.submitted',
  'dispute.accepted',
  'dispute.won',
  'dispute.lost',
  'dispute.answer_refused',
  'payout.paid',
  'payout.failed',
  'payout.returned',
  'fees.month_closed',
  'fees.invoice_stamped',
  'fees.invoice_refused',
  'affiliate.payout_paid',
  'affiliate.payout_failed',
  'affiliate.payout_returned',
  'affiliate.account_change',
  'settlement.account_change_requested',
  'settlement.account_change_confirmed',
  'settlement.account_change_cancelled',
  'settlement.account_changed',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'plan.created',
  'plan.subscribed',
  'plan.charged',
  'plan.charge_failed',
  'plan.charge_skipped',
  'plan.paused',
  'plan.resumed',
  'plan.cancelled',
  'card_testing.suspected',
  'export.finished',
  'books.head',
  'webhook.ping',
] as const

export type EventType = (typeof eventTypes)[number]

/** Told only to webhooks that ask for it by name: it comes every day, and concerns whoever looks after the books. */
export const ONLY_BY_NAME = 'books.head' satisfies EventType

/** Longer than a process takes between an operation's instant and the id of the event about it, which has an instant of its own. */
const BETWEEN_MS = 20

/**
 * An event about an operation, with its record as it stands after the change: JSON text, which webhooks carry as it is. Its id comes after those of the
 * events before it, even when the process that wrote them has a clock ahead of this one's.
 */
export function operationEvent(
  clock: Clock,
  type: EventType,
  operation: Pick<OperationRow, 'id' | 'account_id' | 'status' | 'status_at'>,
  record: string,
): Write {
  const statusMs = Date.parse(operation.status_at)
  return insert('events', {
    id: newId(clock, 'evt', statusMs > clock.epochMs() ? statusMs + BETWEEN_MS : undefined),
    account_id: operation.account_id,
    type,
    operation_id: operation.id,
    operation_status: operation.status,
    data: record,
    created_at: clock.now(),
    fanned_out: 0,
    faults: faultsAskedFor(operation.account_id),
  })
}

/** An event about anything else, with what the webhook carries. */
export function otherEvent(clock: Clock, type: EventType, accountId: string, data: Record<string, unknown>): Write {
  return insert('events', {
    id: newId(clock, 'evt'),
    account_id: accountId,
    type,
    operation_id: null,
    operation_status: null,
    data: JSON.stringify(data),
    created_at: clock.now(),
    fanned_out: 0,
    faults: faultsAskedFor(accountId),
  })
}
