// The loop of one task: it runs until no work is due, and again when it is woken; a gate holds all loops.
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../core/clock.ts'
import type { Task } from '../core/task.ts'

const ERROR_PAUSE_MS = 2_000

export interface Loop {
  start(): void
  /** Looks for work within `delayMs`. */
  look(delayMs: number): void
  /** Resolves when no work of the task is under way. It stays so while the gate is closed or the loop is stopped. */
  rest(): Promise<void>
  stop(): void
}

/**
 * Runs one task until no work of it is due, and again when woken, or after a while when nobody can tell whether it has work. After an error
 * it pauses, whoever wakes it. `pollMs`: how often to look when nobody can tell.
 */
export function createLoop(
  task: Task,
  gate: Gate,
  { clock, log, pollMs }: { clock: Clock; log: FastifyBaseLogger; pollMs(): number },
): Loop {
  let stopped = true
  let timer: NodeJS.Timeout | undefined
  let timerAtMs = Number.POSITIVE_INFINITY
  let busy = false
  let lookAgain = false
  /** By `performance.now()`, which does not jump. */
  let pausedUntilMs = 0
  let running: Promise<unknown> | undefined

  const runOnce = async (): Promise<number> => {
    while (gate.closed) await gate.closed
    // A move of the clock, in this process or another, does the work that falls due itself.
    if (stopped || (clock.state().heldUntilMs > clock.wallMs() && !task.whileHeld)) return 0
    const run = task.run()
    running = run
    return run.finally(() => {
      running = undefined
    })
  }

  const tick = async () => {
    timerAtMs = Number.POSITIVE_INFINITY
    busy = true
    let failed = false
    try {
      do lookAgain = false
      while ((await runOnce()) > 0 || lookAgain)
    } catch (err) {
      log.error({ err, task: task.name }, 'background work failed; it will be tried again')
      failed = true
    }
    busy = false
    if (failed) pausedUntilMs = performance.now() + ERROR_PAUSE_MS
    if (failed || task.nextDueAt === undefined) look(pollMs())
  }

  const look = (delayMs: number) => {
    if (busy) lookAgain = true
    const waitMs = Math.max(delayMs, pausedUntilMs - performance.now())
    const atMs = clock.wallMs() + waitMs
    if (stopped || busy || atMs >= timerAtMs) return
    clearTimeout(timer)
    timerAtMs = atMs
    timer = setTimeout(tick, waitMs)
  }

  task.listen?.(() => look(0))
  return {
    start: () => {
      stopped = false
      look(0)
    },
    look,
    rest: async () => {
      await running?.catch(() => {})
      await task.rest?.()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

export interface Gate {
  /** Resolves when the gate opens; undefined while it is open. */
  readonly closed: Promise<void> | undefined
  closedFor<R>(work: () => Promise<R>): Promise<R>
}

export function createGate(): Gate {
  let closed: Promise<void> | undefined
  return {
    get closed() {
      return closed
    },
    closedFor: async (work) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      closed = promise
      try {
        return await work()
      } finally {
        closed = undefined
        resolve()
      }
    },
  }
}
