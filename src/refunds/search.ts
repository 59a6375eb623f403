// Finds refunds: one of an account, those of an operation, or a page of all.
import { sql } from 'kysely'
import { dayEndAt, dayStartAt } from '../core/time.ts'
import { columns } from '../store/columns.ts'
import { idSince, idUntil } from '../store/made-between.ts'
import { knownRow } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { unindexed } from '../store/unindexed.ts'
import type { RefundRow } from './tables.ts'

export interface RefundFilter {
  accountId: string
  operationId: string | undefined
  states: readonly RefundRow['state'][] | undefined
  waitsFor: RefundRow['waits_for'] | undefined
  /** Days of its creation, both included. */
  startDay: string | undefined
  endDay: string | undefined
  /** The id of the last refund of the previous page. */
  startingAfter: string | undefined
  limit: number
}

/** Newest first; one more than `limit` when there are more. */
export async function listRefunds({ db }: Store, filter: RefundFilter): Promise<RefundRow[]> {
  const { operationId, states, waitsFor, startDay, endDay, startingAfter } = filter
  let query = db.selectFrom('refunds').select(columns.refunds).where('account_id', '=', filter.accountId)
  if (operationId !== undefined) query = query.where('operation_id', '=', operationId)
  // Of one operation there are few: their states are compared without an index.
  const state = operationId === undefined ? sql.ref<string>('state') : unindexed('state')
  if (states !== undefined) query = query.where(state, 'in', states)
  if (waitsFor !== undefined) query = query.where('waits_for', '=', waitsFor).where(state, '=', 'pending')
  if (startDay !== undefined) {
    const from = dayStartAt(startDay)
    query = query.where('id', '>=', idSince('ref', from)).where('created_at', '>=', from)
  }
  if (endDay !== undefined) {
    const to = dayEndAt(endDay)
    query = query.where('id', '<', idUntil('ref', to)).where('created_at', '<=', to)
  }
  if (startingAfter !== undefined) query = query.where('id', '<', startingAfter)
  return query
    .orderBy('id', 'desc')
    .limit(filter.limit + 1)
    .execute()
}

/** Throws `resource-unknown` when the account has no such refund. */
export async function findRefund({ db }: Store, wanted: { accountId: string; refundId: string }): Promise<RefundRow> {
  return knownRow(db, 'refunds', { id: wanted.refundId, account_id: wanted.accountId })
}
