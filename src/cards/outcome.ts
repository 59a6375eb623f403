// What an acquirer's answer does to a payment, and how a payment that was not made is refused.
import type { AuthoriseOutcome } from '../connectors/acquirer.ts'
import { Failure } from '../core/failure.ts'
import { declineFailure, GIVEN_UP } from '../core/iso8583.ts'
import { type Stop, stopFailure } from '../risk/assess.ts'
import type { Change } from '../store/changeable.ts'
import type { CardOperation } from '../store/operation.ts'
import type { AdviceRow } from '../store/tables.ts'

/** What a declined payment keeps as its `decline_code` when no bank gave it one. */
const INVALID_CARD = 'invalid-card'
const STOPPED = 'risk-'
/** ISO 8583: the issuer does not answer. */
export const NO_ANSWER = '91'

/** What an answer, or its absence, does to a payment. With `advice` the charge may have happened, and is undone for that reason. */
export interface Move {
  to: 'paid' | 'declined' | 'cancelled'
  change: Change
  advice?: AdviceRow['reason']
}

/** Nobody can or will know any more whether the card was charged: it is declined for the payer and undone at the acquirer. */
export const DECLINED_UNKNOWN: Move = { ...declinedWith(GIVEN_UP), advice: 'no-answer' }

/** The same of a payment that somebody has asked to cancel. */
export const CANCELLED_UNKNOWN: Move = { to: 'cancelled', change: {}, advice: 'cancelled' }

export function moveOf(outcome: Exclude<AuthoriseOutcome, { kind: 'unknown' }>): Move {
  switch (outcome.kind) {
    case 'approved':
      return {
        to: 'paid',
        change: { authorization_code: outcome.authorizationCode, network_reference: outcome.networkReference },
      }
    case 'declined':
      return declinedWith(outcome.code)
    case 'invalid-card':
      return declinedWith(INVALID_CARD)
  }
}

/** A decline frees the external transaction: the client may try again under it. */
export function declinedWith(code: string): Move {
  return { to: 'declined', change: { decline_code: code, external_claim: null } }
}

/** The `decline_code` of a payment that a risk rule stops. It has it from its creation: whoever finds it pending knows what to do. */
export function stopCode(stop: Stop): string {
  return `${STOPPED}${stop}`
}

export function isStopped(operation: CardOperation): boolean {
  return operation.decline_code?.startsWith(STOPPED) ?? false
}

/** Why a declined payment was not made; undefined for one that was, or may still be. */
export function refusalOf(operation: CardOperation): Failure | undefined {
  if (operation.status !== 'declined') return undefined
  const code = operation.decline_code ?? ''
  if (isStopped(operation)) return stopFailure(code.slice(STOPPED.length) as Stop)
  if (code === INVALID_CARD) return new Failure('card-invalid')
  return declineFailure(code === GIVEN_UP ? NO_ANSWER : code, 'card.cvv')
}
