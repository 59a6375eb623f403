// Every refusal the service can give, in one closed table: the code clients branch on, the HTTP status, and both languages.
import { accessFailures } from './failures/access.ts'
import { cardFailures } from './failures/cards.ts'
import { checkoutFailures } from './failures/checkouts.ts'
import { customerFailures } from './failures/customers.ts'
import { disputeFailures } from './failures/disputes.ts'
import { payoutFailures } from './failures/payouts.ts'
import { refundFailures } from './failures/refunds.ts'
import { requestFailures } from './failures/requests.ts'
import { voucherFailures } from './failures/vouchers.ts'
import { webhookFailures } from './failures/webhooks.ts'

/** `[code on the wire, HTTP status, Spanish, English]`, by reason. */
export const failures = {
  ...requestFailures,
  ...accessFailures,
  ...cardFailures,
  ...voucherFailures,
  ...refundFailures,
  ...payoutFailures,
  ...customerFailures,
  ...checkoutFailures,
  ...disputeFailures,
  ...webhookFailures,
}

export type FailureReason = keyof typeof failures

/** The reasons, which clients may branch on where a code has several. */
export const failureReasons = (Object.keys(failures) as FailureReason[]).sort()

/** The codes that clients branch on, each once. */
export const failureCodes: string[] = [...new Set(Object.values(failures).map(([code]) => code))].sort()
