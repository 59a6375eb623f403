// Finds disputes: one of an account, those of an operation, and filtered lists.
import type { DisputeStage, DisputeState } from '../core/dispute.ts'
import { Failure } from '../core/failure.ts'
import { dayEndAt, dayStartAt } from '../core/time.ts'
import { columns } from '../store/columns.ts'
import type { Store } from '../store/store.ts'
import type { DisputeRow } from '../store/tables.ts'

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
  if (startDay !== undefined) query = query.where('created_at', '>=', dayStartAt(startDay))
  if (endDay !== undefined) query = query.where('created_at', '<=', dayEndAt(endDay))
  if (startingAfter !== undefined) query = query.where('id', '<', startingAfter)
  return query
    .orderBy('id', 'desc')
    .limit(filter.limit + 1)
    .execute()
}

/** Throws `resource-unknown` when the account has no such dispute. */
export async function findDispute(
  { db }: Store,
  wanted: { accountId: string; disputeId: string },
): Promise<DisputeRow> {
  return db
    .selectFrom('disputes')
    .select(columns.disputes)
    .where('id', '=', wanted.disputeId)
    .where('account_id', '=', wanted.accountId)
    .executeTakeFirstOrThrow(() => new Failure('resource-unknown'))
}

/** Every dispute of an operation: at most one of each stage. */
export async function disputesOf({ db }: Store, operation: { id: string; account_id: string }): Promise<DisputeRow[]> {
  return db
    .selectFrom('disputes')
    .select(columns.disputes)
    .where('account_id', '=', operation.account_id)
    .where('operation_id', '=', operation.id)
    .execute()
}
