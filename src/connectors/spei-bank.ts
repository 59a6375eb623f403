// The port to a bank on SPEI: accounts (CLABE) to be paid into, and transfers out.
import { type Answers, type Bounded, type Bounds, bounded } from './bounded.ts'

export interface IssuedAccount {
  kind: 'issued'
  clabe: string
  bankName: string
  paymentId: string
}

export interface TransferRequest {
  /** Clave de rastreo, at most 30 letters and digits: what the transfer is known by. */
  trackingKey: string
  /** CLABE of the beneficiary. */
  destination: string
  beneficiary: string
  amountCentavos: number
  /** At most 40 characters. */
  concept: string
}

/**
 * `accepted`: the bank has it and will say later what became of it. `settled`: it arrived. `rejected`: no money has left, and none will under
 * this tracking key. `unknown`: it may have it or not.
 */
export type TransferOutcome =
  | { kind: 'accepted' }
  | { kind: 'settled' }
  | { kind: 'rejected'; reason: string }
  | { kind: 'unknown' }

/** Besides: `returned`, the receiving bank sent it back; `never-seen`, the bank has no such transfer on that banking day. */
export type TransferStateOutcome = TransferOutcome | { kind: 'returned'; reason: string } | { kind: 'never-seen' }

/**
 * For how long a tracking key keeps a bank from sending twice: `always`, or on one banking day alone (`banking-day`), after which the same
 * key would be a second transfer.
 */
export type KeyLife = 'always' | 'banking-day'

export function isKeyLife(value: unknown): value is KeyLife {
  return value === 'always' || value === 'banking-day'
}

export type IssueAccountOutcome = IssuedAccount | { kind: 'refused'; reason: string } | { kind: 'unknown' }

export type CloseAccountOutcome = { kind: 'closed' } | { kind: 'unknown' }

/** Each call has a deadline, at which its signal aborts: `bounded` then answers `unknown`, whatever the connector does. */
export interface SpeiBank {
  name: string
  /** True for a simulated bank: when it does not answer, that is a test case and not an outage. */
  simulated?: boolean
  keyLife: KeyLife
  /** One account for an owner (an operation or a customer), however often it is asked. */
  issueAccount(request: { ownerId: string }, signal: AbortSignal): Promise<IssueAccountOutcome>
  /** After this the account returns what is sent to it. */
  closeAccount(request: { clabe: string }, signal: AbortSignal): Promise<CloseAccountOutcome>
  /** Sends money: a return, a refund or a payout. Once for a tracking key, as long as its `keyLife` says. */
  transfer(request: TransferRequest, signal: AbortSignal): Promise<TransferOutcome>
  /** What became of a transfer, by its tracking key and a banking day (YYYY-MM-DD). */
  findTransfer(request: { trackingKey: string; day: string }, signal: AbortSignal): Promise<TransferStateOutcome>
}

/** The port as the service sees it. */
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

/** The port around a connector. */
export function boundedSpeiBank(connector: SpeiBank, bounds: Bounds): SpeiBankPort {
  return { ...bounded(connector, speiBankAnswers, bounds), keyLife: connector.keyLife }
}
