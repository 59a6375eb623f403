// The writes of a reversal's intent: it begins, waits for the network, is done or refused.
import { backoffMs } from '../../core/backoff.ts'
import { instantPlus } from '../../core/time.ts'
import { moved } from '../../store/moves.ts'
import type { Operation } from '../../store/operation.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { insert, Unmet, update, type Write } from '../../store/write.ts'
import { reversalMoves } from '../moves.ts'
import { eventAbout, type OperationName } from '../record.ts'
import type { ReversalRow } from '../tables.ts'

/** How long to wait before a network that did not answer is asked again. */
export const FIRST_WAIT_MS = 30_000

/**
 * Begins a reversal, also after a refused one. The batch fails with `Duplicate` or `Unmet` when another writer has begun
 * one meanwhile.
 */
export function intentWrite(
  { clock }: Pick<StoreAndClock, 'clock'>,
  operation: Operation,
  before: ReversalRow | undefined,
  { endsAs = 'cancelled' }: { endsAs?: ReversalRow['ends_as'] } = {},
): Write {
  const now = clock.now()
  const fresh = {
    from_status: operation.status as ReversalRow['from_status'],
    ends_as: endsAs,
    state: 'pending',
    attempts: 0,
    // One that nobody asked for waits for the worker alone.
    due_at: endsAs === 'expired' ? now : instantPlus(now, FIRST_WAIT_MS),
    leased_until: 0,
    created_at: now,
    refused_later: 0,
  } as const
  if (before === undefined)
    return insert('reversals', { operation_id: operation.id, account_id: operation.account_id, ...fresh })
  const { state, from_status } = before
  // A reversal under way begins again when the operation's status has changed since.
  const anew = state === 'pending' ? state : moved(reversalMoves, state, 'pending')
  return update(
    'reversals',
    { ...fresh, state: anew },
    { account_id: operation.account_id, operation_id: operation.id, state, from_status },
  )
}

/**
 * The network has carried it out. That is so too when an operator, or the network itself, had said that it was not. `Unmet`
 * when it is done already.
 */
export function carriedOut(intent: ReversalRow | undefined): Write {
  if (intent === undefined || intent.state === 'done') throw new Unmet('no reversal is left to be done')
  const { account_id, operation_id, state } = intent
  return update(
    'reversals',
    { state: moved(reversalMoves, state, 'done'), due_at: null, refused_later: 0 },
    { account_id, operation_id, state },
  )
}

export function ended({ accountId, operationId }: OperationName, state: 'done' | 'refused'): Write {
  return update(
    'reversals',
    { state: moved(reversalMoves, 'pending', state), due_at: null },
    { account_id: accountId, operation_id: operationId, state: 'pending' },
  )
}

/** Refuses a reversal after its requester was answered: an event tells the merchant, and the item waits for an operator. */
export function refusing(needs: StoreAndClock, operation: Operation): Write[] {
  return [
    update(
      'reversals',
      { state: moved(reversalMoves, 'pending', 'refused'), due_at: null, refused_later: 1 },
      { account_id: operation.account_id, operation_id: operation.id, state: 'pending' },
    ),
    ...eventAbout(needs, 'operation.reversal_refused', operation),
  ]
}

/** Asks again after 30 seconds, a minute, two ... at most an hour. */
export function postponing(now: string, { account_id, operation_id, attempts }: ReversalRow): Write {
  const delayMs = backoffMs(FIRST_WAIT_MS, attempts)
  return update(
    'reversals',
    { attempts: attempts + 1, due_at: instantPlus(now, delayMs), leased_until: 0 },
    { account_id, operation_id, state: 'pending' },
  )
}
