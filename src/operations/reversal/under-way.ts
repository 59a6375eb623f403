// Whether a network is being asked to reverse a payment, so that neither a refund nor a dispute may take from it meanwhile, or to capture it.
import { rowOf } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'

export async function isReversing(
  { db }: Store,
  { id, account_id }: { id: string; account_id: string },
): Promise<boolean> {
  const reversal = await rowOf(db, 'reversals', { account_id, operation_id: id, state: 'pending' }, ['state'])
  return reversal !== undefined
}

export async function isCapturing(
  { db }: Store,
  { id, account_id }: { id: string; account_id: string },
): Promise<boolean> {
  const capture = await rowOf(db, 'captures', { account_id, operation_id: id, state: 'pending' }, ['state'])
  return capture !== undefined
}
