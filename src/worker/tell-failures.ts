// Says that background work fails, and when it goes on. While the database is away every task fails every few seconds: that is said once, and then now
// and then.
import type { FastifyBaseLogger } from 'fastify'
import { isUnavailable, OUTAGE_SAID_EVERY_MS } from '../store/outage.ts'

export interface WorkFailures {
  failed(task: string, error: unknown): void
  /** The task's work went well: it does not fail any more. */
  worked(task: string): void
}

/** `nowMs`: of a clock that does not jump. */
export function workFailures(log: Pick<FastifyBaseLogger, 'error' | 'info'>, nowMs: () => number): WorkFailures {
  /** The tasks that an outage keeps from their work. */
  const kept = new Set<string>()
  let sinceMs = 0
  let saidAtMs = 0
  let failures = 0
  const outage = () => ({ failures, seconds: Math.round((nowMs() - sinceMs) / 1_000) })
  return {
    failed: (task, err) => {
      if (!isUnavailable(err)) return log.error({ err, task }, 'background work failed; it will be tried again')
      const isFirst = kept.size === 0
      if (isFirst) {
        sinceMs = nowMs()
        failures = 0
      }
      kept.add(task)
      failures += 1
      if (!isFirst && nowMs() < saidAtMs + OUTAGE_SAID_EVERY_MS) return
      saidAtMs = nowMs()
      if (isFirst) log.error({ err, task }, 'background work failed; it will be tried again')
      else log.error({ err, task, tasks: kept.size, ...outage() }, 'background work still fails')
    },
    worked: (task) => {
      if (kept.delete(task) && kept.size === 0) log.info(outage(), 'background work goes on')
    },
  }
}
