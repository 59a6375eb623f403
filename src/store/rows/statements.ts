// Rows: networks' statements and their lines.
import type { MovementKind } from '../../core/movement.ts'
import type { Rail } from '../../core/rail.ts'
import type { Day, Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

/** A statement of a network, identified by its bytes. */
export interface StatementRow {
  id: string
  /**
   * The books that it is compared with: in the sandbox an account's own, otherwise `acc_unmatched`, which means all books.
   */
  account_id: string
  network: string
  /** SHA-256 of the file, in hexadecimal. */
  content_hash: string
  /** The days that it covers, both included. */
  first_day: Day
  last_day: Day
  /** From its trailer. */
  lines: number
  sum_centavos: number
  /** `reading`: not every line is judged; reading the same file again continues. */
  state: 'reading' | 'done'
  created_at: Instant
  finished_at: Instant | null
}

/** One movement of a statement, stored once even if other statements repeat it. */
export interface StatementLineRow {
  id: string
  /** The statement that had it first. */
  statement_id: string
  account_id: string
  /** Its line in that file. */
  line: number
  network: string
  rail: Rail
  kind: MovementKind
  /** The network's own id of the movement. */
  movement: string
  institution: string
  day: Day
  amount_centavos: number
  fee_centavos: number
  reference: string
  payer_clabe: string
  paid_at: string
  /**
   * Its first judgement. `matched`: a record agrees. `different`: a record differs (`differs`). `extra`: there was no
   * record. `stated`: fees and settlements, which only the network knows.
   */
  verdict: 'matched' | 'different' | 'extra' | 'stated'
  /** `amount`, `day` or both, with a space between; empty otherwise. */
  differs: '' | 'amount' | 'day' | 'amount day'
  /** The record: an operation, a received payment or a transfer. For an extra line, null until a record is found. */
  cause_id: string | null
  /**
   * The record's amount on the network's receivable, in centavos: positive if the network owes us. Zero without a record.
   */
  recorded_centavos: number
  created_at: Instant
  /** When the record of an extra line was found. */
  found_at: Instant | null
  /** When an operator wrote off the difference; the line is not open any more. */
  closed_at: Instant | null
  /** Our transfer whose return this line reports, as a return or as a payment: unique. */
  returned_transfer: string | null
}

export const statementColumns = {
  statements: all<StatementRow>()(
    'id',
    'account_id',
    'network',
    'content_hash',
    'first_day',
    'last_day',
    'lines',
    'sum_centavos',
    'state',
    'created_at',
    'finished_at',
  ),
  statement_lines: all<StatementLineRow>()(
    'id',
    'statement_id',
    'account_id',
    'line',
    'network',
    'rail',
    'kind',
    'movement',
    'institution',
    'day',
    'amount_centavos',
    'fee_centavos',
    'reference',
    'payer_clabe',
    'paid_at',
    'verdict',
    'differs',
    'cause_id',
    'recorded_centavos',
    'created_at',
    'found_at',
    'closed_at',
    'returned_transfer',
  ),
}
