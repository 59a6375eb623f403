// A cancellation that is requested before the acquirer's answer: recorded, and carried out when the answer is known.
import { sql } from 'kysely'
import { type Actor, trailWrite } from '../../accounts/trail/record.ts'
import { across } from '../../store/across.ts'
import { moved } from '../../store/moves.ts'
import type { Operation } from '../../store/operation.ts'
import { rowOf } from '../../store/rows.ts'
import type { Store, StoreAndClock } from '../../store/store.ts'
import { run, Unmet, update, type Write } from '../../store/write.ts'
import { reversalMoves } from '../moves.ts'

type OperationKey = Pick<Operation, 'id' | 'account_id'>

/** Whether a pending payment has a requested cancellation that is not carried out yet. */
export async function isCancelAsked({ db }: Store, { account_id, id }: OperationKey): Promise<boolean> {
  const asked = await rowOf(
    db,
    'reversals',
    { account_id, operation_id: id, state: 'pending', from_status: 'pending' },
    ['operation_id'],
  )
  return asked !== undefined
}

/** For the batch that records the outcome: makes a requested cancellation due, so that the worker carries it out at once. */
export function cancellationDueWrite({ store, clock }: StoreAndClock, { account_id, id }: OperationKey): Write {
  const asked = store.db
    .updateTable('reversals')
    .set({ due_at: clock.now() })
    .where('account_id', '=', account_id)
    .where('operation_id', '=', id)
    .where('state', '=', 'pending')
  return run(asked.compile())
}

/** For the batch that cancels a payment with an unknown outcome: the requested cancellation is done. */
export function cancellationDoneWrite({ store }: { store: Store }, { account_id, id }: OperationKey): Write {
  const asked = store.db
    .updateTable('reversals')
    .set({ state: moved(reversalMoves, 'pending', 'done'), due_at: null })
    .where('account_id', '=', account_id)
    .where('operation_id', '=', id)
    .where('state', '=', 'pending')
  return run(asked.compile())
}

/** Closes a cancellation that the network refused later. Throws `Unmet` when the operation has none. */
export async function closeRefused(
  { store, clock }: StoreAndClock,
  operationId: string,
  because: string,
  by: Actor,
): Promise<void> {
  const asked = await store.db
    .selectFrom('reversals')
    .select('account_id')
    .where('operation_id', '=', operationId)
    .where('refused_later', '=', sql.lit(1))
    .modifyEnd(across('operator'))
    .executeTakeFirst()
  if (asked === undefined) throw new Unmet(`no reversal of ${operationId} was refused later`)
  const { account_id: accountId } = asked
  await store.commit([
    update('reversals', { refused_later: 0 }, { account_id: accountId, operation_id: operationId, refused_later: 1 }),
    trailWrite(clock, by, { accountId, action: 'reversal.closed', subject: operationId, after: { because } }),
  ])
}
