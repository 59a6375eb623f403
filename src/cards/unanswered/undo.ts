// Reversal advices for charges that may have happened although their payment was given up: one row each, which `advise` sends.
import { type Actor, trailWrite } from '../../accounts/trail/record.ts'
import type { Clock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import type { OperationRow } from '../../operations/tables.ts'
import { across } from '../../store/across.ts'
import { columns } from '../../store/columns.ts'
import { conflictOn, decide } from '../../store/decide.ts'
import { moved } from '../../store/moves.ts'
import { rowsOf } from '../../store/rows.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { insert, Unmet, update, type Write } from '../../store/write.ts'
import { adviceMoves } from '../moves.ts'
import type { AdviceRow } from '../tables.ts'

/** Approvals of one payment that come at once. */
const TRIES = 10

type Charged = Pick<OperationRow, 'id' | 'account_id' | 'network' | 'total_centavos'>

/** The row of a new advice, due at once. Write it in the batch that gives the payment up, so that neither exists alone. */
export function adviceWrite(
  clock: Clock,
  operation: Charged,
  { reason, networkReference = null }: { reason: AdviceRow['reason']; networkReference?: string | null },
): Write {
  const now = clock.now()
  return insert('advices', {
    id: newId(clock, 'adv'),
    account_id: operation.account_id,
    operation_id: operation.id,
    network: operation.network,
    network_reference: networkReference,
    amount_centavos: operation.total_centavos,
    reason,
    state: 'pending',
    refusal: '',
    attempts: 0,
    due_at: now,
    leased_until: 0,
    created_at: now,
    closed_at: null,
  })
}

/** Whether a payment was given up, so that its card must not stay charged: it was declined, or cancelled before it was paid. */
export function isGivenUp({ status, network_reference }: Pick<OperationRow, 'status' | 'network_reference'>): boolean {
  return status === 'declined' || (status === 'cancelled' && network_reference === null)
}

/**
 * Undoes an approval that came after its payment was given up. An existing advice is sent again with the acquirer's reference, even when it
 * was acknowledged: the acquirer may not have known the charge then. An approval under another reference has an advice of its own. Answers
 * false when an advice has this reference already.
 */
export async function undoApproval(
  { store, clock }: StoreAndClock,
  operation: Charged,
  networkReference: string,
): Promise<boolean> {
  const work = async (): Promise<boolean> => {
    const advices = await rowsOf(store.db, 'advices', { account_id: operation.account_id, operation_id: operation.id })
    if (advices.some((advice) => advice.network_reference === networkReference)) return false
    const unnamed = advices.find((advice) => advice.network_reference === null)
    const reason = advices.length === 0 ? 'late-approval' : 'another-approval'
    await store.commit([
      unnamed === undefined
        ? adviceWrite(clock, operation, { reason, networkReference })
        : reopened(clock, unnamed, networkReference),
    ])
    return true
  }
  return decide(work, { again: conflictOn('advices'), tries: TRIES })
}

function reopened(clock: Clock, { account_id, id, state }: AdviceRow, networkReference: string): Write {
  const pending = state === 'pending' ? state : moved(adviceMoves, state, 'pending')
  const anew = { state: pending, refusal: '', due_at: clock.now(), leased_until: 0, closed_at: null }
  return update(
    'advices',
    { network_reference: networkReference, ...anew },
    { account_id, id, state, network_reference: null },
  )
}

/** Closes a refused advice after an operator has undone the charge. Throws `Unmet` when no refused advice has the id. */
export async function closeAdvice(
  { store, clock }: StoreAndClock,
  id: string,
  because: string,
  by: Actor,
): Promise<void> {
  const advice = await store.db
    .selectFrom('advices')
    .select(columns.advices)
    .where('id', '=', id)
    .where('state', '=', 'refused')
    .modifyEnd(across('operator'))
    .executeTakeFirst()
  if (advice === undefined) throw new Unmet(`no refused advice ${id}`)
  const { account_id: accountId, refusal } = advice
  const closed = { state: moved(adviceMoves, 'refused', 'closed'), closed_at: clock.now() }
  const before = { state: 'refused', refusal }
  await store.commit([
    update('advices', closed, { account_id: accountId, id, state: 'refused' }),
    trailWrite(clock, by, { accountId, action: 'advice.closed', subject: id, before, after: { ...closed, because } }),
  ])
}
