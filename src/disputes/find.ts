// Finds disputes: one of an account, those of an operation, and filtered lists.
import { sql } from 'kysely'
import type { DisputeStage, DisputeState } from '../core/dispute.ts'
import { dayEndAt, dayStartAt } from '../core/time.ts'
import { columns } from '../store/columns.ts'
import { idSince, idUntil } from '../store/made-between.ts'
import { knownRow, rowsOf } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { unindexed } from '../store/unindexed.ts'
import type { DisputeRow } from './tables.ts'

export interface DisputeFilter {
  accountId: string
  states: readonly DisputeState[] | undefined
  stage: DisputeStage | undefined
  operationId: string | undefined
  /** Only those whose deadline is at this instant or before. */
  dueBefore: string | undefined
  /** Days on which they were reported, both included. */
  startDay: string | undefined
  endDay: string | undefined
  /** The id of the last dispute of the previous page. */
  startingAfter: string | undefined
  limit: number
}

/** Newest first; one more than `limit` when there are more. */
export async function listDisputes({ db }: Store, filter: DisputeFilter): Promise<DisputeRow[]> {
  const { states, stage, operationId, dueBefore, startDay, endDay, startingAfter } = filter
  let query = db.selectFrom('disputes').select(columns.disputes).where('account_id', '=', filter.accountId)
  if (states !== undefined) query = query.where('state', 'in', states)
  if (stage !== undefined) query = query.where('stage', '=', stage)
  if (operationId !== undefined) query = query.where('operation_id', '=', operationId)
  if (dueBefore !== undefined) query = query.where('respond_by', '<=', dueBefore)
  if (startDay !== undefined) {
    const from = dayStartAt(startDay)
    query = query.where('id', '>=', idSince('dsp', from)).where('created_at', '>=', from)
  }
  if (endDay !== undefined) {
    const to = dayEndAt(endDay)
    query = query.where('id', '<', idUntil('dsp', to)).where('created_at', '<=', to)
  }
  if (startingAfter !== undefined) query = query.where('id', '<', startingAfter)
  // Of one operation, and in several states, which are those of open disputes, there are few: they are found first and sorted then.
  const isOfFew = operationId !== undefined || (states !== undefined && states.length > 1)
  return query
    .orderBy(isOfFew ? unindexed('id') : sql.ref<string>('id'), 'desc')
    .limit(filter.limit + 1)
    .execute()
}

/** Throws `resource-unknown` when the account has no such dispute. */
export async function findDispute(
  { db }: Store,
  wanted: { accountId: string; disputeId: string },
): Promise<DisputeRow> {
  return knownRow(db, 'disputes', { id: wanted.disputeId, account_id: wanted.accountId })
}

/** Every dispute of an operation: at most one of each stage. */
export async function disputesOf({ db }: Store, operation: { id: string; account_id: string }): Promise<DisputeRow[]> {
  return rowsOf(db, 'disputes', { account_id: operation.account_id, operation_id: operation.id })
}
