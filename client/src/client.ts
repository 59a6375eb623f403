// The client: every call of the service, grouped by subject.
import { type CobroSettings, createCall } from './call.ts'
import { accountCalls } from './calls/account.ts'
import { affiliateCalls } from './calls/affiliates.ts'
import { checkoutCalls } from './calls/checkouts.ts'
import { customerCalls } from './calls/customers.ts'
import { paymentCalls } from './calls/payments.ts'
import { payoutCalls } from './calls/payouts.ts'
import { refundCalls } from './calls/refunds.ts'
import { sandboxCalls } from './calls/sandbox.ts'
import { webhookCalls } from './calls/webhooks.ts'
import { createSealer } from './sealer.ts'

/** The calls of one account. Every one answers the `result` of the API and throws a `CobroError`. */
export function createCobro(settings: CobroSettings) {
  const call = createCall(settings)
  return {
    /** Any call by its method and path, if it has no name here. */
    call,
    ...paymentCalls(call, createSealer(call, settings)),
    ...checkoutCalls(call),
    ...refundCalls(call),
    ...customerCalls(call),
    ...payoutCalls(call),
    ...affiliateCalls(call),
    ...webhookCalls(call),
    ...accountCalls(call),
    ...sandboxCalls(call),
  }
}

export type Cobro = ReturnType<typeof createCobro>
