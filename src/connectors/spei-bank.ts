// The port to a bank on SPEI: accounts (CLABE) for payments, outgoing transfers, and what the bank has on record of both.
import type { DepositIdentity } from '../core/received.ts'
import type { Day } from '../core/time.ts'
import { type Answers, type Bounded, type Bounds, bounded, type Unknown } from './bounded.ts'
import type { PaymentNotice, TransferStateNotice } from './notice.ts'

export type { DepositIdentity }

export interface IssuedAccount {
  kind: 'issued'
  /** With its check digit. The answer is `unknown` otherwise. */
  clabe: string
  bankName: string
  paymentId: string
}

export interface TransferRequest {
  /** Clave de rastreo, at most 30 letters and digits: the identifier of the transfer. */
  trackingKey: string
  /** CLABE of the beneficiary. */
  destination: string
  beneficiary: string
  amountCentavos: number
  /** At most 40 characters. */
  concept: string
  /** `return` (of money that paid nothing), `refund` (of a payment) or `payout`. From version 2 on, like the rest. */
  kind: 'return' | 'refund' | 'payout'
  /** The institution of the destination by its five digits at SPEI, such as `40012`. Empty: no institution is known to have such CLABEs. */
  participant: string
  /** 1 to 9,999,999, the same in every request of this transfer. */
  numericReference: number
}

/** Sends a whole deposit back to the account that it came from, which only the bank knows. */
export interface ReturnDepositRequest {
  /** Our tracking key of the return, at most 30 letters and digits. */
  trackingKey: string
  deposit: DepositIdentity
}

/**
 * `accepted`: the bank has the transfer and will report its outcome later. `settled`: it arrived. `rejected`: no money has
 * left, and none will under this tracking key. `unknown`: the bank may or may not have the transfer. `networkReference`: the
 * bank's own id of it, by which the bank may report.
 */
export type TransferOutcome =
  | { kind: 'accepted'; networkReference?: string }
  | { kind: 'settled'; networkReference?: string }
  | { kind: 'rejected'; reason: string }
  | Unknown

/**
 * Additional kinds: `returned`, the receiving bank sent it back; `never-seen`, the bank has no such transfer on that
 * banking day.
 */
export type TransferStateOutcome =
  | (TransferOutcome & ShownTransfer)
  | ({ kind: 'returned'; reason: string } & ShownTransfer)
  | { kind: 'never-seen' }

/** What the bank shows of a transfer; when it is another one than ours, the outcome is not believed. From version 2 on. */
export interface ShownTransfer {
  amountCentavos?: number
  /** CLABE of the beneficiary. */
  destination?: string
}

export interface FindTransferRequest {
  trackingKey: string
  /** A banking day. */
  day: Day
  /** It was asked for by `returnDeposit`, of this deposit. */
  deposit?: DepositIdentity
}

/** `availableCentavos`: what could be sent now. */
export type BalanceOutcome = { kind: 'balance'; availableCentavos: number } | Unknown

/** What the bank has on record of a banking day so far: deposits that it has credited, and states of our transfers. */
export type MovementsOutcome =
  | { kind: 'movements'; notices: readonly (PaymentNotice | TransferStateNotice)[] }
  | Unknown

/** `statement`: the whole of a banking day, in the format of docs/guides/reconciliation.md. `not-yet`: the bank has not closed it. */
export type StatementOutcome = { kind: 'statement'; content: string } | { kind: 'not-yet' } | Unknown

/**
 * How long a tracking key keeps a bank from sending twice: `always`, or on one banking day alone (`banking-day`), after
 * which the same key would be a second transfer.
 */
export type KeyLife = 'always' | 'banking-day'

export function isKeyLife(value: unknown): value is KeyLife {
  return value === 'always' || value === 'banking-day'
}

export type IssueAccountOutcome = IssuedAccount | { kind: 'refused'; reason: string } | Unknown

export type CloseAccountOutcome = { kind: 'closed' } | Unknown

/** Each call has a deadline, at which its signal aborts: `bounded` then answers `unknown`, whatever the connector does. */
export interface SpeiBank {
  name: string
  /** True for a simulated bank: a missing answer is a test case and not an outage. */
  simulated?: boolean
  keyLife: KeyLife
  /** One account for each owner (an operation or a customer), also when asked again. */
  issueAccount(request: { ownerId: string }, signal: AbortSignal): Promise<IssueAccountOutcome>
  /** After this, transfers to the account are returned. */
  closeAccount(request: { clabe: string }, signal: AbortSignal): Promise<CloseAccountOutcome>
  /** Sends money: a return, a refund or a payout. Once for each tracking key, within the `keyLife`. */
  transfer(request: TransferRequest, signal: AbortSignal): Promise<TransferOutcome>
  /** The state of a transfer, by its tracking key and a banking day (YYYY-MM-DD). */
  findTransfer(request: FindTransferRequest, signal: AbortSignal): Promise<TransferStateOutcome>
  /**
   * Sends a deposit back to its payer, whose account the bank knows and we do not; once for each deposit. Without this method such money is
   * kept in suspense. From version 2 on, like the rest.
   */
  returnDeposit?(request: ReturnDepositRequest, signal: AbortSignal): Promise<TransferOutcome>
  /** The balance of the account that transfers leave. */
  balance?(request: object, signal: AbortSignal): Promise<BalanceOutcome>
  /** What the bank has of a banking day so far: notices get lost, and this finds them. */
  movements?(request: { day: Day }, signal: AbortSignal): Promise<MovementsOutcome>
  /** The statement of a banking day that is over. */
  statement?(request: { day: Day }, signal: AbortSignal): Promise<StatementOutcome>
}

/** The port for the service. */
export type SpeiBankPort = Bounded<SpeiBank> & { readonly keyLife: KeyLife }

/** The texts that an answer of each kind must have. An answer without them is treated as `unknown`. */
export const speiBankAnswers = {
  issueAccount: { issued: ['clabe', 'bankName', 'paymentId'], refused: ['reason'], unknown: [] },
  closeAccount: { closed: [], unknown: [] },
  transfer: { accepted: [], settled: [], rejected: ['reason'], unknown: [] },
  findTransfer: {
    accepted: [],
    settled: [],
    rejected: ['reason'],
    returned: ['reason'],
    'never-seen': [],
    unknown: [],
  },
  returnDeposit: { accepted: [], settled: [], rejected: ['reason'], unknown: [] },
  balance: { balance: ['availableCentavos'], unknown: [] },
  movements: { movements: ['notices'], unknown: [] },
  statement: { statement: ['content'], 'not-yet': [], unknown: [] },
} as const satisfies Answers<SpeiBank>

/** A day of a busy company has many pages. */
const DAY_DEADLINE_MS = 60_000

/** Makes the port of a connector. */
export function boundedSpeiBank(connector: SpeiBank, bounds: Bounds): SpeiBankPort {
  const longerMs = { movements: DAY_DEADLINE_MS, statement: DAY_DEADLINE_MS }
  return { ...bounded(connector, speiBankAnswers, { ...bounds, longerMs }), keyLife: connector.keyLife }
}
