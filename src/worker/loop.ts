// The loop of one task: it runs until no work is due, and again when it is woken; a gate holds all loops.
import type { Clock } from '../core/clock.ts'
import type { Task } from '../core/task.ts'
import type { WorkFailures } from './tell-failures.ts'

const ERROR_PAUSE_MS = 2_000

interface Loop {
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
  { clock, failures, pollMs }: { clock: Clock; failures: WorkFailures; pollMs(): number },
): Loop {
  let stopped = true
  let timer: NodeJS.Timeout | undefined
  let timerAtMs = Number.POSITIVE_INFINITY
  /** The delay that it was set with. */
  let timerMs = Number.POSITIVE_INFINITY
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

  /** Runs until no work is due; or until more is to gather first, and answers for how long. */
  const runAll = async (): Promise<number> => {
    for (;;) {
      lookAgain = false
      if ((await runOnce()) === 0 && !lookAgain) return 0
      const gathersMs = task.gathersMs?.() ?? 0
      if (gathersMs > 0) return gathersMs
    }
  }

  const tick = async () => {
    forgetTimer()
    busy = true
    let failed = false
    let gathersMs = 0
    try {
      gathersMs = await runAll()
      failures.worked(task.name)
    } catch (error) {
      failures.failed(task.name, error)
      failed = true
    }
    busy = false
    const pauseMs = failed ? ERROR_PAUSE_MS : gathersMs
    if (pauseMs > 0) pausedUntilMs = performance.now() + pauseMs
    if (gathersMs > 0) look(0)
    else if (failed || task.nextDueAt === undefined) look(pollMs())
  }

  const forgetTimer = () => {
    timerAtMs = Number.POSITIVE_INFINITY
    timerMs = Number.POSITIVE_INFINITY
  }

  const look = (delayMs: number) => {
    if (busy) lookAgain = true
    // A timer that was set before with no longer a delay comes first.
    if (stopped || busy || delayMs >= timerMs) return
    const waitMs = Math.max(delayMs, pausedUntilMs - performance.now())
    const atMs = clock.wallMs() + waitMs
    if (atMs >= timerAtMs) return
    clearTimeout(timer)
    timerAtMs = atMs
    timerMs = delayMs
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
      forgetTimer()
    },
  }
}

interface Gate {
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
