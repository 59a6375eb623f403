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

/** The tries with one more, of which the newest `kept` are kept. */
export function withTry(tries: string, at: Instant, kept: number): string {
  return (tries + at).slice(-kept * INSTANT_LENGTH)
}

/** The tries without the one made at `at`, which is not to count; all of them when that one is no longer kept. */
export function withoutOne(tries: string, at: Instant): string {
  const from = tries.indexOf(at)
  return from < 0 ? tries : tries.slice(0, from) + tries.slice(from + INSTANT_LENGTH)
}
