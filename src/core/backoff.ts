// How long to wait before what a network left unanswered is tried again.
import { HOUR_MS } from './time.ts'

/** `firstMs` after the first try, then twice as long each time, up to an hour. `tries`: how many there were before, from 0 on. */
export function backoffMs(firstMs: number, tries: number): number {
  // The exponent is bounded: 2 ** 1100 is no number any more.
  return Math.min(firstMs * 2 ** Math.min(tries, 20), HOUR_MS)
}
