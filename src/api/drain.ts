// Stops the server without cutting off a request that is under way, and without waiting for one that never comes.
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { routeOf } from './route.ts'
import type { App } from './server.ts'

const LOOK_EVERY_MS = 25

declare module 'fastify' {
  interface FastifyRequest {
    /** The connection on which the stop waits for its answer. */
    awaitedOn: Connection | undefined
  }
}

interface Connection {
  awaited: number
  isOpen: boolean
}

interface Drain {
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
  // Counted, not listed: V8 keeps what a set of them once held, whole requests, until it clears its old space.
  let awaited = 0
  // One listener for a connection and none for a request: nobody is there any more to take its answers.
  const connections = new WeakMap<Socket, Connection>()
  const connectionOf = (socket: Socket): Connection => {
    const known = connections.get(socket)
    if (known !== undefined) return known
    const connection = { awaited: 0, isOpen: !socket.destroyed }
    connections.set(socket, connection)
    socket.once('close', () => {
      connection.isOpen = false
      awaited -= connection.awaited
    })
    return connection
  }
  const begin = (request: FastifyRequest) => {
    if (request.awaitedOn !== undefined || routeOf(request).config.endless) return
    const connection = connectionOf(request.raw.socket)
    if (!connection.isOpen) return
    request.awaitedOn = connection
    connection.awaited += 1
    awaited += 1
  }
  const end = (request: FastifyRequest) => {
    const connection = request.awaitedOn
    request.awaitedOn = undefined
    if (!connection?.isOpen) return
    connection.awaited -= 1
    awaited -= 1
  }
  app.decorateRequest('awaitedOn', undefined)
  app.addHook('preValidation', (request, _reply, done) => {
    begin(request)
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    // The client opens another connection for its next request: to a process that goes on.
    if (stopping) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    end(request)
    done()
  })
  return {
    stopping: () => stopping,
    authenticating: async (request, work) => {
      begin(request)
      try {
        return await work
      } finally {
        // It may be in the middle of its body: nobody waits for the rest.
        if (!request.raw.complete) end(request)
      }
    },
    stop: async () => {
      stopping = true
      await pause(delayMs)
      const closed = app.close()
      for (let waitedMs = 0; awaited > 0 && waitedMs < graceMs; waitedMs += LOOK_EVERY_MS) await pause(LOOK_EVERY_MS)
      app.server.closeAllConnections()
      await closed
    },
  }
}
