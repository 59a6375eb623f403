// Tables: the ledger and its checkpoints.
import { BALANCE_CHECK, MAX_BALANCE_CENTAVOS } from '../core/money.ts'
import { railNames } from '../core/rail.ts'
import {
  day,
  flag,
  instant,
  natural,
  oneOf,
  positive,
  type Row,
  signed,
  table,
  text,
  type ViewRow,
  view,
} from '../core/table.ts'

/** The checkpoint of an account's records of a day. */
export const bookDays = table(
  'book_days',
  {
    derived: {
      /** Empty: the checkpoint of all accounts of the day. */
      account_id: text(),
      day: day(),
      /** The checkpoint covers everything written before this instant; the day is closed when this is its end. */
      until_at: instant(),
      /** The number of its records; for all accounts, the number of accounts. */
      records: natural(),
      /** JSON: for each table with records, their number and the last hash of the chain. */
      parts: text(),
      /** SHA-256 in hex of the previous day's checkpoint and of the parts. */
      head: text(),
    },
    work: {
      /** 0 while the account has not been sent the event with its checkpoint. */
      announced: flag(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, day',
    severalAccounts: { because: 'the checkpoints of all accounts are made and sent together' },
    isKept: true,
    isClustered: true,
    indexes: {
      book_days_by_day: 'day, account_id',
      book_days_unannounced: 'day where announced = 0',
    },
  },
)
export type BookDayRow = Row<typeof bookDays>

/** One row: up to which instant the books are hashed. */
export const bookProgress = table(
  'book_progress',
  {
    work: {
      id: positive(),
      until_at: instant(),
      /** The end of the span that the lease holder hashes now; null before it begins. */
      goal_at: instant().orNull(),
      leased_until: natural(),
    },
  },
  {
    owner: 'shared',
    key: 'id',
    isKept: true,
    first: [{ id: 1, until_at: '1970-01-01T00:00:00.000Z', goal_at: null, leased_until: 0 }],
  },
)

/** A balanced entry; its name is unique in its account, so that no entry is posted twice. */
export const entries = table(
  'entries',
  {
    fact: {
      /** The operation or payout and what happened to it: `<operation id>:paid`. */
      entry: text(),
      account_id: text(),
      /** The Mexico City day on which it happened. */
      day: day(),
      /**
       * JSON: `[["receivable:acquirer",11600,"openpay"],["payable:merchant",-11600]]`. Debits are positive, credits negative; they sum to zero. On
       * `receivable:acquirer` stands the acquirer.
       */
      lines: text(),
      created_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, entry',
    recorded: { by: 'created_at', keys: ['entry'] },
    isClustered: true,
    indexes: {
      entries_of_account: 'account_id, day, entry',
      entries_by_time: 'created_at, entry',
    },
  },
)
export type EntryRow = Row<typeof entries>

/** The lines of the entries, for whoever asks the database in SQL. */
export const postings = view(
  'postings',
  {
    entry: text(),
    line: natural(),
    account_id: text(),
    ledger_account: text(),
    day: day(),
    amount_centavos: signed(),
    /** The acquirer, on `receivable:acquirer`; empty elsewhere. */
    network: text(),
    created_at: instant(),
  },
  {
    sqlite: `select entry, line.key as line, account_id, line.value ->> 0 as ledger_account, day, line.value ->> 1 as amount_centavos,
    coalesce(line.value ->> 2, '') as network, created_at
  from entries, json_each(entries.lines) as line`,
    postgres: `select entry, line.place - 1 as line, account_id, (line.value ->> 0) collate "C" as ledger_account, day,
    cast(line.value ->> 1 as bigint) as amount_centavos, coalesce(line.value ->> 2, '') collate "C" as network, created_at
  from entries cross join lateral jsonb_array_elements(cast(entries.lines as jsonb)) with ordinality as line (value, place)`,
  },
)
export type PostingRow = ViewRow<typeof postings>

export const balances = table(
  'balances',
  {
    derived: {
      account_id: text(),
      ledger_account: text(),
      /** The acquirer, on `receivable:acquirer`; empty elsewhere. */
      network: text(),
      day: day(),
      shard: natural(),
      amount_centavos: signed(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, ledger_account, network, day, shard',
    isClustered: true,
    checks: { [BALANCE_CHECK]: `abs(amount_centavos) <= ${MAX_BALANCE_CENTAVOS}` },
  },
)

/** A merchant's codes and names of the ledger's accounts. */
export const ledgerCharts = table(
  'ledger_charts',
  {
    authority: {
      account_id: text(),
      /** JSON: by ledger account, its code and name. */
      codes: text(),
      updated_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id',
    references: { account_id: 'accounts' },
  },
)
export type LedgerChartRow = Row<typeof ledgerCharts>

/** The fees that a concept was charged in a month, when they were charged. `operations` counts payments, reversals and decided disputes. */
export const monthlyFees = table(
  'monthly_fees',
  {
    derived: {
      account_id: text(),
      /** `2026-11`, of the days of posting. */
      month: text(),
      concept: oneOf([...railNames, 'monthly_installments', 'disputes']),
      /** Several rows of one key are added up, so that processes do not wait for each other. */
      shard: natural(),
      operations: natural(),
      /** Without IVA, less what was given back. */
      fee_centavos: signed(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, month, concept, shard',
    isClustered: true,
  },
)
export type MonthlyFeeRow = Row<typeof monthlyFees>

/** What an affiliated user of the connect module is owed. */
export const affiliateBalances = table(
  'affiliate_balances',
  {
    derived: {
      account_id: text(),
      affiliate: text(),
      shard: natural(),
      amount_centavos: signed(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, affiliate, shard',
    isClustered: true,
  },
)

/** The amount of a ledger entry on `payable:affiliate`, and its affiliate. */
export const affiliateEntries = table(
  'affiliate_entries',
  {
    derived: {
      entry: text(),
      account_id: text(),
      affiliate: text(),
      day: day(),
      /** 1: a payout, its failure or its return; 0: a share, or a part of it that is taken back. */
      is_payout: flag(),
      /** The change of what the affiliate is owed. */
      amount_centavos: signed(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, entry',
    isKept: true,
    indexes: {
      affiliate_entries_by_day: 'account_id, affiliate, day, entry',
    },
  },
)
