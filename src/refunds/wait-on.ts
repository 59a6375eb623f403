// A refund that still waits for money: it is tried later, the merchant gets an event each week, and in the end it is cancelled.
import { backoffMs } from '../core/backoff.ts'
import { DAY_MS, instantPlus } from '../core/time.ts'
import type { StoreAndClock } from '../store/store.ts'
import type { Write } from '../store/write.ts'
import { refundEvent } from './next-step.ts'
import { changeWrites, stepWrites } from './steps.ts'
import type { RefundRow } from './tables.ts'

/** After this time a refund that waits for money is tried again. */
export const BALANCE_WAIT_MS = 5 * 60_000
const LONGEST_WAIT_DAYS = 30
const FIRST_REMINDER_DAYS = 3
const REMINDER_DAYS = 7
const NEVER_OWED = `the merchant was not owed enough for ${LONGEST_WAIT_DAYS} days`

/** `Unmet` when the refund has changed since it was read. */
export function waitOnWrites(needs: StoreAndClock, refund: RefundRow): Write[] {
  const now = needs.clock.now()
  if (now >= instantPlus(refund.created_at, LONGEST_WAIT_DAYS * DAY_MS))
    return stepWrites(needs, refund, 'cancelled', { waits_for: '', failure: NEVER_OWED })
  const waitMs = backoffMs(BALANCE_WAIT_MS, refund.attempts)
  const later = { attempts: refund.attempts + 1, due_at: instantPlus(now, waitMs), leased_until: 0 }
  const triedMs =
    refund.due_at === null || refund.attempts === 0
      ? Date.parse(refund.created_at)
      : Date.parse(refund.due_at) - backoffMs(BALANCE_WAIT_MS, refund.attempts - 1)
  const isReminded = remindersUntil(refund, Date.parse(now)) > remindersUntil(refund, triedMs)
  return [
    ...changeWrites(refund, later),
    ...(isReminded ? refundEvent(needs, 'refund.waiting', { ...refund, ...later }) : []),
  ]
}

/** How many reminders are due by an instant: after three days, and then each week. */
function remindersUntil({ created_at }: RefundRow, ms: number): number {
  const days = (ms - Date.parse(created_at)) / DAY_MS
  return days < FIRST_REMINDER_DAYS ? 0 : 1 + Math.floor((days - FIRST_REMINDER_DAYS) / REMINDER_DAYS)
}
