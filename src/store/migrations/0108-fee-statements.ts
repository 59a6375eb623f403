// The fees of a month and their IVA, closed once with what rounding each operation had made of it; what months without interest cost of a fee;
// and whom the fees are invoiced to. Months that were over when this came are not closed: their IVA was declared as it was charged.
import { check } from './checks.ts'

/** The rates of months without interest when this was written, in thousandths of a percent. */
const MONTHS = [
  [3, 5_000],
  [6, 7_500],
  [9, 10_000],
  [12, 12_500],
  [18, 17_500],
] as const

/** Half up, and never more than the fee. */
function surchargeOf(rate: number): string {
  const exact = `((2 * total_centavos * ${rate} + 100000) / 200000)`
  return `case when ${exact} > fee_centavos then fee_centavos else ${exact} end`
}

export const feeStatements = {
  name: '0108-fee-statements',
  statements: [
    'alter table operations add column surcharge_centavos bigint not null default 0',
    ...MONTHS.map(
      ([months, rate]) => `update operations set surcharge_centavos = ${surchargeOf(rate)} where months = ${months}`,
    ),
    `alter table accounts add column fees_month text not null default ''`,
    `create table fee_statements (
      id text primary key,
      account_id text not null references accounts (id),
      month text not null,
      fee_centavos bigint not null,
      charged_centavos bigint not null,
      due_centavos bigint not null,
      rounding_centavos bigint not null,
      posted_day text not null,
      created_at text not null
    )`,
    'create unique index fee_statements_once on fee_statements (account_id, month)',
    `create table fee_statement_lines (
      statement_id text not null references fee_statements (id),
      concept text not null,
      operations bigint not null,
      fee_centavos bigint not null,
      primary key (statement_id, concept)
    )`,
    `create table fee_stamps (
      statement_id text primary key references fee_statements (id),
      account_id text not null,
      state text not null,
      provider text not null,
      request text not null,
      uuid text,
      xml text,
      reason text not null,
      attempts integer not null,
      due_at text,
      leased_until bigint not null,
      created_at text not null,
      stamped_at text
    )`,
    'create index fee_stamps_due on fee_stamps (due_at) where due_at is not null',
    `create table tax_receptors (
      account_id text primary key references accounts (id),
      rfc text not null,
      name text not null,
      regime text not null,
      cfdi_use text not null,
      postal_code text not null,
      updated_at text not null
    )`,
    ...check('operations', { surcharge_centavos: '>= 0' }),
    ...check('fee_statement_lines', {
      concept: ['card', 'store', 'spei', 'monthly_installments', 'disputes', 'other'],
      operations: '>= 0',
    }),
    ...check('fee_stamps', { state: ['pending', 'stamped', 'refused'], attempts: '>= 0', leased_until: '>= 0' }),
  ],
  /** The month before the newest with fees: that one, and what follows, is closed. */
  async convert(run: (text: string) => Promise<unknown[]>) {
    const [row] = (await run(
      `select max(substr(day, 1, 7)) as month from balances where ledger_account = 'income:fees'`,
    )) as { month: string | null }[]
    const newest = /^(\d{4})-(\d\d)$/.exec(row?.month ?? '')
    if (newest === null) return
    const months = Number(newest[1]) * 12 + Number(newest[2]) - 2
    const before = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
    await run(`update accounts set fees_month = '${before}'`)
  },
}
