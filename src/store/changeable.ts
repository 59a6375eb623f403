// The columns of an operation that may change once it is written. Every other column stays as it was made: no writer compiles that sets it.
import type { OperationRow } from './tables.ts'

/**
 * How each may change:
 * `move`: only together with the status, so that id and status say what it holds.
 * `hidden`: at any time; the operation record does not show it.
 * `shown`: at any time, and the record shows it: whoever keeps a record's text compares it too.
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
  network_reference: 'move',
  due_at: 'hidden',
  leased_until: 'hidden',
} as const satisfies Partial<Record<keyof OperationRow, 'move' | 'hidden' | 'shown'>>

type Changeable = typeof changeable
type ColumnsThat<How extends string> = {
  [C in keyof Changeable]: Changeable[C] extends How ? C : never
}[keyof Changeable]

export type ChangeableColumn = keyof Changeable

/** These columns and no other: a whole row is none. */
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

/** What tells one text of a record from another: id, status, and what is shown and may change while the status stays. */
export type RecordKey = Pick<OperationRow, 'id' | 'status' | ColumnsThat<'shown'>>

const shown = (Object.keys(changeable) as ChangeableColumn[]).filter((column) => howOf(column) === 'shown')

export const recordKeyColumns = ['id', 'status', ...shown] as (keyof RecordKey)[]

function howOf(column: ChangeableColumn): 'move' | 'hidden' | 'shown' {
  return changeable[column]
}
