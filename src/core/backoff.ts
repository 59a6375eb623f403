// The wait before a call that a network did not answer is repeated.
import { HOUR_MS } from './time.ts'

/**
 * `firstMs` after the first try, then twice as long each time, up to an hour. `tries`: the number of earlier tries, from 0
 * on.
 */
export function backoffMs(firstMs: number, tries: number): number {
  // The exponent is bounded, because 2 ** 1100 is not finite.
  return Math.min(firstMs * 2 ** Math.min(tries, 20), HOUR_MS)
}
