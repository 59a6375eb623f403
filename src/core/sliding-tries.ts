// Limits tries in any period, wherever it begins: the instants of the last tries are kept, as one text. Pure; `store/sliding-tries.ts` says the same in SQL.
import { type Instant, instantPlus } from './time.ts'

/** At most `most` tries in any period of `ms`. */
export interface SlidingLimit {
  most: number
  ms: number
}

/** Characters of an instant in the text. */
export const INSTANT_LENGTH = '2026-01-01T00:00:00.000Z'.length

/**
 * The instant from which another try is let in; undefined when it is let in now. Sample: with one try an hour, made at 10:15,
 * the next one is let in from 11:15.
 */
export function refusedUntil(tries: string, { most, ms }: SlidingLimit, now: Instant): Instant | undefined {
  const from = tries.length - most * INSTANT_LENGTH
  if (from < 0) return undefined
  const until = instantPlus(tries.slice(from, from + INSTANT_LENGTH), ms)
  return until > now ? until : undefined
}

/** Tries at once may be written in another order than that of their instants, and the clocks of processes differ. */
export const OUT_OF_ORDER_MS = 60_000

/** The tries with one more, of which the newest `kept` are kept. */
export function withTry(tries: string, at: Instant, kept: number): string {
  return (tries + at).slice(-kept * INSTANT_LENGTH)
}

/**
 * The tries when the one of `at` does not count. The oldest is removed in its place: those that are left are no earlier than the
 * ones that count, so the limit holds. Nothing is removed when newer tries have taken its place already, which takes the period.
 */
export function withoutOne(tries: string, at: Instant): string {
  return tries.slice(0, INSTANT_LENGTH) <= instantPlus(at, OUT_OF_ORDER_MS) ? tries.slice(INSTANT_LENGTH) : tries
}
