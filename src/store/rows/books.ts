// Rows: the ledger and its heads.
import type { Day, Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

/** The head of an account's records of a day; with an empty account, the head of all accounts of the day. */
export interface BookDayRow {
  account_id: string
  day: Day
  /** The head covers everything written before this instant; the day is closed when this is its end. */
  until_at: Instant
  /** The number of its records; for all accounts, the number of accounts. */
  records: number
  /** JSON: for each table with records, their number and the last hash of the chain. */
  parts: string
  /** SHA-256 in hex of the previous day's head and of the parts. */
  head: string
  /** 0 while the account has not been sent the event with its head. */
  told: 0 | 1
}

/** One row: up to which instant the books are hashed. */
export interface BookProgressRow {
  id: number
  until_at: Instant
  /** The end of the span that the lease holder hashes now; null before it begins. */
  goal_at: Instant | null
  leased_until: number
}

/** One line of a balanced entry; (entry, line) is the key, so that no entry is posted twice. */
export interface PostingRow {
  /** The operation or payout and what happened to it: `<operation id>:paid`. */
  entry: string
  line: number
  account_id: string
  ledger_account: string
  /** The Mexico City day on which it happened. */
  day: Day
  /** Debits are positive, credits negative; the lines of an entry sum to zero. */
  amount_centavos: number
  created_at: Instant
}

export interface BalanceRow {
  account_id: string
  ledger_account: string
  day: Day
  shard: number
  amount_centavos: number
}

export const bookColumns = {
  book_days: all<BookDayRow>()('account_id', 'day', 'until_at', 'records', 'parts', 'head', 'told'),
  book_progress: all<BookProgressRow>()('id', 'until_at', 'goal_at', 'leased_until'),
  postings: all<PostingRow>()('entry', 'line', 'account_id', 'ledger_account', 'day', 'amount_centavos', 'created_at'),
  balances: all<BalanceRow>()('account_id', 'ledger_account', 'day', 'shard', 'amount_centavos'),
}
