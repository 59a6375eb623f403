// A clock on which time passes at each reading: code that reads it twice and takes both for one instant fails.
import { type Clock, createClock } from '../../../src/core/clock.ts'
import { type Instant, instantOf } from '../../../src/core/time.ts'

/** It starts at `fromMs`, or now, and is `stepMs` later at each reading after the first. */
export function tickingClock(stepMs: number, fromMs?: number): Clock {
  const clock = createClock({ offsetMs: fromMs === undefined ? 0 : fromMs - Date.now(), frozenMs: null })
  let looks = 0
  const epochMs = () => clock.epochMs() + stepMs * looks++
  return { ...clock, epochMs, now: (): Instant => instantOf(epochMs()) }
}
