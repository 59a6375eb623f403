// A cancellation that is requested before the acquirer's answer: recorded, and carried out when the answer is known.
import type { Clock } from '../core/clock.ts'
import { moved } from '../store/moves.ts'
import type { Store } from '../store/store.ts'
import { run, update, type Write } from '../store/write.ts'
import { type Actor, trailWrite } from '../trail/record.ts'

/** Whether a pending payment has a requested cancellation that is not carried out yet. */
export async function isCancelAsked({ db }: Store, operationId: string): Promise<boolean> {
  const asked = await db
    .selectFrom('reversals')
    .select('operation_id')
    .where('operation_id', '=', operationId)
    .where('state', '=', 'pending')
    .where('from_status', '=', 'pending')
    .executeTakeFirst()
  return asked !== undefined
}

/** For the batch that records the outcome: makes a requested cancellation due, so that the worker carries it out at once. */
export function cancellationDueWrite({ store, clock }: { store: Store; clock: Clock }, operationId: string): Write {
  const asked = store.db
    .updateTable('reversals')
    .set({ due_at: clock.now() })
    .where('operation_id', '=', operationId)
    .where('state', '=', 'pending')
  return run(asked.compile())
}

/** For the batch that cancels a payment with an unknown outcome: the requested cancellation is done. */
export function cancellationDoneWrite({ store }: { store: Store }, operationId: string): Write {
  const asked = store.db
    .updateTable('reversals')
    .set({ state: moved('reversals', 'pending', 'done'), due_at: null })
    .where('operation_id', '=', operationId)
    .where('state', '=', 'pending')
  return run(asked.compile())
}

/** Closes a cancellation that the network refused later. Throws `Unmet` when the operation has none. */
export async function closeRefused(
  { store, clock }: { store: Store; clock: Clock },
  operationId: string,
  because: string,
  by: Actor,
): Promise<void> {
  const asked = await store.db
    .selectFrom('reversals')
    .select('account_id')
    .where('operation_id', '=', operationId)
    .executeTakeFirst()
  const accountId = asked?.account_id ?? null
  await store.commit([
    update('reversals', { refused_later: 0 }, { operation_id: operationId, refused_later: 1 }),
    trailWrite(clock, by, { accountId, action: 'reversal.closed', subject: operationId, after: { because } }),
  ])
}
