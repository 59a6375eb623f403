// Pending operations whose time has come: takes them for this worker alone, and puts off what cannot be decided yet.
import type { Store } from '../store/store.ts'
import type { OperationRow } from '../store/tables.ts'
import { Unmet, update } from '../store/write.ts'

/**
 * Takes up to `limit` pending operations that are due. Until `until` no other worker takes them: the due time itself is the lease, so
 * when this process dies they fall due again.
 */
export async function claimDue(
  store: Store,
  wanted: { paymentMethod: OperationRow['payment_method']; now: string; until: string; limit: number },
): Promise<OperationRow[]> {
  const { db } = store
  const due = db
    .selectFrom('operations')
    .select('id')
    .where('due_at', '<=', wanted.now)
    .where('payment_method', '=', wanted.paymentMethod)
    .where('status', '=', 'P')
    .orderBy('due_at')
    .limit(wanted.limit)
  const claim = db
    .updateTable('operations')
    .set({ due_at: wanted.until })
    .where('id', 'in', due)
    .where('due_at', '<=', wanted.now)
    .where('status', '=', 'P')
    .returningAll()
  return store.returning(claim.compile())
}

/** Lets a claimed operation fall due at another instant. Nothing happens when somebody moved it meanwhile. */
export async function postpone(store: Store, claimed: OperationRow, dueAt: string): Promise<void> {
  try {
    const asClaimed = { id: claimed.id, status: claimed.status, due_at: claimed.due_at }
    await store.commit([update('operations', { due_at: dueAt }, asClaimed)])
  } catch (error) {
    if (!(error instanceof Unmet)) throw error
  }
}

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
