// Whether a network is being asked to reverse a payment: meanwhile neither a refund nor a dispute may take from the
// payment.
import type { Store } from '../store/store.ts'

export async function isReversing({ db }: Store, { id }: { id: string }): Promise<boolean> {
  const reversal = await db
    .selectFrom('reversals')
    .select('state')
    .where('operation_id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return reversal !== undefined
}
