// Creates, pauses, resumes and ends subscriptions, and changes their card.
import { newId } from '../core/ids.ts'
import { addDays, dayStartAt, isDay, mexicoCityDay } from '../core/time.ts'
import { customerOfBody } from '../customers/read.ts'
import type { EventType } from '../event-types.ts'
import { Failure, invalidField } from '../failures.ts'
import { columns } from '../store/columns.ts'
import { decide } from '../store/decide.ts'
import { moved } from '../store/moves.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { Duplicate, insert, update, type Write } from '../store/write.ts'
import { savedCardOf } from '../vault/saved-cards.ts'
import { firstPeriodFrom, periodDay } from './calendar.ts'
import { cardExpiringWrites } from './card-expiring.ts'
import { subscriptionMoves } from './moves.ts'
import { findPlan, findSubscription, type OfCustomer, paymentOfPeriod } from './search.ts'
import { subscriptionEvent } from './subscription-event.ts'
import type { PlanRow, SubscriptionRow } from './tables.ts'

/** Further writes for the batch of the change: the answer of the request. */
export type Also = (row: SubscriptionRow) => Write[]

/** How far ahead the first charge may be. */
const MAX_DAYS_AHEAD = 366

interface SubscribeRequest {
  accountId: string
  operator: string
  planId: string
  customerId: string
  cardId: string
  /** The day of the first charge; without it, today. */
  startDay: string | undefined
}

/**
 * Puts a customer on a plan; the first charge falls due on the first day. `customer-on-plan` when the customer is on the
 * plan already.
 */
export async function subscribe(
  { store, clock }: StoreAndClock,
  request: SubscribeRequest,
  also: Also,
): Promise<SubscriptionRow> {
  const { accountId, customerId, cardId } = request
  const plan = await findPlan(store, { accountId, planId: request.planId })
  await customerOfBody(store, accountId, customerId, invalidField)
  const { expiration } = await ownCard(store, { accountId, customerId, cardId })
  const now = clock.now()
  const startDay = startDayOf(request.startDay, mexicoCityDay(now))
  const row: SubscriptionRow = {
    id: newId(clock, 'sub'),
    account_id: accountId,
    plan_id: plan.id,
    customer_id: customerId,
    card_id: cardId,
    operator: request.operator,
    state: 'active',
    paused_because: '',
    start_day: startDay,
    next_period: 0,
    attempts: 0,
    pending_operation: null,
    due_at: startDay === mexicoCityDay(now) ? now : dayStartAt(startDay),
    leased_until: 0,
    created_at: now,
    ended_at: null,
  }
  try {
    await store.commit([
      insert('subscriptions', row),
      ...subscriptionEvent(clock, 'plan.subscribed', row),
      ...cardExpiringWrites(clock, row, expiration),
      ...also(row),
    ])
  } catch (error) {
    if (error instanceof Duplicate && error.of('subscriptions')) throw new Failure('customer-on-plan')
    throw error
  }
  return row
}

/**
 * Stops charges until it is resumed; the bank's answer to a charge under way still counts. Pausing twice changes nothing.
 */
export function pause(needs: StoreAndClock, of: OfCustomer, also: Also): Promise<SubscriptionRow> {
  return change(needs, of, also, (row) =>
    row.state === 'paused'
      ? undefined
      : {
          event: 'plan.paused',
          set: {
            state: moved(subscriptionMoves, row.state, 'paused'),
            paused_because: 'asked',
            attempts: 0,
            due_at: awaited(row),
          },
        },
  )
}

/**
 * Charges again, from the first period that begins today or later; periods that passed meanwhile are not charged. A period
 * whose payment has begun is finished first, so that its payment counts.
 */
export function resume(needs: StoreAndClock, of: OfCustomer, also: Also): Promise<SubscriptionRow> {
  const now = needs.clock.now()
  const today = mexicoCityDay(now)
  return change(needs, of, also, async (row, plan) => {
    if (row.state === 'active') return undefined
    const start = { day: row.start_day, period: plan.period }
    const begun = await paymentOfPeriod(needs.store, row)
    const next_period = begun === undefined ? firstPeriodFrom(start, row.next_period, today) : row.next_period
    const due_at = awaited(row) ?? dueAt(start, next_period, now)
    const state = moved(subscriptionMoves, row.state, 'active')
    return { event: 'plan.resumed', set: { state, paused_because: '', attempts: 0, next_period, due_at } }
  })
}

/** Takes the customer off the plan permanently; the bank's answer to a charge under way still counts. */
export function cancel(needs: StoreAndClock, of: OfCustomer, also: Also): Promise<SubscriptionRow> {
  const now = needs.clock.now()
  return change(needs, of, also, (row) => ({ event: 'plan.cancelled', set: ended(row, now) }))
}

/** Takes a customer who is deleted off every plan: the writes, for the batch of the deletion. */
export async function leavePlans(
  { store, clock }: StoreAndClock,
  { accountId, customerId }: { accountId: string; customerId: string },
): Promise<Write[]> {
  const rows = await store.db
    .selectFrom('subscriptions')
    .select(columns.subscriptions)
    .where('account_id', '=', accountId)
    .where('customer_id', '=', customerId)
    .where('ended_at', 'is', null)
    .execute()
  const now = clock.now()
  return rows.flatMap((row) => {
    const set = ended(row, now)
    return [
      update('subscriptions', set, asRead(row)),
      ...subscriptionEvent(clock, 'plan.cancelled', { ...row, ...set }),
    ]
  })
}

function ended(row: SubscriptionRow, now: string): Partial<SubscriptionRow> {
  const state = moved(subscriptionMoves, row.state, 'cancelled')
  return { state, paused_because: '', due_at: awaited(row), ended_at: now }
}

/** Charges another card from now on; if the previous card was declined, the new card is tried at once. */
export async function changeCard(
  needs: StoreAndClock,
  of: OfCustomer & { cardId: string },
  also: Also,
): Promise<SubscriptionRow> {
  await findSubscription(needs.store, of)
  const { expiration } = await ownCard(needs.store, of)
  const now = needs.clock.now()
  const furtherWrites = (row: SubscriptionRow) => [...cardExpiringWrites(needs.clock, row, expiration), ...also(row)]
  return change(needs, of, furtherWrites, (row) => ({
    event: undefined,
    set: {
      card_id: of.cardId,
      ...(row.state === 'active' && row.attempts > 0 && row.pending_operation === null && { due_at: now }),
    },
  }))
}

/** When a payment without an answer is checked; null without one. */
function awaited(row: SubscriptionRow): string | null {
  return row.pending_operation === null ? null : row.due_at
}

/** When a period is charged: at the start of its day, or now if the day has begun. */
export function dueAt(start: Parameters<typeof firstPeriodFrom>[0], number: number, now: string): string {
  const at = dayStartAt(periodDay(start, number))
  return at < now ? now : at
}

interface Changed {
  set: Partial<SubscriptionRow>
  event: EventType | undefined
}

/** Changes a subscription from its present row. `changeOf` returns undefined for no change. */
function change(
  { store, clock }: StoreAndClock,
  of: OfCustomer,
  also: Also,
  changeOf: (row: SubscriptionRow, plan: PlanRow) => Changed | undefined | Promise<Changed | undefined>,
): Promise<SubscriptionRow> {
  return decide(
    async () => {
      const row = await findSubscription(store, of)
      const changed = await changeOf(row, await findPlan(store, of))
      const now: SubscriptionRow = { ...row, ...changed?.set }
      await store.commit([
        ...(changed ? [update('subscriptions', changed.set, asRead(row))] : []),
        ...(changed?.event ? subscriptionEvent(clock, changed.event, now) : []),
        ...also(now),
      ])
      return now
    },
    { row: `subscription ${of.planId} ${of.customerId}` },
  )
}

/** What must be as it was read when a change is written. */
function asRead({ account_id, id, state, next_period, attempts, pending_operation }: SubscriptionRow) {
  return { account_id, id, state, next_period, attempts, pending_operation }
}

async function ownCard(
  store: Store,
  of: { accountId: string; customerId: string; cardId: string },
): Promise<{ expiration: string }> {
  const card = await savedCardOf(store, of)
  if (card === undefined) {
    throw invalidField(
      'card',
      'card no es una tarjeta guardada del cliente',
      'card is not a saved card of the customer',
    )
  }
  return card
}

function startDayOf(day: string | undefined, today: string): string {
  if (day === undefined) return today
  if (!isDay(day) || day < today || day > addDays(today, MAX_DAYS_AHEAD)) {
    throw invalidField(
      'start_date',
      `start_date debe ser un día AAAA-MM-DD desde hoy y a lo más en ${MAX_DAYS_AHEAD} días`,
      `start_date must be a day YYYY-MM-DD from today on, at most ${MAX_DAYS_AHEAD} days ahead`,
    )
  }
  return day
}
