// The port to a bank on SPEI: accounts (CLABE) for payments, and outgoing transfers.
import { type Answers, type Bounded, type Bounds, bounded, type Unknown } from './bounded.ts'

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
}

/**
 * `accepted`: the bank has the transfer and will report its outcome later. `settled`: it arrived. `rejected`: no money has
 * left, and none will under this tracking key. `unknown`: the bank may or may not have the transfer.
 */
export type TransferOutcome =
  | { kind: 'accepted' }
  | { kind: 'settled' }
  | { kind: 'rejected'; reason: string }
  | Unknown

/**
 * Additional kinds: `returned`, the receiving bank sent it back; `never-seen`, the bank has no such transfer on that
 * banking day.
 */
export type TransferStateOutcome = TransferOutcome | { kind: 'returned'; reason: string } | { kind: 'never-seen' }

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
  findTransfer(request: { trackingKey: string; day: string }, signal: AbortSignal): Promise<TransferStateOutcome>
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
} as const satisfies Answers<SpeiBank>

/** Makes the port of a connector. */
export function boundedSpeiBank(connector: SpeiBank, bounds: Bounds): SpeiBankPort {
  return { ...bounded(connector, speiBankAnswers, bounds), keyLife: connector.keyLife }
}
