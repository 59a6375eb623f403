// When the next pending operation of a method falls due.
import type { Store } from '../store/store.ts'
import type { OperationRow } from '../store/tables.ts'

/** The instant at which the next pending operation of a method falls due; undefined when none does. */
export async function nextDueAt(
  store: Store,
  paymentMethod: OperationRow['payment_method'],
): Promise<string | undefined> {
  const first = await store.db
    .selectFrom('operations')
    .select('due_at')
    .where('due_at', 'is not', null)
    .where('payment_method', '=', paymentMethod)
    .where('status', '=', 'P')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return first?.due_at ?? undefined
}
