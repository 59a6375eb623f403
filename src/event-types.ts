// All events: those that each room defines in its `event-types.ts`, with their words in the console.
import { riskEventTypes } from './cards/risk/event-types.ts'
import { checkoutEventTypes } from './checkout/event-types.ts'
import { closingEventTypes } from './closings/event-types.ts'
import type { EventWords } from './core/language/event-words.ts'
import { customerEventTypes } from './customers/event-types.ts'
import { disputeEventTypes } from './disputes/event-types.ts'
import { webhookEventTypes } from './events/webhooks/event-types.ts'
import { exportEventTypes } from './exports/event-types.ts'
import { ledgerEventTypes } from './ledger/event-types.ts'
import { operationEventTypes } from './operations/event-types.ts'
import { claimEventTypes } from './payouts/claims/event-types.ts'
import { payoutEventTypes } from './payouts/event-types.ts'
import { invoiceEventTypes } from './payouts/invoices/event-types.ts'
import { planEventTypes } from './plans/event-types.ts'
import { refundEventTypes } from './refunds/event-types.ts'
import { voucherEventTypes } from './vouchers/event-types.ts'

/** In the order in which documents list them. */
export const eventWords = {
  ...voucherEventTypes,
  ...operationEventTypes,
  ...refundEventTypes,
  ...disputeEventTypes,
  ...payoutEventTypes,
  ...invoiceEventTypes,
  ...closingEventTypes,
  ...claimEventTypes,
  ...customerEventTypes,
  ...planEventTypes,
  ...checkoutEventTypes,
  ...riskEventTypes,
  ...exportEventTypes,
  ...ledgerEventTypes,
  ...webhookEventTypes,
}

export type EventType = keyof typeof eventWords

export const eventTypes = Object.keys(eventWords) as EventType[]

/** The events that are sent to all webhooks, or only by name, or only when a webhook is tried. */
export function eventsSent(to: 'all' | 'by name' | 'when tried'): EventType[] {
  const words: EventWords = eventWords
  return eventTypes.filter((type) => (words[type]?.[2] ?? 'all') === to)
}
