// Months of Mexico City as texts, `2026-11`: the previous and the next month, and when the fees of a month can be closed.
import { addDays, type Day, dayStartMs, instantOf, mexicoCityDay } from './time.ts'

/** How long after its end rows of a month may still be written: the same time as for the checkpoints of the books. */
const BEHIND_MS = 10 * 60_000

/** Sample: of `2026-12` it is `2027-01`; with -1, `2026-11`. */
export function monthPlus(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** The month of an instant. */
export function monthOf(epochMs: number): string {
  return mexicoCityDay(epochMs).slice(0, 7)
}

/** The last day of a month. */
export function lastDayOf(month: string): Day {
  return addDays(`${monthPlus(month, 1)}-01`, -1)
}

/** The last month that is over and complete. */
export function lastClosable(epochMs: number): string {
  return monthPlus(monthOf(epochMs - BEHIND_MS), -1)
}

/** When a month can be closed. */
export function closableAt(month: string): string {
  return instantOf(dayStartMs(`${monthPlus(month, 1)}-01`) + BEHIND_MS)
}

/** Reads `YYYY-MM` of a month that exists; undefined for anything else. */
export function readMonth(text: string): string | undefined {
  return /^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])$/.test(text) ? text : undefined
}
