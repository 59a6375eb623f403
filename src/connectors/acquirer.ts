// The port to a card acquirer: what Cobro asks of whoever carries card payments.
import type { ClearCard } from '../core/card.ts'
import type { Answers, Bounded } from './bounded.ts'

export type { ClearCard }

export interface AuthoriseRequest {
  /** Our operation's id: the acquirer does one authorisation for it, however often it is asked. */
  operationId: string
  card: ClearCard
  amountCentavos: number
  /** Months without interest, or none. */
  months: number | undefined
}

export type AuthoriseOutcome =
  | { kind: 'approved'; authorizationCode: string; networkReference: string }
  /** `code` is the issuer's ISO 8583 response. */
  | { kind: 'declined'; code: string }
  /** The card itself is refused before any bank is asked. */
  | { kind: 'invalid-card' }
  /** No answer came in time, or the line broke: it may or may not have happened. */
  | { kind: 'unknown' }

export type InquiryOutcome = AuthoriseOutcome | { kind: 'never-seen' }

export type ReverseOutcome = { kind: 'reversed' } | { kind: 'refused' } | { kind: 'unknown' }

export interface InquiryRequest {
  operationId: string
  cardFirstSix: string
  cardLastFour: string
  amountCentavos: number
}

export interface ReverseRequest {
  operationId: string
  networkReference: string
  amountCentavos: number
}

export type VerifyOutcome =
  | { kind: 'valid' }
  | { kind: 'declined'; code: string }
  | { kind: 'invalid-card' }
  | { kind: 'unknown' }

/** Each call has a deadline, at which its signal aborts: `bounded` then answers `unknown`, whatever the connector does. */
export interface Acquirer {
  name: string
  /** True for a simulated network: when it does not answer, that is a test case and not an outage. */
  simulated?: boolean
  authorise(request: AuthoriseRequest, signal: AbortSignal): Promise<AuthoriseOutcome>
  /** What became of an authorisation whose answer never came. */
  inquire(request: InquiryRequest, signal: AbortSignal): Promise<InquiryOutcome>
  /** Gives the whole amount back; once, however often it is asked. */
  reverse(request: ReverseRequest, signal: AbortSignal): Promise<ReverseOutcome>
  /** Checks a card and its security code without charging it. */
  verify(card: ClearCard, signal: AbortSignal): Promise<VerifyOutcome>
}

/** The port as the service sees it. */
export type AcquirerPort = Bounded<Acquirer>

/** The texts that an answer of each kind must have. An answer without them is treated as `unknown`. */
export const acquirerAnswers = {
  authorise: {
    approved: ['authorizationCode', 'networkReference'],
    declined: ['code'],
    'invalid-card': [],
    unknown: [],
  },
  inquire: {
    approved: ['authorizationCode', 'networkReference'],
    declined: ['code'],
    'invalid-card': [],
    'never-seen': [],
    unknown: [],
  },
  reverse: { reversed: [], refused: [], unknown: [] },
  verify: { valid: [], declined: ['code'], 'invalid-card': [], unknown: [] },
} as const satisfies Answers<Acquirer>
