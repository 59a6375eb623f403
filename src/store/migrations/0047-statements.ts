// Statements of networks, and each of their lines with what it was matched to.
import { check } from './checks.ts'

export const statements = {
  name: '0047-statements',
  statements: [
    `create table statements (
      id text primary key,
      account_id text not null,
      network text not null,
      content_hash text not null,
      first_day text not null,
      last_day text not null,
      lines bigint not null,
      sum_centavos bigint not null,
      state text not null,
      created_at text not null,
      finished_at text
    )`,
    `create unique index statements_once on statements (account_id, content_hash)`,
    `create table statement_lines (
      id text primary key,
      statement_id text not null,
      account_id text not null,
      line bigint not null,
      network text not null,
      rail text not null,
      kind text not null,
      movement text not null,
      institution text not null,
      day text not null,
      amount_centavos bigint not null,
      fee_centavos bigint not null,
      reference text not null,
      payer_clabe text not null,
      paid_at text not null,
      verdict text not null,
      differs text not null,
      cause_id text,
      recorded_centavos bigint not null,
      created_at text not null,
      found_at text,
      closed_at text
    )`,
    `create unique index statement_lines_once on statement_lines
      (account_id, network, rail, kind, movement, institution, day)`,
    // A record is matched by one line only, whoever hands in the statement.
    `create unique index statement_lines_cause on statement_lines (cause_id, kind) where cause_id is not null`,
    `create index statement_lines_open on statement_lines (id)
      where closed_at is null and ((verdict = 'extra' and cause_id is null) or differs in ('amount', 'amount day'))`,
    ...check('statements', { lines: '>= 0', state: ['reading', 'done'] }),
    ...check('statement_lines', {
      line: '> 0',
      rail: ['card', 'store', 'spei'],
      kind: ['payment', 'reversal', 'transfer-out', 'return', 'fee', 'settlement'],
      verdict: ['matched', 'different', 'extra', 'stated'],
      differs: ['', 'amount', 'day', 'amount day'],
    }),
  ],
}
