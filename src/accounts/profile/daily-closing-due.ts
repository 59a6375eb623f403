// When the closing of a day is due: a quarter of an hour after the day has ended in Mexico City.
import { addDays, type Day, dayEndAt, type Instant, instantPlus, mexicoCityDay } from '../../core/time.ts'

const AFTER_THE_DAY_MS = 15 * 60_000
/**
 * Closings of older days are not sent after a pause of the service, so that a merchant does not get many e-mails at once.
 */
const MAX_DAYS_BACK = 7

/** The next day to close after a closed one, and when. */
export function nextClosing(closedDay: Day, now: Instant): { day: Day; dueAt: Instant } {
  const today = mexicoCityDay(now)
  const oldest = addDays(today, -MAX_DAYS_BACK)
  const next = addDays(closedDay, 1)
  const day = [next, oldest].sort().at(-1) ?? next
  return { day, dueAt: instantPlus(dayEndAt(day), AFTER_THE_DAY_MS) }
}
