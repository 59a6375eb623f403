// Charges subscriptions whose next period has begun: each period once, declined cards again by a schedule.
import { NOT_ADMITTED } from '../accounts/standing.ts'
import { isStopped, refusalOf } from '../cards/outcome.ts'
import { NO_REPEATS } from '../cards/pay.ts'
import type { Charge } from '../cards/sealed/request.ts'
import { isHardDecline } from '../core/cards/decline-codes.ts'
import type { Clock } from '../core/clock.ts'
import type { Task } from '../core/task.ts'
import { HOUR_MS, instantPlus } from '../core/time.ts'
import { knownCustomer } from '../customers/read.ts'
import { Failure } from '../failures.ts'
import { readClockState } from '../store/clock-state.ts'
import { columns } from '../store/columns.ts'
import { conditionHeld, conflictOn, decide } from '../store/decide.ts'
import { moved } from '../store/moves.ts'
import type { CardOperation } from '../store/operation.ts'
import { leases } from '../store/queues/lease.ts'
import { rowOf } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { insert, Unmet, update, type Write } from '../store/write.ts'
import { periodDay, retryAt } from './calendar.ts'
import { cardExpiringWrites, expirationOf } from './card-expiring.ts'
import { subscriptionMoves } from './moves.ts'
import type { PlanNeeds } from './needs.ts'
import { externalTransaction, paymentOfPeriod } from './search.ts'
import { skipWrites } from './skip.ts'
import { dueAt } from './subscribe.ts'
import { subscriptionEvent } from './subscription-event.ts'
import type { PlanRow, SubscriptionRow } from './tables.ts'

const BATCH_SIZE = 20
const LEASE_MS = 60_000
/** The wait before a payment without an answer is checked again. */
const LOOK_AGAIN_MS = 30_000
/** The wait before a charge that the account may not take now is tried again. */
const ADMITTED_MS = HOUR_MS

type Due = SubscriptionRow & { plan: PlanRow }

/**
 * The result of a try: the payment; or the refusal of the card; or the customer is deleted; or the account takes no payment
 * now.
 */
type Tried = { operation: CardOperation } | { refused: Failure } | 'customer gone' | 'not admitted'

/** The subscription was paused, ended or given another card, or another process charges it: nothing was charged. */
const CHANGED = 'changed meanwhile'

/**
 * Charges due subscriptions. A period's payment has the external transaction `plan:<subscription>:<period>`, which the
 * payment room lets be paid once, so neither a lapsed lease nor a crash charges twice; of the periods that passed before the
 * card could be charged, the last few are charged, one after another, and the others are skipped. A subscription that was paused, ended or given another
 * card since it was read is not charged as it was: the batch that begins the payment is then `Unmet`.
 */
export function chargePlansTask(needs: PlanNeeds): Task {
  const { store, clock, acquirerTimeoutMs } = needs
  const work = leases(needs, 'subscriptions')
  return {
    name: 'plan charges',
    wokenBy: ['subscriptions'],
    nextDueAt: work.nextDueAt,
    run: async () => {
      const rows = await work.take({ leaseMs: acquirerTimeoutMs + LEASE_MS, limit: BATCH_SIZE })
      if (rows.length === 0) return 0
      // Background work has no credential that carries the version of remembered data, so the clock's row is read.
      clock.follow(await readClockState(store))
      const ids = [...new Set(rows.map((row) => row.plan_id))]
      const accounts = [...new Set(rows.map((row) => row.account_id))]
      const found = await store.db
        .selectFrom('plans')
        .select(columns.plans)
        .where('account_id', 'in', accounts)
        .where('id', 'in', ids)
        .execute()
      const plans = new Map(found.map((plan) => [plan.id, plan]))
      return work.each(rows, (row) => {
        const plan = plans.get(row.plan_id)
        return plan && chargeOne(needs, { ...row, plan })
      })
    },
  }
}

async function chargeOne(needs: PlanNeeds, due: Due): Promise<void> {
  // A process may have died after the charge began and before the subscription recorded it.
  const begun = await paymentOfPeriod(needs.store, due)
  const skipped = begun ? undefined : skipWrites(needs.clock, due, due.plan)
  if (skipped !== undefined) {
    // On a conflict, another writer has skipped them, charged one or changed the subscription.
    await conditionHeld(needs.store.commit(skipped), conflictOn('plan_charges'))
    return
  }
  const tried = await tryOnce(needs, due, begun)
  if (tried === CHANGED) return giveBack(needs.store, due)
  const record = async (attempt: number) => {
    const row = attempt === 1 ? due : await readAgain(needs.store, due)
    // Another process has recorded the result of the period.
    if (row === undefined || row.next_period !== due.next_period) return
    const expiration = await expirationOf(needs.store, { accountId: row.account_id, cardId: row.card_id })
    await needs.store.commit(recordOf(needs.clock, row, due, { tried, expiration }))
  }
  await decide(record, { again: conflictOn('plan_charges') })
}

/** The payment of the period: the existing one, or a new one. */
async function tryOnce(needs: PlanNeeds, due: Due, begun: CardOperation | undefined): Promise<Tried | typeof CHANGED> {
  const { store, pay } = needs
  if (begun !== undefined) return { operation: begun }
  const payee = { accountId: due.account_id, operator: due.operator }
  try {
    return { operation: await pay(payee, chargeOf(due), { ...NO_REPEATS, begun: () => [stillDue(due)] }) }
  } catch (error) {
    if (error instanceof Unmet && !(await isStillDue(store, due))) return CHANGED
    // An overload or an outage is not a fault of the card: the lease lapses and the charge is tried again.
    if (!(error instanceof Failure) || error.status >= 500) throw error
    if (NOT_ADMITTED.some((reason) => reason === error.reason)) return 'not admitted'
    const customer = await knownCustomer(store, due.account_id, due.customer_id)
    return customer.active === 0 ? 'customer gone' : { refused: error }
  }
}

/** What must be as it was read when the payment begins. Once that is on disk, a pause or an end comes after it, and the payment counts. */
function dueAsRead({ account_id, id, next_period, card_id, attempts, leased_until }: Due) {
  return { account_id, id, state: 'active', next_period, card_id, attempts, leased_until } as const
}

function stillDue(due: Due): Write {
  return update('subscriptions', { leased_until: due.leased_until }, dueAsRead(due))
}

async function isStillDue({ db }: Store, due: Due): Promise<boolean> {
  return (await rowOf(db, 'subscriptions', dueAsRead(due), ['id'])) !== undefined
}

/** What is due by now is charged at once, and not when the lease lapses. */
async function giveBack(store: Store, { account_id, id, leased_until }: Due): Promise<void> {
  const free = update('subscriptions', { leased_until: 0 }, { account_id, id, leased_until })
  await conditionHeld(store.commit([free]))
}

function chargeOf(due: Due): Charge {
  return {
    paidWith: { recurrent: due.card_id },
    totalCentavos: due.plan.amount_centavos,
    tipCentavos: 0,
    affiliate: undefined,
    externalTransaction: externalTransaction(due),
    applicationKey: undefined,
    referenceNumber: due.id,
    description: due.plan.name,
    months: undefined,
    capture: true,
    returnUrl: undefined,
    latitude: '0.0',
    longitude: '0.0',
    ip: undefined,
    metadata: {},
    payer: {},
    deviceSession: undefined,
  }
}

async function readAgain(store: Store, due: Due): Promise<Due | undefined> {
  const row = await rowOf(store.db, 'subscriptions', { account_id: due.account_id, id: due.id })
  return row && { ...row, plan: due.plan }
}

/** The writes of a try's result. A subscription that was paused or ended meanwhile stays so; a payment still counts. */
function recordOf(
  clock: Clock,
  row: Due,
  due: Due,
  { tried, expiration }: { tried: Tried; expiration: string },
): Write[] {
  const { plan, ...current } = row
  const { account_id, id, state, next_period: period, attempts: before, pending_operation, card_id } = row
  const condition = { account_id, id, state, next_period: period, attempts: before, pending_operation, card_id }
  const changed = (set: Partial<SubscriptionRow>) => ({
    row: { ...current, leased_until: 0, ...set },
    write: update('subscriptions', { leased_until: 0, ...set }, condition),
  })
  const now = clock.now()
  if (tried === 'customer gone') {
    const end = state === 'cancelled' ? state : moved(subscriptionMoves, state, 'cancelled')
    const ended = changed({ state: end, paused_because: '', due_at: null, ended_at: row.ended_at ?? now })
    return [ended.write, ...(row.ended_at === null ? subscriptionEvent(clock, 'plan.cancelled', ended.row) : [])]
  }
  // Not a fault of the card: the charge is tried again unchanged, and a pause or an end that came meanwhile stays.
  if (tried === 'not admitted')
    return [changed(state === 'active' ? { due_at: instantPlus(now, ADMITTED_MS) } : {}).write]
  const start = { day: row.start_day, period: plan.period }
  const operation = 'operation' in tried ? tried.operation : undefined
  const isActive = row.state === 'active'

  if (operation?.status === 'pending') {
    const look = instantPlus(now, LOOK_AGAIN_MS)
    return [changed({ pending_operation: operation.id, due_at: look }).write]
  }

  const attempts = row.attempts + 1
  const charge = (state: 'paid' | 'failed') =>
    insert('plan_charges', {
      subscription_id: row.id,
      period: row.next_period,
      account_id: row.account_id,
      day: periodDay(start, row.next_period),
      state,
      operation_id: operation?.id ?? null,
      attempts,
      created_at: now,
    })
  const next_period = row.next_period + 1
  const about = { period: due.next_period, transaction: operation?.id ?? null }

  if (operation !== undefined && operation.status !== 'declined') {
    const due_at = isActive ? dueAt(start, next_period, now) : null
    const over = changed({ next_period, attempts: 0, pending_operation: null, due_at })
    // The merchant has cancelled the payment: the period is over, and the card is not at fault.
    if (operation.status === 'cancelled') {
      const events = subscriptionEvent(clock, 'plan.charge_failed', over.row, { ...about, code: '' })
      return [over.write, charge('failed'), ...events]
    }
    const events = subscriptionEvent(clock, 'plan.charged', over.row, about)
    return [over.write, charge('paid'), ...events, ...cardExpiringWrites(clock, over.row, expiration)]
  }

  const reason = 'refused' in tried ? tried.refused : refusalOf(tried.operation)
  const why = { ...about, code: reason?.options.detail?.code ?? reason?.code ?? '' }
  if (!isActive) {
    // Paused or ended while the bank was asked: no further try.
    const left = changed({ pending_operation: null, due_at: null })
    return [left.write, ...subscriptionEvent(clock, 'plan.charge_failed', left.row, why)]
  }
  const isFinal =
    'refused' in tried || isHardDecline(tried.operation.decline_code ?? '') || reason?.reason === 'card-invalid'
  const isReplaced = row.card_id !== (operation?.card_id ?? due.card_id)
  const again = isReplaced ? now : isFinal ? undefined : retryAt(now, attempts)
  if (again !== undefined) {
    const waiting = changed({ attempts, pending_operation: null, due_at: again })
    return [waiting.write, ...subscriptionEvent(clock, 'plan.charge_failed', waiting.row, why)]
  }
  const paused = changed({
    next_period,
    attempts: 0,
    pending_operation: null,
    due_at: null,
    state: moved(subscriptionMoves, 'active', 'paused'),
    paused_because: pauseReason(tried),
  })
  return [
    paused.write,
    charge('failed'),
    ...subscriptionEvent(clock, 'plan.charge_failed', paused.row, why),
    ...subscriptionEvent(clock, 'plan.paused', paused.row),
  ]
}

/** The bank's code of a card that has expired (ISO 8583). */
const EXPIRED_CARD = '54'

/** A card that is over or gone needs another one. That it is over, the service knows before it asks the bank, or the bank says. */
function pauseReason(tried: { operation: CardOperation } | { refused: Failure }) {
  if ('operation' in tried) {
    if (tried.operation.decline_code === EXPIRED_CARD) return 'card_expired'
    return isStopped(tried.operation) ? 'stopped' : 'declined'
  }
  const { reason } = tried.refused
  if (reason === 'card-unknown') return 'card_removed'
  if (reason === 'card-invalid') return 'card_expired'
  return reason === 'payment-declined' ? 'declined' : 'stopped'
}
