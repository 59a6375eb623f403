// The background loop: every task whose time has come, one after another, with a pause after an error.
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from './core/clock.ts'
import type { Task } from './core/task.ts'

const POLL_MS = 500
const NUDGE_MS = 5
const ERROR_PAUSE_MS = 2_000

export interface Worker {
  start(): void
  /** There may be something to do: look soon. */
  nudge(): void
  /** Does everything that is due by the service's clock, until nothing is left. */
  runDue(): Promise<void>
  /** The earliest instant at which something falls due. */
  nextDueAt(): Promise<string | undefined>
  /** How late the oldest due work is. */
  lagSeconds(): Promise<number>
  /** Runs `work` while the loop stands still. */
  alone<R>(work: () => Promise<R>): Promise<R>
  stop(): Promise<void>
}

export function createWorker(needs: { clock: Clock; log: FastifyBaseLogger; tasks: Task[] }): Worker {
  const { clock, log, tasks } = needs
  let timer: NodeJS.Timeout | undefined
  let timerAtMs = Number.POSITIVE_INFINITY
  let stopped = true
  let turn: Promise<unknown> = Promise.resolve()

  const alone = <R>(work: () => Promise<R>): Promise<R> => {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }

  const runDue = async () => {
    for (let done = 1; done > 0; ) {
      done = 0
      for (const task of tasks) done += await task.run()
    }
  }

  const nextDueAt = async () => {
    const due = await Promise.all(tasks.map((task) => task.nextDueAt()))
    return due.filter((at) => at !== undefined).sort()[0]
  }

  const schedule = (delayMs: number) => {
    const atMs = clock.wallMs() + delayMs
    if (stopped || atMs >= timerAtMs) return
    clearTimeout(timer)
    timerAtMs = atMs
    timer = setTimeout(tick, delayMs)
  }

  const tick = async () => {
    timerAtMs = Number.POSITIVE_INFINITY
    try {
      await alone(runDue)
      schedule(POLL_MS)
    } catch (err) {
      log.error({ err }, 'background work failed; it will be tried again')
      schedule(ERROR_PAUSE_MS)
    }
  }

  return {
    start: () => {
      stopped = false
      schedule(0)
    },
    nudge: () => schedule(NUDGE_MS),
    runDue,
    nextDueAt,
    lagSeconds: async () => {
      const due = await nextDueAt()
      return due === undefined ? 0 : Math.max(0, (clock.epochMs() - Date.parse(due)) / 1_000)
    },
    alone,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await turn
    },
  }
}
