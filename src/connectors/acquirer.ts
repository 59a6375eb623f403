// The port to a card acquirer: the methods that Cobro calls for card payments.
import type { ClearCard } from '../core/cards/number.ts'
import { type Answers, type Bounded, type Bounds, bounded, type Unknown } from './bounded.ts'
import type { ApprovedCharge, ChargeDetails, InItsWords } from './charge-details.ts'
import type { DisputeAnswerOutcome, DisputeAnswerRequest } from './dispute-answer.ts'

export type { DisputeAnswerOutcome, DisputeAnswerRequest, EvidenceFile } from './dispute-answer.ts'
export type { ClearCard }

/** What an acquirer can do, besides charges. The service calls no other methods. */
export interface AcquirerCapabilities {
  /** It can be asked for the outcome of a charge: `inquire`. */
  inquiry: boolean
  /** It takes a reversal advice, also for a charge that it has never seen: `advise`. */
  advice: boolean
  /** It takes a charge back before it is settled: `reverse`. */
  void: boolean
  /** It gives the money of a charge back after it was settled: `reverse`. */
  refund: boolean
  /** It gives back a part of a charge. */
  partialRefund: boolean
  /**
   * It reports disputes (`dispute` and `dispute-outcome` notices) and accepts their answers: `answerDispute`. The value is
   * the version of that part of the port; absent in a connector without disputes.
   */
  disputes?: typeof DISPUTES_VERSION
  /**
   * It may answer a charge by sending the payer to an address (`payer-must-act`), as 3-D Secure does, and tells by `inquire` what became of it.
   * From version 2 on; absent in a connector that never does.
   */
  payerAction?: true
  /**
   * It can hold an amount and capture it later, once: `capture`. `part`: also less than the amount, which releases the rest. Needs `void`, which
   * releases a charge that is not captured. From version 2 on; absent in a connector that captures every charge at once.
   */
  capture?: 'whole' | 'part'
}

/** The version of the disputes in the acquirer's port. */
export const DISPUTES_VERSION = 1

/**
 * A connector's data about a charge before it is sent, such as a trace number (STAN). Written in the batch that begins the
 * payment, and passed to every call about the charge. At most 20 texts; never card data.
 */
export type ChargeTrace = Readonly<Record<string, string>>

/** The fields that are the same in every call about one charge, on every try and after a restart. */
export interface ChargeIdentity {
  /** Our operation's id: the acquirer makes one authorisation for it, also when asked again. */
  operationId: string
  amountCentavos: number
  /** When the payment began, a UTC instant. */
  beganAt: string
  /** Empty for a connector without `prepare`. */
  trace: ChargeTrace
}

export type PrepareOutcome = { kind: 'prepared'; trace: ChargeTrace } | Unknown

export interface AuthoriseRequest extends ChargeIdentity {
  card: ClearCard
  /** Months without interest, or none. */
  months: number | undefined
  /** Who begins the charge: a customer who is there, or the merchant alone, as for a plan. From version 2 on. */
  initiator: 'customer' | 'merchant'
  /**
   * Our address to which the payer comes back from `payerUrl`, by GET or POST. Nothing that comes with the payer is believed. From version 2
   * on.
   */
  returnUrl: string
  /** From version 2 on. */
  details?: ChargeDetails
  /** This acquirer's own token for the card, as it answered it, to use instead of the number. From version 2 on. */
  networkToken?: string
  /** False: hold the amount only, for `capture` or `reverse`. Only with the capability `capture`; absent: charge it. From version 2 on. */
  capture?: false
}

/**
 * The payer must do something first, such as the challenge of 3-D Secure, at `payerUrl`, an https address of at most 2,048
 * characters (http only where the network is simulated). The charge is made when the payer has done it. Only with the capability `payerAction`.
 */
export interface PayerMustAct {
  kind: 'payer-must-act'
  payerUrl: string
}

/** An outcome that ends the charge. */
export type ChargeResult =
  | ApprovedCharge
  /** `code` is the issuer's ISO 8583 response. */
  | ({ kind: 'declined'; code: string } & InItsWords)
  /** The card is refused before a bank is asked. */
  | ({ kind: 'invalid-card' } & InItsWords)

/** `unknown`: no result. The charge may or may not have happened. */
export type AuthoriseOutcome = ChargeResult | Unknown

/**
 * The acquirer surely did nothing with the charge, and will do nothing: no connection came about, or it says so. Another acquirer may get it. Not
 * for a decline, and never when in doubt. From version 2 on.
 */
export interface NotProcessed {
  kind: 'not-processed'
  /** As of `Unknown`: repeated failures stop the calls for a while. */
  failed?: boolean
}

/** All that `authorise` may answer. */
export type AuthoriseAnswer = AuthoriseOutcome | PayerMustAct | NotProcessed

export type InquiryOutcome = AuthoriseOutcome | { kind: 'never-seen' }

/** All that `inquire` may answer. */
export type InquiryAnswer = InquiryOutcome | PayerMustAct

export type ReverseOutcome = { kind: 'reversed' } | { kind: 'refused' } | Unknown

export interface InquiryRequest extends ChargeIdentity {
  cardFirstSix: string
  cardLastFour: string
}

export interface ReverseRequest extends ChargeIdentity {
  networkReference: string
  /** What was captured of a charge that was authorised only; 0: nothing yet, and the amount is released. Absent for a charge made at once. */
  capturedCentavos?: number
}

/** Captures a charge that was authorised only, or a part of it; the rest is released. */
export interface CaptureRequest extends ReverseRequest {
  captureCentavos: number
}

export type CaptureOutcome =
  | { kind: 'captured' }
  /** Final: the acquirer will not capture this amount. What it holds stays held. */
  | { kind: 'refused'; reason: string }
  | Unknown

/** Refunds an amount of a charge, or the rest of it. */
export interface RefundRequest extends ReverseRequest {
  /** The acquirer refunds once for each id, also when asked again. */
  refundId: string
  refundCentavos: number
}

export type RefundOutcome =
  | { kind: 'refunded' }
  /** Final: the acquirer will never refund it. */
  | { kind: 'refused'; reason: string }
  | Unknown

/** Undoes a charge that may have happened. The same request is repeated, with a growing `attempt`, until it is acknowledged. */
export interface AdviseRequest extends ChargeIdentity {
  cardFirstSix: string
  cardLastFour: string
  /** The acquirer's reference, when an approval came too late; undefined when no answer ever came. */
  networkReference: string | undefined
  /** 1 for the first try. */
  attempt: number
}

export type AdviseOutcome =
  /** The charge is undone, or was never made; if it arrives later, it is not made. */
  | { kind: 'acknowledged' }
  /** The acquirer will never undo it: an operator has to. */
  | { kind: 'refused'; reason: string }
  | Unknown

export type VerifyOutcome =
  /** `networkToken`: as of an approved charge. */
  | { kind: 'valid'; networkToken?: string }
  | ({ kind: 'declined'; code: string } & InItsWords)
  | ({ kind: 'invalid-card' } & InItsWords)
  | Unknown

/** Each call has a deadline, at which its signal aborts: `bounded` then answers `unknown`, whatever the connector does. */
export interface Acquirer {
  name: string
  /** True for a simulated network: a missing answer is a test case and not an outage. */
  simulated?: boolean
  capabilities: AcquirerCapabilities
  /**
   * Returns the data to keep about a charge before it is sent. It must not call the network, because the payment is not
   * recorded yet.
   */
  prepare?(charge: Omit<ChargeIdentity, 'trace'>, signal: AbortSignal): Promise<PrepareOutcome>
  authorise(request: AuthoriseRequest, signal: AbortSignal): Promise<AuthoriseAnswer>
  /** The outcome of an authorisation without an answer. Needed for `inquiry`. */
  inquire?(request: InquiryRequest, signal: AbortSignal): Promise<InquiryAnswer>
  /**
   * Captures what was authorised only; once for each operation, also when asked again, until it is answered. Needed for `capture`.
   */
  capture?(request: CaptureRequest, signal: AbortSignal): Promise<CaptureOutcome>
  /** Gives the whole amount back, or releases what is not captured; once, also when asked again. Needed for `void` and `refund`. */
  reverse?(request: ReverseRequest, signal: AbortSignal): Promise<ReverseOutcome>
  /**
   * Gives back an amount of a charge; once for each `refundId`. Without this method only a whole charge is given back, by
   * `reverse`.
   */
  refund?(request: RefundRequest, signal: AbortSignal): Promise<RefundOutcome>
  /**
   * Undoes a charge that may have happened; once, also when asked again, and also when the advice arrives before the
   * charge. Needed for `advice`.
   */
  advise?(request: AdviseRequest, signal: AbortSignal): Promise<AdviseOutcome>
  /** Submits a merchant's answer to a dispute; once, also when asked again. Needed for `disputes`. */
  answerDispute?(request: DisputeAnswerRequest, signal: AbortSignal): Promise<DisputeAnswerOutcome>
  /** Checks a card and its security code without charging it. */
  verify(card: ClearCard, signal: AbortSignal): Promise<VerifyOutcome>
}

/** The port for the service. A method that the connector lacks answers `unknown`. */
export type AcquirerPort = Bounded<Acquirer> & { readonly capabilities: AcquirerCapabilities }

/** The texts of an outcome that ends the charge: what an acquirer may report by itself. */
export const chargeResults = {
  approved: ['authorizationCode', 'networkReference'],
  declined: ['code'],
  'invalid-card': [],
} as const satisfies Record<ChargeResult['kind'], readonly string[]>

/** The texts that an answer of each kind must have. An answer without them is treated as `unknown`. */
export const acquirerAnswers = {
  prepare: { prepared: ['trace'], unknown: [] },
  authorise: { ...chargeResults, 'payer-must-act': ['payerUrl'], 'not-processed': [], unknown: [] },
  inquire: { ...chargeResults, 'payer-must-act': ['payerUrl'], 'never-seen': [], unknown: [] },
  capture: { captured: [], refused: ['reason'], unknown: [] },
  reverse: { reversed: [], refused: [], unknown: [] },
  refund: { refunded: [], refused: ['reason'], unknown: [] },
  advise: { acknowledged: [], refused: ['reason'], unknown: [] },
  answerDispute: { taken: [], refused: ['reason'], unknown: [] },
  verify: { valid: [], declined: ['code'], 'invalid-card': [], unknown: [] },
} as const satisfies Answers<Acquirer>

/**
 * Makes the port of a connector. Throws when it lacks a method of its capabilities, or cannot undo a charge without an
 * answer.
 */
export function acquirerPort(connector: Acquirer, bounds: Bounds): AcquirerPort {
  const fault = capabilityFault(connector)
  if (fault !== undefined) throw new Error(`the acquirer ${connector.name} ${fault}`)
  const answers = connector.capabilities.payerAction === true ? acquirerAnswers : answersAtOnce
  return { ...bounded(connector, answers as typeof acquirerAnswers, bounds), capabilities: connector.capabilities }
}

const { 'payer-must-act': _, ...authorised } = acquirerAnswers.authorise
const { 'payer-must-act': __, ...inquired } = acquirerAnswers.inquire
/** The answers of an acquirer that sends no payer anywhere. */
const answersAtOnce = { ...acquirerAnswers, authorise: authorised, inquire: inquired }

/** The fault of a connector's declared capabilities; undefined for none. */
export function capabilityFault({
  capabilities,
  inquire,
  reverse,
  advise,
  answerDispute,
  capture,
}: Acquirer): string | undefined {
  const names: Record<Exclude<keyof AcquirerCapabilities, 'disputes' | 'payerAction' | 'capture'>, true> = {
    inquiry: true,
    advice: true,
    void: true,
    refund: true,
    partialRefund: true,
  }
  const unsaid = Object.keys(names).filter(
    (name) => typeof capabilities?.[name as keyof AcquirerCapabilities] !== 'boolean',
  )
  if (unsaid.length > 0) return `does not say by true or false whether it has the capabilities ${unsaid.join(', ')}`
  const { inquiry, advice, refund, partialRefund } = capabilities
  const givesBack = capabilities.void || refund
  if (inquiry && inquire === undefined) return 'declares inquiry and has no inquire'
  if (givesBack && reverse === undefined) return 'declares void or refund and has no reverse'
  if (advice && advise === undefined) return 'declares advice and has no advise'
  if (capabilities.disputes !== undefined && capabilities.disputes !== DISPUTES_VERSION)
    return `declares disputes of version ${String(capabilities.disputes)}; this program has version ${DISPUTES_VERSION}`
  if (capabilities.disputes !== undefined && answerDispute === undefined)
    return 'declares disputes and has no answerDispute'
  if (![undefined, true].includes(capabilities.payerAction)) return 'declares payerAction, which is true or absent'
  if (capabilities.payerAction === true && !inquiry) return 'declares payerAction and no inquiry'
  if (![undefined, 'whole', 'part'].includes(capabilities.capture))
    return 'declares capture, which is `whole`, `part` or absent'
  if (capabilities.capture !== undefined && capture === undefined) return 'declares capture and has no capture'
  if (capabilities.capture !== undefined && !capabilities.void) return 'declares capture and no void'
  if (partialRefund && !refund) return 'declares partialRefund and no refund'
  if (!advice && !(inquiry && givesBack))
    return 'cannot undo a charge whose answer never came: it needs advice, or inquiry with void or refund'
  return undefined
}
