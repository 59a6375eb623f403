// How a card call is counted against card testing, and which part of a bank's answer a publishable key gets.
import type { FastifyRequest } from 'fastify'
import { presentedAs } from '../accounts/presented.ts'
import type { Caller } from '../api/caller.ts'
import type { AuthoriseAnswer, VerifyOutcome } from '../connectors/acquirer.ts'
import { addressBlock } from '../core/address.ts'
import type { Instant } from '../core/time.ts'
import { Failure } from '../failures.ts'
import type { CardOperation } from '../store/operation.ts'
import type { Write } from '../store/write.ts'
import type { AtRest } from '../vault/at-rest.ts'
import type { CardSource } from '../vault/cards.ts'
import type { Opener } from '../vault/openers.ts'
import type { Attempt, CardTestingService, Verdict } from './risk/card-testing.ts'

/** Who sends the envelope of a request. */
export function openerOf({ caller, ip, headers }: Pick<FastifyRequest, 'caller' | 'ip' | 'headers'>): Opener {
  const { accountId, credentialId, kind } = caller
  const publishable = kind === 'publishable'
  return { accountId, credentialId, publishable, address: ip, presentedAs: presentedAs(headers.authorization) }
}

/**
 * A check of a typed card and its security code. Only addresses of publishable keys are counted: the address of a
 * merchant's server does not identify the payer.
 */
export function checkAttempt(
  { fingerprint }: Pick<AtRest, 'fingerprint'>,
  { caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>,
  source: Pick<CardSource, 'fingerprint' | 'firstSix'>,
  at: Instant,
): Attempt {
  return {
    at,
    accountId: caller.accountId,
    credentialId: caller.credentialId,
    address: caller.kind === 'publishable' ? fingerprint(`address:${addressBlock(ip)}`) : undefined,
    fingerprint: source.fingerprint,
    firstSix: source.firstSix,
    code: true,
    payment: false,
  }
}

/** How a charge of a request is counted. */
export function chargeAttempt(
  who: { at: Instant; accountId: string; credentialId: string; code: boolean },
  { fingerprint, firstSix }: Pick<CardSource, 'fingerprint' | 'firstSix'>,
): Attempt {
  return { ...who, address: undefined, fingerprint, firstSix, payment: true }
}

/** The data about the attempt that the operation keeps, for an answer that comes later. */
export function triedBy({ code, credentialId }: Attempt): string {
  return `${code ? CODE : TOKEN} ${credentialId}`
}

const CODE = 'code'
const TOKEN = 'token'

/** The writes that count a bank's answer, for the batch that records it; none for a charge without `tried_by`. */
export function judgedLater(
  cardTesting: Pick<CardTestingService, 'judged'>,
  operation: CardOperation,
  verdict: Verdict,
): Write[] {
  if (operation.tried_by === null) return []
  const [kind, credentialId = ''] = operation.tried_by.split(' ')
  const who = { at: operation.created_at, accountId: operation.account_id, credentialId, code: kind === CODE }
  const card = { fingerprint: operation.card_fingerprint, firstSix: operation.card_first_six }
  return cardTesting.judged(chargeAttempt(who, card), verdict)
}

/** What an answer says about the card. Any decline may mean a wrong security code: many issuers answer 05 to one. */
export function verdictOf(outcome: VerifyOutcome | AuthoriseAnswer): Verdict {
  switch (outcome.kind) {
    case 'valid':
    case 'approved':
      return 'good'
    case 'declined':
      if (NOT_JUDGED.includes(outcome.code)) return 'not-judged'
      return ABOUT_THE_AMOUNT.includes(outcome.code) ? 'amount' : 'refused'
    case 'invalid-card':
      return 'refused'
    case 'payer-must-act':
    case 'not-processed':
    case 'unknown':
      return 'not-judged'
  }
}

/** ISO 8583: the issuer does not answer, cannot be reached, or has a fault. */
const NOT_JUDGED = ['91', '92', '96']
/** ISO 8583: insufficient funds, over the limit of the amount, over the number of uses. */
const ABOUT_THE_AMOUNT = ['51', '61', '65']

/** A publishable key is public, so its answer says only that the card was declined. It still gets the faults of the fields. */
export function coarse<E>(error: E, caller: Pick<Caller, 'kind'> | null): E | Failure {
  if (caller?.kind !== 'publishable' || !(error instanceof Failure) || error.options.fields !== undefined) return error
  return error.reason === 'payment-declined' || error.reason === 'card-invalid'
    ? new Failure('payment-declined')
    : error
}
