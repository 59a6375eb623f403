// What an acquirer's answer does to a payment, and how a payment that was not made is refused.
import type { AuthoriseOutcome } from '../connectors/acquirer.ts'
import { Failure } from '../core/failure.ts'
import { declineFailure } from '../core/iso8583.ts'
import { type Stop, stopFailure } from '../risk/assess.ts'
import type { Change } from '../store/changeable.ts'
import type { CardOperation } from '../store/operation.ts'

/** What a declined payment keeps as its `decline_code` when no bank gave it one. */
const INVALID_CARD = 'invalid-card'
const STOPPED = 'risk-'
/** ISO 8583: the issuer does not answer. */
export const NO_ANSWER = '91'

/** The move that an answer makes; none when the answer is not known. */
export type Move = { to: 'paid' | 'declined'; change: Change }

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
  return code === INVALID_CARD ? new Failure('card-invalid') : declineFailure(code)
}
