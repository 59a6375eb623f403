// A charge that waits for its payer, whom the acquirer has sent to an address, such as the challenge of 3-D Secure: how the wait begins, and how long
// it lasts.
import { type Instant, instantPlus } from '../../core/time.ts'
import { eventAbout, payerActsWrite } from '../../operations/record.ts'
import { conditionHeld, conflictOn } from '../../store/decide.ts'
import type { CardOperation, Operation } from '../../store/operation.ts'
import { rowOf } from '../../store/rows.ts'
import type { Store, StoreAndClock } from '../../store/store.ts'
import { insert, type Write } from '../../store/write.ts'
import type { PayerActionRow } from '../tables.ts'

/** How long a payer has. Then the acquirer is asked once more, and the payment is given up. */
export const ACT_WITHIN_MS = 15 * 60_000
/** The acquirer is asked first after so long, in case that the payer acts and never comes back. */
const FIRST_LOOK_MS = 30_000
/** And so long after the payer has come back and waits for the outcome. */
const AFTER_RETURN_MS = 3_000

/** Whether the charge waits for its payer. */
export function waitsForPayer({ status, payer_acts }: Pick<CardOperation, 'status' | 'payer_acts'>): boolean {
  return status === 'pending' && payer_acts === 1
}

/**
 * Begins the wait, in one batch with its event and `extra`, which is made from the waiting operation. Returns the waiting operation; undefined
 * when another writer has moved it or has begun the wait.
 */
export async function awaitPayer(
  { store, clock }: StoreAndClock,
  operation: CardOperation,
  payerUrl: string,
  extra: (waiting: CardOperation) => Write[],
): Promise<CardOperation | undefined> {
  const { id, account_id } = operation
  const now = clock.now()
  const dueAt = instantPlus(now, FIRST_LOOK_MS)
  const waiting = { ...operation, payer_acts: 1, due_at: dueAt, leased_until: 0 } as const
  const action: PayerActionRow = {
    operation_id: id,
    account_id,
    payer_url: payerUrl,
    asked_at: now,
    expires_at: instantPlus(now, ACT_WITHIN_MS),
    returned_at: null,
  }
  const isFirst = await conditionHeld(
    store.commit([
      payerActsWrite(operation, dueAt),
      insert('payer_actions', action),
      ...eventAbout({ clock }, 'operation.payer_action_required', waiting),
      ...extra(waiting),
    ]),
    conflictOn('payer_actions'),
  )
  return isFirst ? waiting : undefined
}

/** Where the payer of an operation was sent; undefined when the acquirer sent nobody anywhere. */
export async function payerActionOf(
  { db }: Store,
  { account_id, id }: Pick<Operation, 'account_id' | 'id'>,
): Promise<PayerActionRow | undefined> {
  return rowOf(db, 'payer_actions', { account_id, operation_id: id })
}

/** What an acquirer answers about a charge without an outcome. */
export type NoOutcome = 'never-seen' | 'payer-must-act' | 'unknown'

/** What follows. `ask on`: the charge may have been made, and is asked for like any without an answer. `look`: ask again at that instant. */
export type NextForPayer = { what: 'cancel' | 'give up' | 'ask on' } | { what: 'look'; at: Instant }

/** What follows when the acquirer was asked for a charge that waits for its payer, and has no outcome. Instants are UTC. */
export function nextForPayer({
  now,
  askedAt,
  expiresAt,
  returnedAt,
  kind,
  takesAdvice,
  cancelAsked,
}: {
  now: Instant
  /** When the acquirer sent the payer away, and when the payer's time is over. */
  askedAt: Instant
  expiresAt: Instant
  /** When the payer came back last; null: not yet. */
  returnedAt: Instant | null
  kind: NoOutcome
  /** Whether the acquirer takes advices. */
  takesAdvice: boolean
  cancelAsked: boolean
}): NextForPayer {
  // Without advices, the charge is undone by asking for it until it has an outcome. So one that may have been made is not cancelled before.
  if (cancelAsked && (takesAdvice || kind !== 'unknown')) return { what: 'cancel' }
  // A payer who came back may have been charged.
  if (now >= expiresAt) return { what: kind === 'unknown' && returnedAt !== null ? 'ask on' : 'give up' }
  const sinceMs = Date.parse(now) - Date.parse(returnedAt ?? askedAt)
  const at = instantPlus(now, Math.max(sinceMs, returnedAt === null ? FIRST_LOOK_MS : AFTER_RETURN_MS))
  return { what: 'look', at: at > expiresAt ? expiresAt : at }
}
