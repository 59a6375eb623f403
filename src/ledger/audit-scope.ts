// Shared by the parts of an audit: the snapshot, the size of portions, and the tallies.
import type { Snapshot } from '../store/store.ts'
import type { Findings } from './findings.ts'
import type { Tally } from './tally.ts'

/** Rows of one read: some milliseconds of work, so that requests do not wait long. */
export const BATCH_SIZE = 500

/** How many numbers are compared for each key. */
export const tallyWidths = {
  balances: 1,
  'affiliate-balances': 1,
  'affiliate-entries': 1,
  'kept-totals': 3,
  'posted-totals': 3,
  'monthly-fees': 2,
  events: 1,
  'payments-received': 2,
  returns: 2,
  advices: 2,
  captures: 1,
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
  /** The payments in suspense. */
  suspended: number
  payouts: number
  transfers: number
  refunds: number
  /** Lines of networks' statements. */
  statementLines: number
  /** The withheld transfers. */
  withheld: number
  advices: number
  /** The advices that the acquirer has not acknowledged. */
  unacknowledged: number
  disputes: number
  /** The undecided disputes. */
  openDisputes: number
}

/**
 * The account by which a statement filters. SQLite, which keeps no statistics, would sort all rows of the account for each
 * portion, or read all others at once to find a few: it reads portions of all accounts, and `ofAccount` leaves the others
 * out.
 */
export function filterOf({ snapshot, accountId }: Scan): string | undefined {
  return snapshot.engine === 'postgres' ? accountId : undefined
}

export function ofAccount<R extends { account_id: string | null }>({ accountId }: Scan, rows: R[]): R[] {
  return accountId === undefined ? rows : rows.filter((row) => row.account_id === accountId)
}

export interface Scan {
  snapshot: Snapshot
  /** Undefined: all books. */
  accountId: string | undefined
  tallies: Tallies
  found: Findings
  onProgress(counts: Counts): void
}
