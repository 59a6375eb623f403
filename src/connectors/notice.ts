// What networks report without being asked: the requests that they make, and what a connector makes of them.
import type { DisputeStage } from '../core/dispute.ts'
import type { DisputeScheme } from '../core/dispute-reasons.ts'
import type { ToldState } from '../core/transfer.ts'
import type { AuthoriseOutcome } from './acquirer.ts'

/** A request of a network, as it came. */
export interface InboundRequest {
  method: string
  /** The declared path, such as `/deposits`. */
  path: string
  /** What followed the `?`, without it; empty when nothing did. */
  query: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The bytes as they came, at most 256 KiB; a signature is computed from these. */
  body: Uint8Array
  /** Who sent it; behind a proxy, whom the trusted proxy names. */
  address: string
}

/** Somebody has paid: cash at a till, or a transfer into one of the bank's accounts. */
export interface PaymentNotice {
  kind: 'payment'
  /** The network's own id: a tracking key, a till ticket. To 100 characters. */
  networkTransaction: string
  /** The ordering institution of a transfer (three digits, as in its CLABEs), or the short name of the chain. Empty: not told. */
  institution: string
  /** The banking day of a transfer, the Mexico City day of a till: `2026-11-23`. */
  operationDay: string
  /** What was paid into: barcode digits or CLABE. */
  networkReference: string
  amountCentavos: number
  /** The CLABE to which money that pays nothing goes back. Leave it out when there is none. */
  payerClabe?: string
  payerName?: string
  /** When the payer paid, as ISO 8601 with an offset or `Z`. Leave it out when the network does not say. */
  paidAt?: string
}

/** A bank says what became of a transfer that it was asked to send. */
export interface TransferStateNotice {
  kind: 'transfer'
  /** Clave de rastreo, as it was in the request. */
  trackingKey: string
  /** `accepted`, `settled`, `rejected` or `returned`, as `findTransfer` answers them. */
  state: ToldState
  /** When it happened, as ISO 8601 with an offset or `Z`. Leave it out when the bank does not say. */
  at?: string
  /** Why it was rejected or returned, to 250 characters. */
  reason?: string
}

/** An acquirer says what became of a charge, perhaps long after its deadline. */
export interface ChargeNotice {
  kind: 'charge'
  /** The operation that it was asked to charge. */
  operationId: string
  /** What `authorise` would have answered. */
  outcome: Exclude<AuthoriseOutcome, { kind: 'unknown' }>
}

/** An acquirer says that the cardholder's bank disputes a charge. Only connectors whose capabilities have `disputes` say so. */
export interface DisputeNotice {
  kind: 'dispute'
  /** The operation that it was asked to charge. */
  operationId: string
  /** The acquirer's own id of the case, to 100 characters; the same in every notice about it and in every call. */
  networkDispute: string
  /** `retrieval` (a question; no money moves), `chargeback`, or `arbitration` after a chargeback that was won. */
  stage: DisputeStage
  /** The card network, whose code `reasonCode` is: `visa`, `mastercard` or `other`. */
  scheme: DisputeScheme
  /** As the card network writes it, such as `10.4` or `4853`: to 20 letters, digits, dots and dashes. */
  reasonCode: string
  /** What is disputed: at most what is left of the charge. */
  amountCentavos: number
  /** Until when the acquirer takes an answer, as ISO 8601 with an offset or `Z`. */
  respondBy: string
  /** When the bank opened it, as ISO 8601 with an offset or `Z`. Leave it out when the acquirer does not say. */
  openedAt?: string
}

/** An acquirer says how a dispute ended. */
export interface DisputeOutcomeNotice {
  kind: 'dispute-outcome'
  operationId: string
  networkDispute: string
  stage: DisputeStage
  /** `won`: the bank decided for the merchant, or gave up. `lost`: it keeps the money. */
  outcome: 'won' | 'lost'
  /** When, as ISO 8601 with an offset or `Z`. Leave it out when the acquirer does not say. */
  at?: string
}

/** What the network answers to its own request. */
export interface InboundAnswer {
  /** 200 to 299, or 400 to 499. */
  status: number
  /** `application/json` when left out. */
  contentType?: string
  body?: string
}

/** A statement of what the network did, in the format of docs/guides/reconciliation.md, under the connector's own name. */
export interface StatementNotice {
  kind: 'statement'
  /** The whole file, with its trailer; at most a million characters. A larger one is for `cobro reconcile`. */
  content: string
}

export type Notice =
  | PaymentNotice
  | TransferStateNotice
  | ChargeNotice
  | DisputeNotice
  | DisputeOutcomeNotice
  | StatementNotice

/**
 * What a connector makes of a request. `taken`: every notice is on disk before `answer` is sent. `refused`: it does not come from the
 * network. `unreadable`: it comes from the network, and the connector does not understand it; the body is kept for a person, without card
 * numbers, and the network is answered 400 or as `answer` says. `unknown`: the connector cannot tell now; the network is answered 503, so
 * that it says it again. A connector that throws leaves nothing behind but a count, since nobody knows who sent the request.
 */
export type InboundOutcome =
  | { kind: 'taken'; notices: readonly Notice[]; answer: InboundAnswer }
  | { kind: 'refused'; reason: string; answer?: InboundAnswer }
  | { kind: 'unreadable'; reason: string; answer?: InboundAnswer }
  | { kind: 'unknown' }

/** A call of the network, at `/v1/networks/{name of the connector}{path}`. */
export interface InboundCall {
  method: 'POST' | 'PUT' | 'GET'
  /** `/deposits`: small letters, digits, dashes. */
  path: string
  /** Checks who sends it, and reads it. It changes nothing by itself: the same request may come many times, and at once. */
  receive(request: InboundRequest, signal: AbortSignal): Promise<InboundOutcome>
}

export type Inbound = readonly InboundCall[]
