// A cancellation that was asked for while the acquirer's answer is awaited: written down, and carried out when the answer is known.
import type { Clock } from '../core/clock.ts'
import { moved } from '../store/moves.ts'
import type { Store } from '../store/store.ts'
import { run, update, type Write } from '../store/write.ts'
import { type Actor, trailWrite } from '../trail/record.ts'

/** Whether somebody has asked to cancel a payment while it was pending, and it is not done yet. */
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

/** For the batch that makes the outcome known: the worker carries out at once what was asked for, if anything was. */
export function carriedOutNow({ store, clock }: { store: Store; clock: Clock }, operationId: string): Write {
  const asked = store.db
    .updateTable('reversals')
    .set({ due_at: clock.now() })
    .where('operation_id', '=', operationId)
    .where('state', '=', 'pending')
  return run(asked.compile())
}

/** For the batch that cancels a payment whose outcome nobody knows: nothing is left to carry out. */
export function carriedOut({ store }: { store: Store }, operationId: string): Write {
  const asked = store.db
    .updateTable('reversals')
    .set({ state: moved('reversals', 'pending', 'done'), due_at: null })
    .where('operation_id', '=', operationId)
    .where('state', '=', 'pending')
  return run(asked.compile())
}

/**
 * Takes a cancellation that the network refused later off the list of what waits for a person. Throws `Unmet` when the operation has none.
 */
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
