// Stops the server without cutting off a request under way, and without waiting for an incomplete request.
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { routeOf } from './route.ts'
import type { App } from './server.ts'

const LOOK_EVERY_MS = 25

declare module 'fastify' {
  interface FastifyRequest {
    /** The connection of a request whose answer the stop waits for. */
    awaitedOn: Connection | undefined
  }
}

interface Connection {
  awaited: number
  isOpen: boolean
}

interface Drain {
  /** True after the stop was requested. */
  stopping(): boolean
  /** Waits for the authentication of a request, and then for its answer if the request is complete by then. */
  authenticating<R>(request: FastifyRequest, work: Promise<R>): Promise<R>
  /**
   * Goes on taking requests for `delayMs`, and closes each connection after its answer, so that a balancer can switch to
   * other processes; then stops listening, waits until every complete request is answered (`graceMs` at most), and closes
   * the remaining connections: idle ones, and those with an incomplete request.
   */
  stop(): Promise<void>
}

/** Call it before the first endpoint. */
export function drained(app: App, { delayMs, graceMs }: { delayMs: number; graceMs: number }): Drain {
  let stopping = false
  // A count and not a set, because V8 would keep the requests of a set until it clears its old space.
  let awaited = 0
  // One listener for each connection and none for each request: when a connection closes, its answers are not awaited any
  // more.
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
    // The client then opens another connection for its next request, to another process.
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
        // The body may be incomplete: the stop does not wait for the rest.
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
