// The port to a network of convenience stores: references that a payer takes to a till.
import type { Answers, Bounded, Unknown } from './bounded.ts'

export interface IssueReferenceRequest {
  /** Our operation's id: the network issues one reference for it, also when asked again. */
  operationId: string
  /** The short name of the chain, from `core/chains`. */
  chain: string
  amountCentavos: number
  expiresAt: string
}

export interface IssuedReference {
  kind: 'issued'
  /** The digits of the barcode, under which the network reports a payment; at most 64 characters. */
  reference: string
  /** What a person types or says instead of the barcode. */
  paymentId: string
  shortId: string
  bankAccountNumber: string
  bankName: string
}

export type IssueReferenceOutcome = IssuedReference | { kind: 'refused'; reason: string } | Unknown

export interface CancelReferenceRequest {
  operationId: string
  reference: string
}

export type CancelReferenceOutcome = { kind: 'cancelled' } | { kind: 'paid' } | Unknown

export interface GiveBackRequest {
  /** The money goes back once for each id, also when asked again. */
  returnId: string
  /** The ticket of the till, which is unique for a chain and a day only. */
  networkTransaction: string
  /** The short name of the chain, and the Mexico City day of the till, as the payment was reported. */
  chain: string
  day: string
  amountCentavos: number
}

export type GiveBackOutcome = { kind: 'sent' } | { kind: 'refused'; reason: string } | Unknown

/** Each call has a deadline, at which its signal aborts: `bounded` then answers `unknown`, whatever the connector does. */
export interface CashNetwork {
  name: string
  /** True for a simulated network: a missing answer is a test case and not an outage. */
  simulated?: boolean
  issue(request: IssueReferenceRequest, signal: AbortSignal): Promise<IssueReferenceOutcome>
  /** After this no till accepts the reference. `paid`: it was paid first. */
  cancel(request: CancelReferenceRequest, signal: AbortSignal): Promise<CancelReferenceOutcome>
  /**
   * Gives back money that was paid into a cancelled or expired reference. Most networks' tills cannot give money back:
   * their connectors lack this method, and such money is kept in suspense.
   */
  giveBack?(request: GiveBackRequest, signal: AbortSignal): Promise<GiveBackOutcome>
}

/** The port for the service. */
export type CashNetworkPort = Bounded<CashNetwork>

/** The texts that an answer of each kind must have. An answer without them is treated as `unknown`. */
export const cashNetworkAnswers = {
  issue: {
    issued: ['reference', 'paymentId', 'shortId', 'bankAccountNumber', 'bankName'],
    refused: ['reason'],
    unknown: [],
  },
  cancel: { cancelled: [], paid: [], unknown: [] },
  giveBack: { sent: [], refused: ['reason'], unknown: [] },
} as const satisfies Answers<CashNetwork>
