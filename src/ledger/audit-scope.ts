// What the parts of an audit share: what is read, in which portions, and where it is counted.
import type { Snapshot } from '../store/store.ts'
import type { Findings } from './findings.ts'
import type { Tally } from './tally.ts'

/** Rows of one read: some milliseconds of work, so that requests do not wait long. */
export const PORTION = 2_000

/** How many numbers are compared for each key. */
export const tallyWidths = {
  balances: 1,
  'affiliate-balances': 1,
  'affiliate-entries': 1,
  'kept-totals': 3,
  'posted-totals': 3,
  events: 1,
  'payments-received': 2,
  returns: 2,
  advices: 2,
  releases: 1,
  'disputed-amounts': 1,
  refunds: 3,
} as const

export type Tallies = Record<keyof typeof tallyWidths, Tally>

/** How many rows were read. */
export interface Counts {
  operations: number
  postings: number
  events: number
  payments: number
  /** Of the payments, those that contradict another and wait for a person. */
  suspended: number
  payouts: number
  transfers: number
  refunds: number
  /** Lines of networks' statements. */
  statementLines: number
  /** Of the transfers, those that are not sent. */
  withheld: number
  advices: number
  /** Of the advices, those that the acquirer has not acknowledged. */
  unacknowledged: number
  disputes: number
  /** Of the disputes, those that are not decided. */
  openDisputes: number
}

export interface Scan {
  snapshot: Snapshot
  /** Undefined: everybody's books. */
  accountId: string | undefined
  tallies: Tallies
  found: Findings
  onProgress(counts: Counts): void
}
