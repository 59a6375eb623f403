// Stops the server without cutting off a request that is under way, and without waiting for one that never comes.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { App } from './server.ts'

const LOOK_EVERY_MS = 25

declare module 'fastify' {
  interface FastifyRequest {
    /** True while the stop waits for its answer. */
    isUnderWay: boolean
  }
}

export interface Drain {
  /** True from the moment it was told to stop. */
  stopping(): boolean
  /** Waits for the authentication of a request, and then for its answer if it has arrived whole meanwhile. */
  authenticating<R>(request: FastifyRequest, work: Promise<R>): Promise<R>
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
  let underWay = 0
  // Counted, not listed: V8 keeps what a set of them once held, whole requests, until it clears its old space.
  app.decorateRequest('isUnderWay', false)
  const count = (request: FastifyRequest, isUnderWay: boolean) => {
    if (request.routeOptions.config.endless || request.isUnderWay === isUnderWay) return
    underWay += isUnderWay ? 1 : -1
    request.isUnderWay = isUnderWay
  }
  app.addHook('preValidation', (request, _reply, done) => {
    count(request, true)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    // The client opens another connection for its next request: to a process that goes on.
    if (stopping) reply.header('connection', 'close')
    // Closed is what was sent whole, and what nobody is there to take.
    if (request.raw.socket.destroyed) count(request, false)
    else reply.raw.once('close', () => count(request, false))
    done(null, payload)
  })
  return {
    stopping: () => stopping,
    authenticating: async (request, work) => {
      count(request, true)
      try {
        return await work
      } finally {
        // It may be in the middle of its body, or its client may have gone: nobody waits for the rest.
        if (!request.raw.complete || request.raw.socket.destroyed) count(request, false)
      }
    },
    stop: async () => {
      stopping = true
      await pause(delayMs)
      const closed = app.close()
      for (let waitedMs = 0; underWay > 0 && waitedMs < graceMs; waitedMs += LOOK_EVERY_MS) await pause(LOOK_EVERY_MS)
      app.server.closeAllConnections()
      await closed
    },
  }
}
