// The columns of an operation that may change after its creation. No other column can be updated: a writer that sets one does not compile.
import type { OperationRow } from './tables.ts'

/**
 * How each may change:
 * `move`: only together with the status. No status comes back, so id and status determine the value.
 * `hidden`: at any time; the operation record does not show it.
 * `shown`: at any time, and the record shows it. A cache of record texts must have it in its key, beside id and status.
 */
export const changeable = {
  status: 'move',
  status_at: 'move',
  authorization_code: 'move',
  decline_code: 'move',
  external_claim: 'move',
  paid_at: 'move',
  posted_day: 'move',
  expired_at: 'move',
  has_devolution: 'shown',
  refund_state: 'shown',
  refunded_centavos: 'shown',
  disputed_centavos: 'shown',
  refunds_settled_centavos: 'shown',
  refunds_failed_centavos: 'shown',
  reversals_asked: 'hidden',
  network_reference: 'move',
  due_at: 'hidden',
  leased_until: 'hidden',
  inquiries: 'hidden',
} as const satisfies Partial<Record<keyof OperationRow, 'move' | 'hidden' | 'shown'>>

type Changeable = typeof changeable
type ColumnsThat<How extends string> = {
  [C in keyof Changeable]: Changeable[C] extends How ? C : never
}[keyof Changeable]

export type ChangeableColumn = keyof Changeable

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

/** The cache key of a record's text: id, status, and the shown columns that may change while the status stays. */
export type RecordKey = Pick<OperationRow, 'id' | 'status' | ColumnsThat<'shown'>>

const shown = (Object.keys(changeable) as ChangeableColumn[]).filter((column) => howOf(column) === 'shown')

export const recordKeyColumns = ['id', 'status', ...shown] as (keyof RecordKey)[]

function howOf(column: ChangeableColumn): 'move' | 'hidden' | 'shown' {
  return changeable[column]
}
