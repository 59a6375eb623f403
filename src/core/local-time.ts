// The time of a day by the clocks of another part of the country than Mexico City.
import type { Instant } from './time.ts'

/** Whether it is the name of a time zone: `America/Tijuana`. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** By the clocks of a zone, without an offset. Sample: `2032-10-02T12:00:00.000Z` in `America/Tijuana` is `2032-10-02T05:00:00`. */
export function localTime(instant: Instant, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return format.format(new Date(instant)).replace(' ', 'T')
}
