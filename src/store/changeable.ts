// What an update of an operation may set, and what its record shows of it. A writer that sets another column does not compile.
import { sql } from 'kysely'
import { keptObject } from '../core/kept-json.ts'
import { untouched } from '../core/record-state.ts'
import type { Value } from '../core/table.ts'
import type { HiddenColumn, OperationRow, operations } from '../operations/tables.ts'

/** All columns but facts. */
type ChangingColumn = Exclude<keyof OperationRow, keyof typeof operations.classes.fact>
/** What may change while the status stays, and the record shows. A cache of record texts must have it in its key, beside id and status. */
type Shown = keyof typeof untouched
type Hidden = Extract<ChangingColumn, HiddenColumn> | Exclude<keyof typeof operations.classes.work, Shown>
/** What changes only with the status. A status does not come back, so id and status determine the value. */
type Moving = Exclude<ChangingColumn, Hidden | Shown>

/** Exactly these columns may be set. A whole row does not fit, so that it cannot be passed by mistake. */
type Only<C extends keyof OperationRow> = Partial<Pick<OperationRow, C>> & {
  [Other in Exclude<keyof OperationRow, C>]?: never
}

/** What an update of an operation may set. */
export type OperationUpdate = Only<ChangingColumn>

/** What a move may set besides the status. */
export type Change = Only<Exclude<ChangingColumn, 'status' | 'status_at'>>

/** What may change while the status stays. */
export type Amendment = Only<Hidden | Shown>

/** What the record of an operation may be made of. */
export type RecordRow = Omit<OperationRow, Hidden>

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
} as const satisfies Partial<Pick<OperationRow, Moving | Shown>>

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
] as const satisfies Moving[]

type AmountColumn = (typeof amountColumns)[number]

/** The amounts of an operation or of its capture. */
export type Amounts = Pick<OperationRow, AmountColumn>

/** What an event keeps of its operation: JSON, or null when nothing has changed since the creation. */
export function keptText(
  row: Pick<OperationRow, keyof typeof initial | AmountColumn | 'authorized_centavos'>,
): string | null {
  const values: Record<string, Value> = {}
  if (row.authorized_centavos !== null) for (const column of amountColumns) values[column] = row[column]
  for (const [column, value] of kept) if (row[column] !== value) values[column] = row[column]
  return Object.keys(values).length === 0 ? null : JSON.stringify(values)
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
  Exclude<Moving, 'status' | 'network_reference' | AmountColumn | keyof typeof initial>
>

/** What a record is made of that may change: its status, and the shown columns that may change while the status stays. */
type RecordState = Pick<OperationRow, 'status' | keyof typeof untouched>

const shown = Object.entries(untouched satisfies { [C in Shown]: OperationRow[C] & (0 | '') }) as [
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
