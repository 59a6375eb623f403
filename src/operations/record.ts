// The only writer of operations: creates them and moves them from state to state, each with its totals, ledger entry and
// event in one batch.
import { chargedByPayment, chargedWrites } from '../accounts/fees/charged.ts'
import { owedLessWrite } from '../accounts/owed-less.ts'
import { mayMove } from '../core/operation.ts'
import { type Instant, laterOf, mexicoCityDay } from '../core/time.ts'
import type { EventType } from '../event-types.ts'
import { operationEvent } from '../events/append.ts'
import { entryWrites } from '../ledger/postings.ts'
import type { Amendment, Change } from '../store/changeable.ts'
import { conditionHeld } from '../store/decide.ts'
import type { Operation } from '../store/operation.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { insert, insertOnly, run, update, type Write } from '../store/write.ts'
import { writtenOf } from './blank.ts'
import { checkoutWrites } from './checkout-writes.ts'
import { dayWrites } from './day-limit.ts'
import { paymentLines, reversalLines } from './entries.ts'
import type { OperationRow } from './tables.ts'
import { countedWrites, postedWrites } from './totals/writes.ts'

type Status = Operation['status']

/** An operation by its key. */
export interface OperationName {
  accountId: string
  operationId: string
}

/**
 * Creates a pending operation, together with `extra` writes, in one batch.
 * Throws `Duplicate` of `operations` when its external transaction is taken in the account.
 */
export async function create(
  needs: StoreAndClock,
  operation: Operation,
  extra: Write[],
  event?: EventType,
): Promise<void> {
  if (operation.status !== 'pending') throw new Error(`an operation starts pending, not ${operation.status}`)
  // The network may have taken a while. The order of events follows the instant of the write, so that instant is used where there is an event.
  const created = event === undefined ? operation : { ...operation, status_at: needs.clock.now() }
  await needs.store.commit([
    insertOnly('operations', writtenOf(created), created),
    ...countedWrites([created, 1]),
    ...(event ? moveEvent(needs, event, created) : []),
    ...extra,
  ])
}

/**
 * Creates an operation that is paid from the start, because unrequested money came into a customer's own CLABE, together
 * with `extra` writes, in one batch. Throws `Duplicate` of `operations` when the network's reference is taken.
 */
export async function createPaid(needs: StoreAndClock, operation: Operation, extra: Write[]): Promise<void> {
  if (operation.status !== 'paid') throw new Error(`a paid operation is created as paid, not ${operation.status}`)
  const at = operation.status_at
  const created = { ...operation, paid_at: operation.paid_at ?? at, posted_day: mexicoCityDay(at) }
  await needs.store.commit([
    insert('operations', created),
    ...countedWrites([created, 1]),
    ...postedWrites(created, 'pending', at),
    ...ledgerWrites(created, 'pending', at),
    ...dayWrites(needs.store, { ...created, status: 'declined' }, created),
    ...moveEvent(needs, eventOf.paid, created),
    ...extra,
  ])
}

/** The event of each state that an operation can reach. */
const eventOf = {
  authorized: 'operation.authorized',
  paid: 'operation.paid',
  cancelled: 'operation.cancelled',
  expired: 'operation.expired',
  declined: 'operation.declined',
} as const satisfies Record<Exclude<Status, 'pending'>, EventType>

/**
 * Moves an operation as the transition table allows, with its totals, ledger entry and event, and `extra` writes, in one
 * batch; `extra` may be computed from the moved operation. Returns the moved operation. Throws `Unmet` when another writer
 * moved it first: read it again.
 */
export async function advance<O extends Operation>(
  needs: StoreAndClock,
  operation: O,
  to: Exclude<Status, 'pending'>,
  change: Change = {},
  extra: Write[] | ((moved: O) => Write[]) = [],
): Promise<O> {
  const from = operation.status
  if (!mayMove(from, to)) throw new Error(`an operation does not move from ${from} to ${to}`)
  // Another process with a clock ahead of ours may have made the last move.
  const at = laterOf(needs.clock.now(), operation.status_at)
  const set = { due_at: null, ...leaseEnded(operation), ...stampOf(to, at), ...change, status: to, status_at: at }
  const moved = { ...operation, ...set } as O
  // A payment that is wholly or partly refunded or disputed cannot be cancelled.
  const whole = from === 'paid' ? UNTAKEN : {}
  await needs.store.commit([
    update('operations', set, { account_id: operation.account_id, id: operation.id, status: from, ...whole }),
    ...countedWrites([operation, -1], [moved, 1]),
    ...postedWrites(moved, from, at),
    ...ledgerWrites(moved, from, at),
    // A reversal takes from what the merchant is owed.
    ...(from === 'paid' ? [owedLessWrite(needs.store, operation.account_id)] : []),
    ...dayWrites(needs.store, operation, moved),
    ...moveEvent(needs, eventOf[to], moved),
    ...checkoutWrites(needs, from, moved),
    ...(typeof extra === 'function' ? extra(moved) : extra),
  ])
  return moved
}

/** What is due in the new state need not wait for the lease of the work that has moved it. */
function leaseEnded({ leased_until }: Operation): Change {
  return leased_until === 0 ? {} : { leased_until: 0 }
}

/** The write of an event about an operation, which tells its record as it stands now. */
export function eventAbout({ clock }: Pick<StoreAndClock, 'clock'>, type: EventType, operation: Operation): Write[] {
  return operationEvent(clock, type, operation)
}

/** The same of a change of the status, with its instant. */
function moveEvent({ clock }: Pick<StoreAndClock, 'clock'>, type: EventType, operation: Operation): Write[] {
  return operationEvent(clock, type, operation, operation.status_at)
}

/** The instants that a new state records. The payer may have paid before the payment is posted. */
function stampOf(to: Status, at: Instant): Change {
  if (to === 'paid') return { paid_at: at, posted_day: mexicoCityDay(at) }
  if (to === 'authorized') return { authorized_at: at }
  return to === 'expired' ? { expired_at: at } : {}
}

/**
 * Sets another due time for a leased operation whose network did not report an outcome. Does nothing when another writer
 * has moved it or leased it since.
 */
export async function postpone(store: Store, leased: Operation, dueAt: string): Promise<void> {
  const { account_id, id, status, leased_until, inquiries } = leased
  const later: Amendment = { due_at: dueAt, leased_until: 0, inquiries: inquiries + 1 }
  await conditionHeld(store.commit([update('operations', later, { account_id, id, status, leased_until })]))
}

/** Sets when an authorisation that is over is looked at again. Does nothing when another writer has moved it or leased it since. */
export async function postponeRelease(store: Store, leased: Operation, dueAt: Instant): Promise<void> {
  const { account_id, id, status, leased_until } = leased
  const later: Amendment = { due_at: dueAt, leased_until: 0 }
  await conditionHeld(store.commit([update('operations', later, { account_id, id, status, leased_until })]))
}

/** Gives a pending charge to another acquirer. `Unmet` when it was moved, is asked for, waits for its payer or is to be cancelled since it was read. */
export function rerouteWrite({ account_id, id, reroutes, reversals_asked }: Operation, to: Amendment): Write {
  const condition = {
    status: 'pending',
    reroutes,
    reversals_asked,
    leased_until: 0,
    inquiries: 0,
    payer_acts: 0,
  } as const
  return update('operations', { ...to, reroutes: reroutes + 1 }, { account_id, id, ...condition })
}

/** Begins the wait for the payer of a pending card payment. `Unmet` when it has begun, or another writer has moved the operation. */
export function payerActsWrite({ account_id, id }: Operation, dueAt: Instant): Write {
  const set = { payer_acts: 1, due_at: dueAt, leased_until: 0 } as const
  return update('operations', set, { account_id, id, status: 'pending', payer_acts: 0 })
}

/** Leases a pending operation whose payer is back, whenever it is due. `Unmet` while another has the lease. */
export function leaseWrite(
  { store: { db }, clock }: StoreAndClock,
  { account_id, id }: Operation,
  until: number,
): Write {
  const leasing = db
    .updateTable('operations')
    .set({ leased_until: until })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('leased_until', '<=', clock.wallMs())
  return run(leasing.compile(), 1)
}

/** Makes a pending operation due, whoever has leased it: what it found out may be older than what has just happened. */
export function dueNowWrite({ clock }: Pick<StoreAndClock, 'clock'>, { account_id, id }: Operation): Write {
  return update('operations', { due_at: clock.now() }, { account_id, id, status: 'pending' })
}

/**
 * Like `postpone`, for a payer who still has time: no network owes an answer. An operation that has become due meanwhile stays so, without its
 * lease.
 */
export async function postponeForPayer(store: Store, leased: Operation, dueAt: string): Promise<void> {
  const { account_id, id, status, leased_until, due_at } = leased
  const condition = { account_id, id, status, leased_until }
  const later: Amendment = { due_at: dueAt, leased_until: 0 }
  if (await conditionHeld(store.commit([update('operations', later, { ...condition, due_at })]))) return
  await conditionHeld(store.commit([update('operations', { leased_until: 0 }, condition)]))
}

/**
 * Records the state of the transfer that returns an operation's money. The money counts as given back (`has_devolution`)
 * from the reversal on, unless the transfer failed; then again when another transfer has settled. `Unmet` when the
 * operation's money is not being returned.
 */
export function refundWrite(
  { accountId, operationId }: OperationName,
  state: Exclude<OperationRow['refund_state'], ''>,
): Write {
  const hasDevolution = state === 'settled' ? 1 : 0
  return update(
    'operations',
    { refund_state: state, ...(state !== 'pending' && { has_devolution: hasDevolution }) },
    { account_id: accountId, id: operationId, status: 'cancelled' },
  )
}

/** The columns that hold what is taken from a payment. */
type Taking = Partial<Pick<OperationRow, 'refunded_centavos' | 'disputed_centavos'>>

/** Nothing is taken from the payment. */
const UNTAKEN = { refunded_centavos: 0, disputed_centavos: 0 } as const satisfies Taking

/**
 * Sets the new sums of what is refunded and disputed of a payment, in centavos. `Unmet` when it was refunded, disputed or
 * cancelled, or a reversal began, since it was read, so that no peso is taken twice. A caller reads the operation first,
 * and then whether a reversal is under way.
 */
export function takingWrite(operation: Operation, taking: Taking): Write {
  const { account_id, id, refunded_centavos, disputed_centavos, reversals_asked } = operation
  const condition = { account_id, id, status: 'paid', refunded_centavos, disputed_centavos, reversals_asked } as const
  return update('operations', taking, condition)
}

/**
 * Begins a reversal. `Unmet` when the operation was moved, a part of it was refunded or disputed, or another reversal began
 * since it was read. A charge that waits for its payer is asked for at once: its payer is no longer wanted.
 */
export function reversingWrite({ clock }: Pick<StoreAndClock, 'clock'>, operation: Operation): Write {
  const { account_id, id, status, reversals_asked, captures_asked, payer_acts } = operation
  const due = status === 'pending' && payer_acts === 1 ? { due_at: clock.now() } : {}
  const set = { reversals_asked: reversals_asked + 1, ...due }
  return update('operations', set, { account_id, id, status, reversals_asked, captures_asked, ...UNTAKEN })
}

/** Begins a capture. `Unmet` when the authorisation was moved, or a reversal or another capture began, since it was read. */
export function capturingWrite({ account_id, id, reversals_asked, captures_asked }: Operation): Write {
  const condition = { account_id, id, status: 'authorized', reversals_asked, captures_asked } as const
  return update('operations', { captures_asked: captures_asked + 1 }, condition)
}

/** Changes of the sums of an operation's refunds, in centavos; a negative change subtracts. */
export interface RefundSums {
  refunded?: number
  settled?: number
  failed?: number
}

/**
 * Counts a refund that settled, failed or was cancelled. These are sums, so that two refunds of an operation do not wait
 * for each other.
 */
export function refundSumsWrite(
  { db }: Pick<Store, 'db'>,
  { accountId, operationId }: OperationName,
  sums: RefundSums,
): Write {
  const { refunded = 0, settled = 0, failed = 0 } = sums
  const query = db
    .updateTable('operations')
    .set((eb) => ({
      refunded_centavos: eb('refunded_centavos', '+', refunded),
      refunds_settled_centavos: eb('refunds_settled_centavos', '+', settled),
      refunds_failed_centavos: eb('refunds_failed_centavos', '+', failed),
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', operationId)
    .where('status', '=', 'paid')
  return run(query.compile(), 1)
}

/** Money moves when an operation is paid, and moves back when a paid one is cancelled. */
function ledgerWrites(moved: Operation, from: Status, at: string): Write[] {
  const entry = { accountId: moved.account_id, day: mexicoCityDay(at), at, affiliate: moved.affiliate }
  const charged = (sign: 1 | -1) => chargedWrites(moved.account_id, entry.day, chargedByPayment(moved, sign))
  if (moved.status === 'paid')
    return [...entryWrites({ ...entry, name: `${moved.id}:paid`, lines: paymentLines(moved) }), ...charged(1)]
  if (from === 'paid')
    return [...entryWrites({ ...entry, name: `${moved.id}:reversed`, lines: reversalLines(moved) }), ...charged(-1)]
  return []
}
