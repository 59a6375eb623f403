// Whether a network is being asked to reverse a payment, so that neither a refund nor a dispute may take from it meanwhile, or to capture it.
import type { Store } from '../store/store.ts'

export async function isReversing(
  { db }: Store,
  { id, account_id }: { id: string; account_id: string },
): Promise<boolean> {
  const reversal = await db
    .selectFrom('reversals')
    .select('state')
    .where('account_id', '=', account_id)
    .where('operation_id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return reversal !== undefined
}

export async function isCapturing(
  { db }: Store,
  { id, account_id }: { id: string; account_id: string },
): Promise<boolean> {
  const capture = await db
    .selectFrom('captures')
    .select('state')
    .where('account_id', '=', account_id)
    .where('operation_id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return capture !== undefined
}
