// The types of operations: one for each rail, with the columns that this rail has. They have the shape of the table's rows, so `operationOf`
// only changes the type of a row and costs nothing.
import { type AnsweredRail, type Rail, rails, type VoucherRail } from '../core/rail.ts'
import type { OperationRow } from '../operations/tables.ts'

type RailColumn = { blank: '' | null } & { [R in Rail]?: 'always' | 'maybe' }

/**
 * The columns that only some rails have: on those `always` (never null) or `maybe`; on all others they hold `blank`. Columns that are not
 * here belong to every operation.
 */
export const railColumns = {
  external_transaction: { blank: null, card: 'maybe' },
  external_claim: { blank: null, card: 'maybe' },
  charge_fingerprint: { blank: null, card: 'always' },
  application_key: { blank: null, card: 'maybe' },
  decline_code: { blank: null, card: 'maybe' },
  decline_reason: { blank: null, card: 'maybe' },
  card_id: { blank: null, card: 'maybe' },
  card_brand: { blank: '', card: 'always' },
  card_holder: { blank: '', card: 'always' },
  card_first_six: { blank: '', card: 'always' },
  card_last_four: { blank: '', card: 'always' },
  card_label: { blank: '', card: 'always' },
  card_fingerprint: { blank: null, card: 'always' },
  months: { blank: null, card: 'maybe' },
  authorized_centavos: { blank: null, card: 'maybe' },
  authorized_at: { blank: null, card: 'maybe' },
  tried_by: { blank: null, card: 'maybe' },
  return_url: { blank: null, card: 'maybe' },
  chain: { blank: null, store: 'always' },
  short_id: { blank: null, store: 'always' },
  bank_account_number: { blank: null, store: 'always', spei: 'always' },
  bank_name: { blank: null, store: 'always', spei: 'always' },
  payment_id: { blank: null, store: 'always', spei: 'always' },
  source_id: { blank: null, spei: 'maybe' },
  expires_at: { blank: null, card: 'maybe', store: 'always', spei: 'maybe' },
} as const satisfies { [C in keyof OperationRow]?: RailColumn }

type RailColumns = typeof railColumns

/** What a column holds on a rail. */
type ValueOn<C extends keyof RailColumns, R extends Rail> = RailColumns[C] extends { [Is in R]: infer How }
  ? How extends 'always'
    ? NonNullable<OperationRow[C]>
    : OperationRow[C]
  : RailColumns[C]['blank']

/** The operations of some rails, distinguished by `rail`. */
export type OperationOf<R extends Rail> = R extends Rail
  ? {
      [C in keyof OperationRow]: C extends 'rail' ? R : C extends keyof RailColumns ? ValueOn<C, R> : OperationRow[C]
    }
  : never

export type CardOperation = OperationOf<'card'>
export type StoreOperation = OperationOf<'store'>
export type SpeiOperation = OperationOf<'spei'>
export type VoucherOperation = OperationOf<VoucherRail>
export type Operation = OperationOf<Rail>

/** The row under the type of its rail. Name the rails in `R` when the query selects only these; nothing checks it. */
export function operationOf<R extends Rail = Rail>(row: OperationRow): OperationOf<R>
export function operationOf<R extends Rail = Rail>(row: OperationRow | undefined): OperationOf<R> | undefined
export function operationOf<R extends Rail = Rail>(row: OperationRow | undefined): OperationOf<R> | undefined {
  return row as OperationOf<R> | undefined
}

/** Whether the answer to a charge proves the payment, as that of a card. */
export function isCharge(operation: Operation | undefined): operation is OperationOf<AnsweredRail> {
  return operation !== undefined && rails[operation.rail].paidBy === 'answer'
}

export function operationsOf<R extends Rail = Rail>(rows: OperationRow[]): OperationOf<R>[] {
  return rows as OperationOf<R>[]
}

type Blanks = { readonly [C in keyof RailColumns]: RailColumns[C]['blank'] }

/** The blank value of every column that only some rails have. A new operation starts from these. */
export const BLANK_RAIL_COLUMNS = Object.fromEntries(
  Object.entries(railColumns).map(([column, { blank }]) => [column, blank]),
) as Blanks
