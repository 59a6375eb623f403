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
  /** Those that must be answered first, first: of open ones. Otherwise the newest first. */
  byDeadline: boolean
  limit: number
}

/** One more than `limit` when there are more. */
export async function listDisputes({ db }: Store, filter: DisputeFilter): Promise<DisputeRow[]> {
  const { accountId, states, stage, operationId, dueBefore, startDay, endDay, startingAfter, byDeadline } = filter
  let query = db.selectFrom('disputes').select(columns.disputes).where('account_id', '=', accountId)
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
  if (byDeadline) {
    const after = startingAfter && (await deadlineOf(db, accountId, startingAfter))
    if (startingAfter !== undefined && after === undefined) return []
    if (after)
      query = query.where(({ eb, or, and }) =>
        or([
          eb('respond_by', '>', after.respond_by),
          and([eb('respond_by', '=', after.respond_by), eb('id', '>', after.id)]),
        ]),
      )
    return query
      .orderBy('respond_by')
      .orderBy('id')
      .limit(filter.limit + 1)
      .execute()
  }
  if (startingAfter !== undefined) query = query.where('id', '<', startingAfter)
  // Of one operation, and in several states, which are those of open disputes, there are few: they are found first and sorted then.
  const isOfFew = operationId !== undefined || (states !== undefined && states.length > 1)
  return query
    .orderBy(isOfFew ? unindexed('id') : sql.ref<string>('id'), 'desc')
    .limit(filter.limit + 1)
    .execute()
}

/** Where a page by deadlines begins. */
function deadlineOf(db: Store['db'], accountId: string, id: string) {
  return db
    .selectFrom('disputes')
    .select(['id', 'respond_by'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
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
