// The columns of an operation that may change after its creation. No other column can be updated: a writer that sets one does not compile.
import { sql } from 'kysely'
import { keptObject } from '../core/kept-json.ts'
import { untouched } from '../core/record-state.ts'
import type { OperationRow } from '../operations/tables.ts'

/**
 * How each may change:
 * `move`: only together with the status. No status comes back, so id and status determine the value.
 * `hidden`: at any time; the operation record does not show it.
 * `shown`: at any time, and the record shows it. A cache of record texts must have it in its key, beside id and status.
 */
export const changeable = {
  total_centavos: 'move',
  tip_centavos: 'move',
  fee_centavos: 'move',
  iva_centavos: 'move',
  surcharge_centavos: 'move',
  fee_percentage_millis: 'move',
  affiliate_centavos: 'move',
  status: 'move',
  status_at: 'move',
  authorization_code: 'move',
  decline_code: 'move',
  decline_reason: 'move',
  external_claim: 'move',
  paid_at: 'move',
  posted_day: 'move',
  authorized_at: 'move',
  expired_at: 'move',
  has_devolution: 'shown',
  refund_state: 'shown',
  refunded_centavos: 'shown',
  disputed_centavos: 'shown',
  refunds_settled_centavos: 'shown',
  refunds_failed_centavos: 'shown',
  payer_acts: 'shown',
  reversals_asked: 'hidden',
  captures_asked: 'hidden',
  network: 'hidden',
  network_trace: 'hidden',
  reroutes: 'hidden',
  network_reference: 'move',
  due_at: 'hidden',
  leased_until: 'hidden',
  inquiries: 'hidden',
} as const satisfies Partial<Record<keyof OperationRow, 'move' | 'hidden' | 'shown'>>

type Changeable = typeof changeable
type ColumnsThat<How extends string> = {
  [C in keyof Changeable]: Changeable[C] extends How ? C : never
}[keyof Changeable]

type ChangeableColumn = keyof Changeable

/** Exactly these columns may be set. A whole row does not fit, so that it cannot be passed by mistake. */
type Only<C extends keyof OperationRow> = Partial<Pick<OperationRow, C>> & {
  [Other in Exclude<keyof OperationRow, C>]?: never
}

/** What an update of an operation may set. */
export type OperationUpdate = Only<ChangeableColumn>

/** What a move may set besides the status. */
export type Change = Only<Exclude<ChangeableColumn, 'status' | 'status_at'>>

/** What may change while the status stays. */
export type Amendment = Only<ColumnsThat<'hidden' | 'shown'>>

/** What the record of an operation may be made of. */
export type RecordRow = Omit<OperationRow, ColumnsThat<'hidden'>>

/**
 * What the record shows besides the status and may change later, each with the value that it has at first. An event keeps what differs from
 * these, so that its record can be made again as it was.
 */
const initial = {
  authorization_code: '',
  authorized_at: null,
  decline_code: null,
  paid_at: null,
  ...untouched,
} as const satisfies Partial<Pick<OperationRow, ColumnsThat<'move' | 'shown'>>>

const kept = Object.entries(initial) as [keyof typeof initial, string | number | null][]

/** What a capture sets anew. Of an operation without one these never change. */
export const amountColumns = [
  'total_centavos',
  'tip_centavos',
  'fee_centavos',
  'iva_centavos',
  'surcharge_centavos',
  'fee_percentage_millis',
  'affiliate_centavos',
] as const satisfies ColumnsThat<'move'>[]

type AmountColumn = (typeof amountColumns)[number]

/** The amounts of an operation or of its capture. */
export type Amounts = Pick<OperationRow, AmountColumn>

/** What an event keeps of its operation: JSON, or null when nothing has changed since the creation. */
export function keptText(
  row: Pick<OperationRow, keyof typeof initial | AmountColumn | 'authorized_centavos'>,
): string | null {
  const amounts = row.authorized_centavos === null ? [] : amountColumns.map((column) => [column, row[column]])
  const changed = kept.filter(([column, value]) => row[column] !== value).map(([column]) => [column, row[column]])
  if (amounts.length > 0) return JSON.stringify(Object.fromEntries([...amounts, ...changed]))
  return changed.length === 0 ? null : JSON.stringify(Object.fromEntries(changed))
}

/** The operation as it was at an event. */
export function asOf(row: OperationRow, event: { status: OperationRow['status']; kept: string | null }): RecordAsOf {
  return { ...row, ...initial, ...keptObject(event.kept ?? ''), status: event.status }
}

/**
 * What the record shows. Another column that changes after the creation cannot be shown: an event would not have it as it was. A voucher's
 * reference at its network does not change; that of a card payment does, and is not shown.
 */
export type RecordAsOf = Omit<
  RecordRow,
  Exclude<ColumnsThat<'move'>, 'status' | 'network_reference' | AmountColumn | keyof typeof initial>
>

/** What a record is made of that may change: its status, and the shown columns that may change while the status stays. */
type RecordState = Pick<OperationRow, 'status' | keyof typeof untouched>

const shown = Object.entries(untouched satisfies { [C in ColumnsThat<'shown'>]: OperationRow[C] & (0 | '') }) as [
  keyof typeof untouched,
  0 | '',
][]

export const recordStateColumns = ['status', ...shown.map(([column]) => column)] as (keyof RecordState)[]

/**
 * The cache key of a record's text. `state`: the values of `recordStateColumns`, or the status alone while the others are untouched: of the
 * fifty rows of a page, one short text each is read in half the time of seven values.
 */
export interface RecordKey {
  id: string
  state: string
}

export function recordKeyOf(row: RecordState & { id: string }): RecordKey {
  const isUntouched = shown.every(([column, value]) => row[column] === value)
  const state = isUntouched ? row.status : recordStateColumns.map((column) => row[column]).join(' ')
  return { id: row.id, state }
}

/** The state of `recordKeyOf` as a column of a query. */
export const stateColumn =
  sql<string>`case when record_state = '' then status else status || ' ' || record_state end`.as('state')

/** `recordKeyOf` as the columns of a query. */
export const recordKeyColumns = ['id', stateColumn] as const
