// The refusal of what a bank declined: a payment, or the check of a card.
import { declineText, payerText, WRONG_CODE } from '../core/cards/decline-codes.ts'
import { Failure } from '../failures.ts'

/**
 * The refusal with the bank's code in `detail`. `codeField` is the request's field of the security code: a wrong code is also a fault of that field.
 */
export function declineFailure(code: string, codeField?: string): Failure {
  const payer = payerText(code)
  const detail = { code, message: declineText(code), payer_message: payer, http_status_code: 402 }
  const wrongField = payer === WRONG_CODE ? codeField : undefined
  return new Failure('payment-declined', { detail, ...(wrongField && { fields: { [wrongField]: [payer] } }) })
}
