// Tables: networks' statements and their lines.
import { movementKindNames } from '../core/movement.ts'
import { railNames } from '../core/rail.ts'
import { day, instant, natural, oneOf, positive, type Row, signed, table, text } from '../core/table.ts'

/**
 * A statement of a network, identified by its bytes and by the statement that it corrects. It is of the service as a whole, as its lines are: it has
 * movements of many accounts, and each line is compared with the records of all of them.
 */
export const statements = table(
  'statements',
  {
    fact: {
      id: text(),
      /**
       * The books that it is compared with: in the sandbox an account's own, otherwise `acc_unmatched`, which means all books.
       */
      account_id: text(),
      network: text(),
      /** SHA-256 of the file, in hexadecimal. */
      content_hash: text(),
      /** The days that it covers, both included. */
      first_day: day(),
      last_day: day(),
      /** The statement that it corrects; empty: none. */
      corrects: text(),
      /** From its trailer. */
      lines: natural(),
      sum_centavos: signed(),
      created_at: instant(),
    },
    work: {
      /** `reading`: not every line is judged; reading the same file again continues. `corrected`: another statement corrects it. */
      state: oneOf(['reading', 'done', 'corrected']),
      finished_at: instant().orNull(),
    },
  },
  {
    owner: 'shared',
    key: 'id',
    recorded: { by: 'id', prefix: 'stm' },
    unique: {
      statements_once: 'account_id, content_hash, corrects',
      statements_corrected: `corrects where corrects <> ''`,
    },
    indexes: {
      statements_unfinished: `id where state = 'reading'`,
    },
  },
)
export type StatementRow = Row<typeof statements>

/** One movement of a statement, stored once even if other statements repeat it. */
export const statementLines = table(
  'statement_lines',
  {
    fact: {
      id: text(),
      /** The statement that had it first. */
      statement_id: text(),
      account_id: text(),
      /** Its line in that file. */
      line: positive(),
      network: text(),
      rail: oneOf(railNames),
      kind: oneOf(movementKindNames),
      /** The network's own id of the movement. */
      movement: text(),
      /** How many lines before it in its file state other payments under its identity: their institution is not said, or their reference is another. */
      nth: natural(),
      institution: text(),
      day: day(),
      amount_centavos: signed(),
      fee_centavos: signed(),
      reference: text(),
      payer_clabe: text(),
      paid_at: text(),
      /**
       * Its first judgement. `matched`: a record agrees. `different`: a record differs (`differs`). `extra`: there was no
       * record. `stated`: fees and settlements, which only the network knows.
       */
      verdict: oneOf(['matched', 'different', 'extra', 'stated']),
      created_at: instant(),
    },
    derived: {
      /** `amount`, `day` or both, with a space between; empty otherwise. */
      differs: oneOf(['', 'amount', 'day', 'amount day']),
      /** The record: an operation, a received payment or a transfer. For an extra line, null until a record is found. */
      cause_id: text().orNull(),
      /**
       * The record's amount on the network's receivable, in centavos: positive if the network owes us. Zero without a record.
       */
      recorded_centavos: signed(),
      /** When the record of an extra line was found. */
      found_at: instant().orNull(),
      /** When an operator wrote off the difference; the line is not open any more. */
      closed_at: instant().orNull(),
      /** Our transfer whose return this line reports, as a return or as a payment: unique. */
      returned_transfer: text().orNull(),
      /** The correction that took the line's place: what the line posted is reversed, and its record is free for another line. */
      superseded_by: text().orNull(),
      superseded_at: instant().orNull(),
    },
  },
  {
    owner: 'shared',
    severalAccounts: {
      because:
        'the lines of a network are judged together, each with its record of some account, which has one line at most',
    },
    key: 'id',
    recorded: { by: 'id', prefix: 'stl' },
    unique: {
      statement_lines_once:
        'account_id, network, rail, kind, movement, institution, day, nth where superseded_at is null',
      statement_lines_settlement: `account_id, network, rail, movement where kind = 'settlement' and superseded_at is null`,
      statement_lines_cause: 'cause_id, kind where cause_id is not null and superseded_at is null',
      statement_lines_returned: 'returned_transfer where returned_transfer is not null and superseded_at is null',
    },
    indexes: {
      statement_lines_of: 'statement_id, id',
      // A payment was made known by its line, also when that is superseded.
      statement_lines_record: 'cause_id where cause_id is not null',
      statement_lines_settled: `account_id, day, id where kind = 'settlement' and superseded_at is null`,
      statement_lines_open: `id where superseded_at is null and closed_at is null and ((verdict = 'extra' and cause_id is null) or differs in ('amount', 'amount day'))`,
    },
  },
)
export type StatementLineRow = Row<typeof statementLines>

/** A line that a statement has as another one had it before: both say it. */
export const statementMentions = table(
  'statement_mentions',
  {
    fact: {
      statement_id: text(),
      line_id: text(),
      account_id: text(),
      created_at: instant(),
    },
  },
  {
    owner: 'shared',
    key: 'statement_id, line_id',
    recorded: { by: 'created_at', keys: ['statement_id', 'line_id'] },
    indexes: {
      statement_mentions_of: 'line_id',
      statement_mentions_by_time: 'created_at, statement_id, line_id',
    },
  },
)

/** A banking day of the bank on SPEI, whose movements and statement are fetched until it needs no further look. */
export const bankDays = table(
  'bank_days',
  {
    work: {
      /** The network and the day. */
      id: text(),
      network: text(),
      day: day(),
      /** How many statements of it were reconciled. */
      statements: natural(),
      /** Fetches in succession that the bank did not answer. */
      attempts: natural(),
      /** Null when no further look is needed. */
      due_at: instant().orNull(),
      leased_until: natural(),
    },
  },
  {
    owner: 'shared',
    key: 'id',
    indexes: { bank_days_due: 'due_at where due_at is not null' },
  },
)
export type BankDayRow = Row<typeof bankDays>
