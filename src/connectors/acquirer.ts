// The port to a card acquirer: what Cobro asks of whoever carries card payments.
import type { ClearCard } from '../core/card.ts'

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

export interface Acquirer {
  name: string
  /** Rejects never; a signal that aborts makes `unknown`. */
  authorise(request: AuthoriseRequest, signal: AbortSignal): Promise<AuthoriseOutcome>
  /** What became of an authorisation whose answer never came. */
  inquire(question: {
    operationId: string
    cardFirstSix: string
    cardLastFour: string
    amountCentavos: number
  }): Promise<InquiryOutcome>
  /** Gives the whole amount back; once, however often it is asked. */
  reverse(request: { operationId: string; networkReference: string; amountCentavos: number }): Promise<ReverseOutcome>
  /** Checks a card and its security code without charging it. */
  verify(
    card: ClearCard,
    signal: AbortSignal,
  ): Promise<{ kind: 'valid' } | { kind: 'declined'; code: string } | { kind: 'invalid-card' } | { kind: 'unknown' }>
}
