// Writing by what was read: read, decide, write; when a condition failed because somebody else was first, read and decide anew.
import { setTimeout as pause } from 'node:timers/promises'
import type { Tables } from './tables.ts'
import { Duplicate, Unmet } from './write.ts'

/** How often `decide` tries when nothing else is said. Each try lost means that somebody else's batch was written. */
export const TRIES = 5

export interface DecideOptions {
  /** Whether the error says that somebody else was first, in the nth try. When absent, only `Unmet` says so. */
  again?(error: unknown, attempt: number): boolean
  tries?: number
  /** Where many want the same row at once: the nth pause is random, up to n times this. When absent, there is none. */
  pauseMs?: number
  /** What is thrown in place of the error of the last try. */
  exhausted?(error: unknown): unknown
}

/**
 * Runs `work`, which reads, decides and writes one batch, until it is written. It is told which try it is, from 1 on, and must read
 * everything anew in each. An error that `again` does not know is thrown at once.
 */
export async function decide<R>(
  work: (attempt: number) => Promise<R>,
  { again = conflictOn(), tries = TRIES, pauseMs = 0, exhausted = (error) => error }: DecideOptions = {},
): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt)
    } catch (error) {
      if (!again(error, attempt)) throw error
      if (attempt >= tries) throw exhausted(error)
    }
    if (pauseMs > 0) await pause(Math.random() * pauseMs * attempt)
  }
}

/**
 * Tells whether an error says that somebody else's batch was written first: a condition failed, or a unique constraint of `table`
 * (of this column, when it is named) refused a row.
 */
export function conflictOn(table?: keyof Tables & string, column?: string): (error: unknown) => boolean {
  return (error) =>
    error instanceof Unmet || (table !== undefined && error instanceof Duplicate && error.of(table, column))
}

/**
 * For a batch that may be left unwritten, because whoever was first has done what it was for: answers whether its condition held and it was
 * written. Any other error is thrown.
 */
export async function conditionHeld(writing: Promise<unknown>, conflict = conflictOn()): Promise<boolean> {
  try {
    await writing
    return true
  } catch (error) {
    if (conflict(error)) return false
    throw error
  }
}
