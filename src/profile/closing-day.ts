// When the closing of a day is due: a quarter of an hour after the day has ended in Mexico City.
import { addDays, type Day, dayEndAt, type Instant, instantPlus, mexicoCityDay } from '../core/time.ts'

const AFTER_THE_DAY_MS = 15 * 60_000
/** Closings of days before are not made up for: whoever comes back after weeks is not sent as many e-mails. */
const MOST_DAYS_BACK = 7

/** The next day to be closed after one that was, and when. */
export function nextClosing(closedDay: Day, now: Instant): { day: Day; dueAt: Instant } {
  const today = mexicoCityDay(now)
  const oldest = addDays(today, -MOST_DAYS_BACK)
  const next = addDays(closedDay, 1)
  const day = [next, oldest].sort().at(-1) ?? next
  return { day, dueAt: instantPlus(dayEndAt(day), AFTER_THE_DAY_MS) }
}
