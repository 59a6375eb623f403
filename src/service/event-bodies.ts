// What each event carries, for the description of the API. An event without a body does not compile.
import type { TSchema } from 'typebox'
import { riskEvents } from '../cards/risk/events.ts'
import { checkoutEvents } from '../checkout/events.ts'
import { closingEvents } from '../closings/events.ts'
import { customerEvents } from '../customers/events.ts'
import { disputeEvents } from '../disputes/events.ts'
import { type EventType, eventTypes } from '../event-types.ts'
import { webhookEvents } from '../events/webhooks/events.ts'
import { exportEvents } from '../exports/events.ts'
import { ledgerEvents } from '../ledger/events.ts'
import { operationEvents } from '../operations/events.ts'
import { claimEvents } from '../payouts/claims/events.ts'
import { payoutEvents } from '../payouts/events.ts'
import { invoiceEvents } from '../payouts/invoices/events.ts'
import { planEvents } from '../plans/events.ts'
import { refundEvents } from '../refunds/events.ts'
import { voucherEvents } from '../vouchers/events.ts'

const bodies: Record<EventType, TSchema> = {
  ...claimEvents,
  ...closingEvents,
  ...checkoutEvents,
  ...customerEvents,
  ...disputeEvents,
  ...exportEvents,
  ...invoiceEvents,
  ...ledgerEvents,
  ...operationEvents,
  ...payoutEvents,
  ...planEvents,
  ...refundEvents,
  ...riskEvents,
  ...voucherEvents,
  ...webhookEvents,
}

/** In the order of the list of events. */
export const eventBodies: Readonly<Record<string, object>> = Object.fromEntries(
  eventTypes.map((type) => [type, bodies[type]]),
)
