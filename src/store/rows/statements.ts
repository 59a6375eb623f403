// Rows: networks' statements and their lines.
import type { MovementKind } from '../../core/movement.ts'
import type { Rail } from '../../core/rail.ts'
import type { Day, Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

/** A statement of a network, known again by its bytes. */
export interface StatementRow {
  id: string
  /** Whose books it is held against: in the sandbox an account's own, else `acc_unmatched`, which stands for everybody's. */
  account_id: string
  network: string
  /** SHA-256 of the file, in hexadecimal. */
  content_hash: string
  /** The days that it covers, both included. */
  first_day: Day
  last_day: Day
  /** As its trailer says. */
  lines: number
  sum_centavos: number
  /** `reading`: not every line is judged; the same file again goes on. */
  state: 'reading' | 'done'
  created_at: Instant
  finished_at: Instant | null
}

/** One movement that a statement told, once, whichever statements tell it again. */
export interface StatementLineRow {
  id: string
  /** The statement that told it first. */
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
   * How it was first judged. `matched`: a record says the same. `different`: a record says otherwise (`differs`). `extra`: there was no
   * record. `stated`: fees and settlements, which only the network knows.
   */
  verdict: 'matched' | 'different' | 'extra' | 'stated'
  /** `amount`, `day` or both, with a space between; empty otherwise. */
  differs: '' | 'amount' | 'day' | 'amount day'
  /** The record: an operation, a received payment or a transfer. Of an extra line, null until there is one. */
  cause_id: string | null
  /** What the record has on the network's receivable, in centavos: positive what it owes us. Zero without a record. */
  recorded_centavos: number
  created_at: Instant
  /** When the record of an extra line was found. */
  found_at: Instant | null
  /** When a person wrote off what it says and no record does; it is not open any more. */
  closed_at: Instant | null
  /** The transfer of ours whose return it tells, as a return or as a payment: one line only. */
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
