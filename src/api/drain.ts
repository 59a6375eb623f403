// Stops the server without cutting off a request that is under way, and without waiting for one that never comes.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { App } from './server.ts'

const LOOK_EVERY_MS = 25

export interface Drain {
  /** True from the moment it was told to stop. */
  stopping(): boolean
  /**
   * Goes on taking requests for `delayMs`, each answer the last of its connection, so that a balancer has the time to look elsewhere; then
   * stops listening, waits until every request that has arrived whole is answered (`graceMs` at most), and ends the
   * connections that are left: idle ones, and those in the middle of a request.
   */
  stop(): Promise<void>
}

/** Call it before the first endpoint. */
export function drained(app: App, { delayMs, graceMs }: { delayMs: number; graceMs: number }): Drain {
  let stopping = false
  const underWay = new Set<FastifyReply>()
  app.addHook('preValidation', async (_request, reply) => {
    underWay.add(reply)
    if (stopping) lastOfItsConnection(reply)
  })
  app.addHook('onResponse', async (_request, reply) => {
    underWay.delete(reply)
  })
  return {
    stopping: () => stopping,
    stop: async () => {
      stopping = true
      for (const reply of underWay) lastOfItsConnection(reply)
      await pause(delayMs)
      const closed = app.close()
      for (let waitedMs = 0; underWay.size > 0 && waitedMs < graceMs; waitedMs += LOOK_EVERY_MS)
        await pause(LOOK_EVERY_MS)
      app.server.closeAllConnections()
      await closed
    },
  }
}

/** The client opens another connection for its next request: to a process that goes on. */
function lastOfItsConnection(reply: FastifyReply): void {
  reply.header('connection', 'close')
}
