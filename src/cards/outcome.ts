// The move of a payment that follows from an acquirer's answer, and the refusal for a declined payment.
import type { ChargeResult } from '../connectors/acquirer.ts'
import { GIVEN_UP, PAYER_ABSENT, PAYER_NEEDED } from '../core/cards/decline-codes.ts'
import type { Bilingual } from '../core/language/bilingual.ts'
import { Failure, failures } from '../failures.ts'
import type { Change } from '../store/changeable.ts'
import type { CardOperation } from '../store/operation.ts'
import { declineFailure } from '../vault/declined.ts'
import { type Stop, stopFailure } from './risk/assess.ts'
import type { AdviceRow } from './tables.ts'

/** What a declined payment keeps as its `decline_code` when no bank gave it one. */
const INVALID_CARD = 'invalid-card'
const STOPPED = 'risk-'
/** ISO 8583: the issuer does not answer. */
export const NO_ANSWER = '91'

/**
 * The move that follows from an answer, or from a missing one. With `advice` the charge may have happened, and an advice
 * undoes it for that reason.
 */
export interface Move {
  to: 'paid' | 'authorized' | 'declined' | 'cancelled'
  change: Change
  advice?: AdviceRow['reason']
}

/** The outcome of the charge cannot be learned: the payment is declined for the payer, and an advice undoes the charge. */
export const DECLINED_UNKNOWN: Move = { ...declinedWith(GIVEN_UP), advice: 'no-answer' }

/** The payer did not act in time: the same, with a reason of its own. */
export const DECLINED_ABSENT: Move = { ...declinedWith(PAYER_ABSENT), advice: 'no-answer' }

/** The payer would have to act, and there is none. */
export const DECLINED_NEEDED: Move = { ...declinedWith(PAYER_NEEDED), advice: 'no-answer' }

/** The same for a payment with a requested cancellation. */
export const CANCELLED_UNKNOWN: Move = { to: 'cancelled', change: {}, advice: 'cancelled' }

export function moveOf(
  { authorized_centavos, expires_at }: Pick<CardOperation, 'authorized_centavos' | 'expires_at'>,
  outcome: ChargeResult,
): Move {
  switch (outcome.kind) {
    case 'approved': {
      const change = { authorization_code: outcome.authorizationCode, network_reference: outcome.networkReference }
      if (authorized_centavos === null) return { to: 'paid', change }
      return { to: 'authorized', change: { ...change, due_at: expires_at } }
    }
    case 'declined':
      return declinedWith(outcome.code, outcome.reason)
    case 'invalid-card':
      return declinedWith(INVALID_CARD, outcome.reason)
  }
}

/** A decline frees the external transaction: the client may try again under it. `reason`: why, in the acquirer's own words. */
export function declinedWith(code: string, reason?: string): Move {
  const words = reason === undefined ? {} : { decline_reason: reason }
  return { to: 'declined', change: { decline_code: code, external_claim: null, ...words } }
}

/**
 * The `decline_code` of a payment that a risk rule stops. It is set at the creation, so that any process that finds the
 * payment pending declines it.
 */
export function stopCode(stop: Stop): string {
  return `${STOPPED}${stop}`
}

export function isStopped(operation: Pick<CardOperation, 'decline_code'>): boolean {
  return operation.decline_code?.startsWith(STOPPED) ?? false
}

/** The reason of a declined payment; undefined for a payment in another state. */
export function refusalOf(operation: Pick<CardOperation, 'status' | 'decline_code'>): Failure | undefined {
  if (operation.status !== 'declined') return undefined
  const code = operation.decline_code ?? ''
  if (isStopped(operation)) return stopFailure(code.slice(STOPPED.length) as Stop)
  if (code === INVALID_CARD) return new Failure('card-invalid')
  if (code === PAYER_ABSENT || code === PAYER_NEEDED) return payerFailure(code)
  return declineFailure(code === GIVEN_UP ? NO_ANSWER : code, 'card.cvv')
}

/** With a `detail` like that of a bank's decline, for clients that read it. */
function payerFailure(code: typeof PAYER_ABSENT | typeof PAYER_NEEDED): Failure {
  const [, status, es, en] = failures[code]
  return new Failure(code, {
    detail: { code, message: [es, en], payer_message: NOT_AUTHENTICATED, http_status_code: status },
  })
}

const NOT_AUTHENTICATED: Bilingual = [
  'Tu banco pide que confirmes el pago. Intenta de nuevo o usa otra tarjeta.',
  'Your bank wants you to confirm the payment. Try again or use another card.',
]
