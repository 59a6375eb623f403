// Reads the dates of STP.
import { type Instant, instantWithin } from '../../core/time.ts'

/** Milliseconds since 1970 as an instant; undefined for `0` and for what is none. */
export function instantOfMs(text: string): Instant | undefined {
  return /^[1-9]\d{10,14}$/.test(text) ? instantWithin(Number(text)) : undefined
}

/** `20261121` as `2026-11-21`; empty for what is not written so. */
export function dayOfDigits(text: string): string {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
  return year === undefined ? '' : `${year}-${month}-${day}`
}
