// Inbound reports of networks: their requests, and the notices that a connector makes from them.
import type { DisputeStage } from '../core/dispute.ts'
import type { DisputeScheme } from '../core/dispute-reasons.ts'
import type { ReportedState } from '../core/transfer.ts'
import type { ChargeResult } from './acquirer.ts'

/** A request of a network, as it came. */
export interface InboundRequest {
  method: string
  /** The declared path, such as `/deposits`. */
  path: string
  /** The query without the `?`; may be empty. */
  query: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The received bytes, at most 256 KiB; a signature covers these bytes. */
  body: Uint8Array
  /** The sender's address; behind a proxy, the one that the trusted proxy names. */
  address: string
}

/** A payment: cash at a till, or a transfer into one of the bank's accounts. */
export interface PaymentNotice {
  kind: 'payment'
  /** The network's own id: a tracking key, a till ticket. To 100 characters. */
  networkTransaction: string
  /**
   * The ordering institution of a transfer (three digits, as in its CLABEs), or the short name of the chain. Empty: the
   * network does not report it; that of a transfer is then taken from `payerClabe`.
   */
  institution: string
  /** The banking day of a transfer, the Mexico City day of a till: `2026-11-23`. */
  operationDay: string
  /** The barcode digits or CLABE that was paid. */
  networkReference: string
  /** To 99,999,999,999,999: a payout that comes back as a deposit is the sum of many payments. */
  amountCentavos: number
  /** The CLABE to which money that pays nothing goes back. Leave it out when there is none. */
  payerClabe?: string
  payerName?: string
  /** When the payer paid, as ISO 8601 with an offset or `Z`. Leave it out when the network does not say. */
  paidAt?: string
  /** The address of Banco de México's receipt (CEP) of a transfer, below `https://www.banxico.org.mx/cep/`. From version 2 on. */
  cepUrl?: string
}

/** A bank's report of the state of a transfer that it was asked to send. */
export interface TransferStateNotice {
  kind: 'transfer'
  /** Clave de rastreo, as it was in the request. Empty: the bank reports by its own id, `networkReference`. */
  trackingKey: string
  /** The bank's own id of the transfer, as it answered `transfer`. From version 2 on. */
  networkReference?: string
  /** `accepted`, `settled`, `rejected` or `returned`, as `findTransfer` answers them. */
  state: ReportedState
  /** When it happened, as ISO 8601 with an offset or `Z`. Leave it out when the bank does not say. */
  at?: string
  /** Why it was rejected or returned, to 250 characters. */
  reason?: string
  /** What the bank shows of the transfer: of another one it says nothing about ours, and a person looks at it. Leave out what the bank does not say. */
  amountCentavos?: number
  /** CLABE of the beneficiary. */
  destination?: string
}

/** An acquirer's report of the outcome of a charge, possibly long after its deadline. */
export interface ChargeNotice {
  kind: 'charge'
  /** The operation that it was asked to charge. */
  operationId: string
  /** The outcome, as `authorise` answers it. */
  outcome: ChargeResult
}

/** An acquirer's report of a dispute. Only connectors with the capability `disputes` send it. */
export interface DisputeNotice {
  kind: 'dispute'
  /** The operation that it was asked to charge. */
  operationId: string
  /** The acquirer's own id of the case, to 100 characters; the same in every notice about it and in every call. */
  networkDispute: string
  /**
   * `retrieval` (a request for information; no money moves), `chargeback`, or `arbitration` after a chargeback that was
   * won.
   */
  stage: DisputeStage
  /** The card network, whose code `reasonCode` is: `visa`, `mastercard` or `other`. */
  scheme: DisputeScheme
  /** As the card network writes it, such as `10.4` or `4853`: to 20 letters, digits, dots and dashes. */
  reasonCode: string
  /** The disputed amount: at most what is left of the charge. */
  amountCentavos: number
  /** Until when the acquirer accepts an answer, as ISO 8601 with an offset or `Z`. */
  respondBy: string
  /** When the bank opened it, as ISO 8601 with an offset or `Z`. Leave it out when the acquirer does not say. */
  openedAt?: string
}

/** An acquirer's report of the end of a dispute. */
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

/**
 * Why a deposit is not taken. `account-unknown`: nobody has the CLABE. `account-closed`: it may no longer be paid into. `amount`: a voucher
 * asks for another amount. `implausible`: its instant cannot be. `repeated-key`: another deposit is on record under its key, institution and day.
 */
export const sendBackCauses = ['account-unknown', 'account-closed', 'amount', 'implausible', 'repeated-key'] as const

export type SendBackCause = (typeof sendBackCauses)[number]

/** The answers to a deposit whose bank waits for the answer and sends a refused one back: with each, either all of its money is ours or none. */
export interface DepositAnswers {
  taken: InboundAnswer
  sentBack: Readonly<Record<SendBackCause, InboundAnswer>>
}

/** The HTTP answer to the network's request. */
export interface InboundAnswer {
  /** 200 to 299, or 400 to 499. */
  status: number
  /** `application/json` when left out. */
  contentType?: string
  body?: string
  /** More headers, such as a signature: their names begin with `x-` or `cobro-`. From version 2 on. */
  headers?: Readonly<Record<string, string>>
}

/** A network's statement, in the format of docs/guides/reconciliation.md, under the connector's own name. */
export interface StatementNotice {
  kind: 'statement'
  /**
   * The whole file, with its trailer; at most a million characters. A request brings at most 256 KiB, so for more the
   * connector fetches the file when it reads the request. Use `cobro reconcile` for a larger one.
   */
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
 * A connector's result for a request. `taken`: every notice is on disk before `answer` is sent. `deposit`: a deposit that its bank takes back
 * if it is answered so; the state of its CLABE decides, and the decision is on disk before the bank is answered (from version 2 on, SPEI banks only). `refused`: the request is
 * not from the network. `unreadable`: it is from the network, but the connector cannot read it; the body is kept for an
 * operator, without card numbers, and the network is answered 400 or with `answer`. `unknown`: the connector cannot decide
 * now; the network is answered 503, so that it repeats the request. If a connector throws, the request is only counted,
 * because its sender is unknown.
 */
export type InboundOutcome =
  | { kind: 'taken'; notices: readonly Notice[]; answer: InboundAnswer }
  | { kind: 'deposit'; notice: PaymentNotice; answers: DepositAnswers }
  | { kind: 'refused'; reason: string; answer?: InboundAnswer }
  | { kind: 'unreadable'; reason: string; answer?: InboundAnswer }
  | { kind: 'unknown' }

/** A call of the network, at `/v1/networks/{name of the connector}{path}`. */
export interface InboundCall {
  method: 'POST' | 'PUT' | 'GET'
  /** `/deposits`: small letters, digits, dashes. */
  path: string
  /** The query carries a secret: it is not kept with a report that cannot be read. From version 2 on. */
  hidesQuery?: true
  /**
   * Checks the sender and reads the request. It must have no effects: the same request may come many times, also
   * concurrently.
   */
  receive(request: InboundRequest, signal: AbortSignal): Promise<InboundOutcome>
}

export type Inbound = readonly InboundCall[]
