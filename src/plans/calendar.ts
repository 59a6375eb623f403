// The first day of each period of a subscription, and the days on which a declined charge is tried again.
import { addDays, dayStartAt, mexicoCityDay } from '../core/time.ts'
import type { PlanRow } from './tables.ts'

/** Days after each decline until the card is tried again; after one more decline the subscription is paused. */
export const RETRY_DAYS = [1, 3, 5] as const

/** How long each period is. */
const lengths = {
  day: (count) => ({ days: count }),
  week: (count) => ({ weeks: count }),
  month: (count) => ({ months: count }),
  year: (count) => ({ years: count }),
} as const satisfies Record<PlanRow['period'], (count: number) => Temporal.DurationLike>

/**
 * The Mexico City day on which a period begins, counted from the first period: a short month uses its last day, and the
 * next month the full date again. Sample: monthly from 31 January 2027, periods 1 and 2 begin on 28 February and 31 March.
 */
export function periodDay(start: { day: string; period: PlanRow['period'] }, number: number): string {
  return Temporal.PlainDate.from(start.day).add(lengths[start.period](number)).toString()
}

/** The first period, from `number` on, that begins on `day` or later. */
export function firstPeriodFrom(
  start: { day: string; period: PlanRow['period'] },
  number: number,
  day: string,
): number {
  let next = number
  while (periodDay(start, next) < day) next += 1
  return next
}

/** When a card whose `attempts`th try is declined now is tried again; undefined when it is not. */
export function retryAt(now: string, attempts: number): string | undefined {
  const days = RETRY_DAYS[attempts - 1]
  return days === undefined ? undefined : dayStartAt(addDays(mexicoCityDay(now), days))
}
