// Tells the log why a request failed. While the database is away or too much waits, each request fails for the same cause: it has its line with the
// reason, and the cause with its stack is told once, and then now and then.
import type { FastifyRequest } from 'fastify'
import type { Failure } from '../../failures.ts'
import { OUTAGE_SAID_EVERY_MS } from '../../store/outage.ts'

/** By the code of the cause: when it was last told, and how many failures it has had since. */
const told = new Map<string, { atMs: number; more: number }>()

export function tellFault({ id, log }: Pick<FastifyRequest, 'id' | 'log'>, { reason }: Failure, err: Error): void {
  if (reason !== 'service-busy') {
    log.error({ request: id, err }, 'request failed')
    return
  }
  const cause = codeOf(err)
  const last = told.get(cause) ?? { atMs: Number.NEGATIVE_INFINITY, more: 0 }
  const isDue = performance.now() >= last.atMs + OUTAGE_SAID_EVERY_MS
  told.set(cause, isDue ? { atMs: performance.now(), more: 0 } : { ...last, more: last.more + 1 })
  if (isDue) log.error({ request: id, err, more: last.more || undefined }, 'request failed')
}

/** The code of the first cause, or the name of its class: one of a few. */
function codeOf(error: Error): string {
  if (error.cause instanceof Error) return codeOf(error.cause)
  return 'code' in error ? String(error.code) : error.constructor.name
}
