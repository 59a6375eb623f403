// Optimistic writes: read, decide, write one conditional batch. When the condition fails, because another writer was first, start over.
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../failures.ts'
import type { Tables } from '../tables.ts'
import { hasTurn, inTurn } from './row-queue.ts'
import { Duplicate, Unmet } from './write.ts'

/** The default number of tries. A lost try means that another writer's batch was written, so the writers together make progress. */
export const TRIES = 5
/** How long work with a `row` is tried again. Only writers of other processes can come before it, each once a turn. */
const PATIENCE_MS = 10_000
/** The longest of its pauses, which are random and grow with each try. */
const ROW_PAUSE_MS = 5
const LONGEST_PAUSE_MS = 50

interface DecideOptions {
  /** Whether the error of the nth try is a conflict with another writer. When absent, only `Unmet` is one. */
  again?(error: unknown, attempt: number): boolean
  tries?: number
  /**
   * The row that writers of one kind all need, such as `owed acc_...`: those of this process take turns instead of losing to each other, and
   * those of other processes are outwaited for `PATIENCE_MS`. No network may be asked during a turn. Work within other work with a row takes
   * no turn of its own and outwaits nobody: what it was given may be outdated, so the other work reads again.
   */
  row?: string
  /** How long conflicts of a `row` are outwaited; 0 for work whose condition another process may keep for long: it goes by `tries`. */
  patienceMs?: number
  /** Backoff for rows that many writers want at once: the nth pause is random, up to n times this. When absent, there is none. */
  pauseMs?: number
  /** What is thrown in place of the error of the last try. */
  exhausted?(error: unknown): unknown
}

/**
 * Runs `work`, which reads, decides and writes one batch, until the batch is written. `work` gets the number of the try, from 1 on, and
 * must read everything again in each try. An error that is no conflict by `again` is thrown at once.
 */
export async function decide<R>(work: (attempt: number) => Promise<R>, options: DecideOptions = {}): Promise<R> {
  const { row } = options
  if (row === undefined) return decideNow(work, options)
  if (hasTurn()) return decideNow(work, { exhausted: othersFirst, ...options, patienceMs: 0 })
  return inTurn(row, () => decideNow(work, options))
}

async function decideNow<R>(
  work: (attempt: number) => Promise<R>,
  {
    again = conflictOn(),
    tries = TRIES,
    row,
    patienceMs = row === undefined ? 0 : PATIENCE_MS,
    pauseMs = row === undefined ? 0 : ROW_PAUSE_MS,
    exhausted = row === undefined ? (error) => error : busy,
  }: DecideOptions,
): Promise<R> {
  const untilMs = performance.now() + patienceMs
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt)
    } catch (error) {
      if (!again(error, attempt)) throw error
      if (attempt >= tries && performance.now() >= untilMs) throw exhausted(error)
    }
    if (pauseMs > 0) await pause(Math.random() * Math.min(pauseMs * attempt, Math.max(pauseMs, LONGEST_PAUSE_MS)))
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

/** Whether the error says that any other batch was written first. */
export function anyConflict(error: unknown): boolean {
  return error instanceof Unmet || error instanceof Duplicate
}

/** For work within other work, which takes it as a conflict of its own. */
function othersFirst(): Unmet {
  return new Unmet('other writers were first each time')
}

/** For `exhausted` of a request: other writers were first each time, and the caller may try again in a second. */
export function busy(cause: unknown): Failure {
  return new Failure('service-busy', { retryAfterSeconds: 1, cause })
}

/**
 * Awaits a batch that need not be written when another writer has already done its work. Answers true when it was written and false when
 * its condition failed. Any other error is thrown.
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
