// The port to a bank on SPEI: accounts (CLABE) to be paid into, and transfers out.
import type { Answers, Bounded } from './bounded.ts'

export interface IssuedAccount {
  kind: 'issued'
  clabe: string
  bankName: string
  paymentId: string
}

export interface TransferRequest {
  /** Clave de rastreo, at most 30 letters and digits: one transfer for it, however often it is asked. */
  trackingKey: string
  /** CLABE of the beneficiary. */
  destination: string
  beneficiary: string
  amountCentavos: number
  /** At most 40 characters. */
  concept: string
}

export type TransferOutcome = { kind: 'sent' } | { kind: 'refused'; reason: string } | { kind: 'unknown' }

export type IssueAccountOutcome = IssuedAccount | { kind: 'refused'; reason: string } | { kind: 'unknown' }

export type CloseAccountOutcome = { kind: 'closed' } | { kind: 'unknown' }

/** Each call has a deadline, at which its signal aborts: `bounded` then answers `unknown`, whatever the connector does. */
export interface SpeiBank {
  name: string
  /** True for a simulated bank: when it does not answer, that is a test case and not an outage. */
  simulated?: boolean
  /** One account for an owner (an operation or a customer), however often it is asked. */
  issueAccount(request: { ownerId: string }, signal: AbortSignal): Promise<IssueAccountOutcome>
  /** After this the account returns what is sent to it. */
  closeAccount(request: { clabe: string }, signal: AbortSignal): Promise<CloseAccountOutcome>
  /** Sends money: a return, a refund or a payout. */
  transfer(request: TransferRequest, signal: AbortSignal): Promise<TransferOutcome>
}

/** The port as the service sees it. */
export type SpeiBankPort = Bounded<SpeiBank>

/** The texts that an answer of each kind must have. An answer without them is treated as `unknown`. */
export const speiBankAnswers = {
  issueAccount: { issued: ['clabe', 'bankName', 'paymentId'], refused: ['reason'], unknown: [] },
  closeAccount: { closed: [], unknown: [] },
  transfer: { sent: [], refused: ['reason'], unknown: [] },
} as const satisfies Answers<SpeiBank>
