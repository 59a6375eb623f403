// Finds the transfers of an account.
import { sql } from 'kysely'
import { dayEndAt, dayStartAt } from '../core/time.ts'
import { type TransferState, transferStates } from '../core/transfer.ts'
import { Failure } from '../failures.ts'
import { columns } from '../store/columns.ts'
import type { Store } from '../store/store.ts'
import { unindexed } from '../store/unindexed.ts'
import type { TransferRow } from './tables.ts'

export const transferKinds = ['return', 'refund', 'payout'] as const satisfies TransferRow['kind'][]

export interface TransferFilter {
  accountId: string
  kind: TransferRow['kind'] | undefined
  states: readonly TransferState[] | undefined
  operationId: string | undefined
  /** Days of its creation, both included. */
  startDay: string | undefined
  endDay: string | undefined
  /** Its state has not changed since this instant. */
  unchangedSince: string | undefined
  /** The id of the last transfer of the previous page. */
  startingAfter: string | undefined
  limit: number
}

/** Newest first; one more than `limit` when there are more. */
export async function listTransfers({ db }: Store, filter: TransferFilter): Promise<TransferRow[]> {
  const { kind, states, operationId, startDay, endDay, unchangedSince, startingAfter } = filter
  const areOpen = states?.every((state) => transferStates[state].isOpen) ?? false
  // Of one operation, and on their way, there are few, whoever they are of: they are found first and sorted then.
  const isOfFew = operationId !== undefined || areOpen
  const column = (name: 'account_id' | 'id') => (isOfFew ? unindexed(name) : sql.ref<string>(name))
  let query = db.selectFrom('transfers').select(columns.transfers).where(column('account_id'), '=', filter.accountId)
  if (areOpen && operationId === undefined) query = query.where(sql<boolean>`state in ('pending', 'accepted')`)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (states !== undefined) query = query.where('state', 'in', states)
  if (operationId !== undefined) query = query.where('operation_id', '=', operationId)
  if (startDay !== undefined) query = query.where('created_at', '>=', dayStartAt(startDay))
  if (endDay !== undefined) query = query.where('created_at', '<=', dayEndAt(endDay))
  if (unchangedSince !== undefined) query = query.where('state_at', '<=', unchangedSince)
  if (startingAfter !== undefined) query = query.where('id', '<', startingAfter)
  return query
    .orderBy(column('id'), 'desc')
    .limit(filter.limit + 1)
    .execute()
}

/** `NO_ACCOUNT`: of no account. Throws `resource-unknown` when the account has no such transfer. */
export async function findTransfer(
  { db }: Store,
  { accountId, transferId }: { accountId: string; transferId: string },
): Promise<TransferRow> {
  const query = db.selectFrom('transfers').select(columns.transfers).where('id', '=', transferId)
  return query.where('account_id', '=', accountId).executeTakeFirstOrThrow(() => new Failure('resource-unknown'))
}
