// Rows: fees of accounts, and their statements by month.
import type { Rail } from '../../core/rail.ts'
import type { Day, Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

export interface FeeScheduleRow {
  account_id: string
  rail: Rail
  /** Thousandths of a percent: 3.6 % is 3600. */
  percentage_millis: number
  fixed_centavos: number
  /** For each dispute, without IVA. Null: the rail's standard fee. */
  dispute_centavos: number | null
}

/** A change of an account's fees: the newest for account and rail is its schedule. */
export interface FeeChangeRow {
  id: string
  account_id: string
  rail: Rail
  percentage_millis: number
  fixed_centavos: number
  dispute_centavos: number | null
  /** For terms older than this history: when the account was opened. */
  created_at: Instant
}

/** The fees of an account in a month that is over, and the IVA on their sum. */
export interface FeeStatementRow {
  id: string
  account_id: string
  /** `2026-11` */
  month: string
  /** Without IVA; negative when more was given back than charged. */
  fee_centavos: number
  /** The sum of the operations' IVA, each rounded. */
  charged_centavos: number
  /** The IVA on the sum of the fees. */
  due_centavos: number
  /** Charged less due: given to the merchant, or taken, when the month is closed. */
  rounding_centavos: number
  /** The day on which the rounding was posted. */
  posted_day: Day
  created_at: Instant
}

/** A part of the fees of a month, without IVA. */
export interface FeeStatementLineRow {
  statement_id: string
  /** A way of paying, the surcharge for months without interest, or fees of neither a payment nor a reversal. */
  concept: 'card' | 'store' | 'spei' | 'monthly_installments' | 'disputes' | 'other'
  operations: number
  fee_centavos: number
}

/** The fees that a concept was charged in a month, when they were charged. `operations` counts payments, reversals and decided disputes. */
export interface MonthlyFeeRow {
  account_id: string
  /** `2026-11`, of the days of posting. */
  month: string
  concept: 'card' | 'store' | 'spei' | 'monthly_installments' | 'disputes'
  /** Several rows of one key are added up, so that processes do not wait for each other. */
  shard: number
  operations: number
  /** Without IVA, less what was given back. */
  fee_centavos: number
}

/** A statement that a stamping provider turns into an invoice. */
export interface FeeStampRow {
  statement_id: string
  account_id: string
  state: 'pending' | 'stamped' | 'refused'
  provider: string
  /** The unstamped XML for the provider; it is the same in every repeat. */
  request: string
  /** The folio fiscal, and the invoice as the provider answered it. */
  uuid: string | null
  xml: string | null
  /** Why it was refused; empty otherwise. */
  reason: string
  attempts: number
  due_at: Instant | null
  leased_until: number
  created_at: Instant
  stamped_at: Instant | null
}

/** The taxpayer whom an account's fees are invoiced to, with the data of the tax office. */
export interface TaxReceptorRow {
  account_id: string
  rfc: string
  name: string
  regime: string
  cfdi_use: string
  postal_code: string
  updated_at: Instant
}

export const feeColumns = {
  fee_schedules: all<FeeScheduleRow>()('account_id', 'rail', 'percentage_millis', 'fixed_centavos', 'dispute_centavos'),
  fee_changes: all<FeeChangeRow>()(
    'id',
    'account_id',
    'rail',
    'percentage_millis',
    'fixed_centavos',
    'dispute_centavos',
    'created_at',
  ),
  fee_statements: all<FeeStatementRow>()(
    'id',
    'account_id',
    'month',
    'fee_centavos',
    'charged_centavos',
    'due_centavos',
    'rounding_centavos',
    'posted_day',
    'created_at',
  ),
  fee_statement_lines: all<FeeStatementLineRow>()('statement_id', 'concept', 'operations', 'fee_centavos'),
  monthly_fees: all<MonthlyFeeRow>()('account_id', 'month', 'concept', 'shard', 'operations', 'fee_centavos'),
  fee_stamps: all<FeeStampRow>()(
    'statement_id',
    'account_id',
    'state',
    'provider',
    'request',
    'uuid',
    'xml',
    'reason',
    'attempts',
    'due_at',
    'leased_until',
    'created_at',
    'stamped_at',
  ),
  tax_receptors: all<TaxReceptorRow>()('account_id', 'rfc', 'name', 'regime', 'cfdi_use', 'postal_code', 'updated_at'),
}
