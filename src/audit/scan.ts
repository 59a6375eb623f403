// What the checks of an audit share: the snapshot, the size of portions, and where they say what they found.
import type { Snapshot } from '../store/store.ts'
import type { Fault } from './findings.ts'
import type { Count, Invariant } from './invariant.ts'
import type { Tally } from './tally.ts'

/** Rows of one read: some milliseconds of work, so that requests do not wait long. */
export const BATCH_SIZE = 500

/** One reading of all books. */
export interface Scan {
  snapshot: Snapshot
  /** Undefined: all books. */
  accountId: string | undefined
  /** Says what is wrong. */
  found(invariant: Invariant, fault: Fault): void
  /** The two sides of an invariant that compares counts. */
  tally(invariant: Invariant): Tally
  /** Says how many rows were read. */
  read(of: Count, rows: number): void
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
