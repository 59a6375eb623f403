// How a card call is counted against card testing, and what a page with a publishable key is told of a bank's answer.
import type { FastifyRequest } from 'fastify'
import { presentedAs } from '../accounts/presented.ts'
import type { Caller } from '../api/caller.ts'
import type { AuthoriseOutcome, VerifyOutcome } from '../connectors/acquirer.ts'
import { addressBlock } from '../core/address.ts'
import { Failure } from '../core/failure.ts'
import type { Attempt, Verdict } from '../risk/card-testing.ts'
import type { AtRest } from '../vault/at-rest.ts'
import type { CardSource } from '../vault/cards.ts'
import type { Opener } from '../vault/openers.ts'

/** Who sends the envelope of a request. */
export function openerOf({ caller, ip, headers }: Pick<FastifyRequest, 'caller' | 'ip' | 'headers'>): Opener {
  const { accountId, credentialId, kind } = caller
  const publishable = kind === 'publishable'
  return { accountId, credentialId, publishable, address: ip, presentedAs: presentedAs(headers.authorization) }
}

/** A check of a typed card and its security code. The address of a merchant's own server says nothing, so only pages' are counted. */
export function checkAttempt(
  { fingerprint }: Pick<AtRest, 'fingerprint'>,
  { caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>,
  source: Pick<CardSource, 'fingerprint' | 'firstSix'>,
): Attempt {
  return {
    accountId: caller.accountId,
    credentialId: caller.credentialId,
    address: caller.kind === 'publishable' ? fingerprint(`address:${addressBlock(ip)}`) : undefined,
    fingerprint: source.fingerprint,
    firstSix: source.firstSix,
    code: true,
    payment: false,
  }
}

/** What an answer says of the card. Any decline may be one of the code: many issuers say 05 to a wrong one. */
export function verdictOf(outcome: VerifyOutcome | AuthoriseOutcome): Verdict {
  switch (outcome.kind) {
    case 'valid':
    case 'approved':
      return 'good'
    case 'declined':
      if (NOT_JUDGED.includes(outcome.code)) return 'not-told'
      return ABOUT_THE_AMOUNT.includes(outcome.code) ? 'amount' : 'refused'
    case 'invalid-card':
      return 'refused'
    case 'unknown':
      return 'not-told'
  }
}

/** ISO 8583: the issuer does not answer, cannot be reached, or has a fault. */
const NOT_JUDGED = ['91', '92', '96']
/** ISO 8583: insufficient funds, over the limit of the amount, over the number of uses. */
const ABOUT_THE_AMOUNT = ['51', '61', '65']

/** Everybody has a page's key: it hears that the card was declined, and no more. Faults of the fields themselves it may know. */
export function coarse<E>(error: E, caller: Pick<Caller, 'kind'> | null): E | Failure {
  if (caller?.kind !== 'publishable' || !(error instanceof Failure) || error.options.fields !== undefined) return error
  return error.reason === 'payment-declined' || error.reason === 'card-invalid'
    ? new Failure('payment-declined')
    : error
}
