// The periods that are skipped when many have passed before the card could be charged: after an outage, while a declined card
// was tried again, or while the account was suspended. Only a few are charged late, so that a payer does not get a year's
// charges at once.
import type { Clock } from '../core/clock.ts'
import { addDays, mexicoCityDay } from '../core/time.ts'
import { insert, update, type Write } from '../store/write.ts'
import { firstPeriodFrom, periodDay } from './calendar.ts'
import { subscriptionEvent } from './subscription-event.ts'
import type { PlanRow, SubscriptionRow } from './tables.ts'

/** How many past periods, the newest ones, are charged late, besides the present period. */
export const MISSED_AND_CHARGED = 3
/** More periods take several batches. */
const BATCH_SIZE = 200

/** How many periods from `next` on are skipped on a day. Sample: monthly, a year late: 9 of 12, for 3 are charged late. */
export function skippedPeriods(start: { day: string; period: PlanRow['period'] }, next: number, today: string): number {
  const current = firstPeriodFrom(start, next, addDays(today, 1)) - 1
  return Math.max(0, current - next - MISSED_AND_CHARGED)
}

/** The writes that skip periods; undefined when none is skipped. A period whose charge has begun is finished first. */
export function skipWrites(clock: Clock, row: SubscriptionRow, plan: PlanRow): Write[] | undefined {
  if (row.state !== 'active' || row.pending_operation !== null || row.attempts > 0) return undefined
  const now = clock.now()
  const start = { day: row.start_day, period: plan.period }
  const count = Math.min(skippedPeriods(start, row.next_period, mexicoCityDay(now)), BATCH_SIZE)
  if (count === 0) return undefined
  const periods = Array.from({ length: count }, (_, n) => row.next_period + n)
  const skipped = { ...row, next_period: row.next_period + count, due_at: now, leased_until: 0 }
  const { account_id, id, state, next_period, attempts, pending_operation } = row
  return [
    update(
      'subscriptions',
      { next_period: skipped.next_period, due_at: now, leased_until: 0 },
      { account_id, id, state, next_period, attempts, pending_operation },
    ),
    insert(
      'plan_charges',
      ...periods.map((period) => ({
        subscription_id: id,
        period,
        account_id: row.account_id,
        day: periodDay(start, period),
        state: 'skipped' as const,
        operation_id: null,
        attempts: 0,
        created_at: now,
      })),
    ),
    ...subscriptionEvent(clock, 'plan.charge_skipped', skipped, { period: row.next_period, periods: count }),
  ]
}
