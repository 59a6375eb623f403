// Stops the server without cutting off a request under way, and without waiting long for an incomplete one.
import { Server, type Socket } from 'node:net'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { routeOf } from '../route.ts'
import type { App } from '../server.ts'

const LOOK_EVERY_MS = 25
/** How long a request may still come or become complete on a connection that was open when the server stopped listening. */
const ARRIVING_MS = 500
/** Turns of the event loop in which connections that wait in the system's queue are taken. */
const MAX_TURNS = 50

declare module 'fastify' {
  interface FastifyRequest {
    /** The connection of a request whose answer the stop waits for. */
    awaitedOn: Connection | undefined
  }
}

interface Connection {
  /** The client's address and port. */
  from: string
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
   * other processes; then stops listening, answers what comes on the open connections in the next half second, waits until every complete
   * request is answered (`graceMs` at most), and closes the remaining connections: idle ones, and those with an incomplete request.
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
    const connection = { from: addressOf(socket), awaited: 0, isOpen: !socket.destroyed }
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
  // Connections on which a request is to come or is incomplete. Of TLS the server sees two sockets with one address.
  const arriving = new Set<string>()
  let taken = 0
  app.server.on('connection', (socket: Socket) => {
    taken += 1
    const from = addressOf(socket)
    arriving.add(from)
    socket.once('close', () => arriving.delete(from))
  })
  const expect = ({ raw }: FastifyRequest) => {
    if (!raw.complete) arriving.add(connectionOf(raw.socket).from)
  }
  const arrived = ({ raw }: FastifyRequest) => {
    if (arriving.size > 0) arriving.delete(connectionOf(raw.socket).from)
  }
  app.decorateRequest('awaitedOn', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    arrived(request)
    expect(request)
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    begin(request)
    arrived(request)
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    // The client then opens another connection for its next request, to another process.
    if (stopping) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    end(request)
    arrived(request)
    done()
  })
  const until = async (isOver: () => boolean, maxMs: number) => {
    for (let waitedMs = 0; !isOver() && waitedMs < maxMs; waitedMs += LOOK_EVERY_MS) await pause(LOOK_EVERY_MS)
  }
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
      await takeWaiting(app.server, () => taken)
      // Not `close` of HTTP, which would at once close the connections whose request is on its way.
      if (app.server.listening) Server.prototype.close.call(app.server)
      await until(() => arriving.size === 0, ARRIVING_MS)
      const closed = app.close()
      await until(() => awaited === 0, graceMs)
      app.server.closeAllConnections()
      await closed
    },
  }
}

/**
 * Takes the connections that the system has accepted, which would be reset with the listening socket. With a queue of none the system lets
 * further ones try again, and be refused, instead of accepting them.
 */
async function takeWaiting(server: Server, taken: () => number): Promise<void> {
  const { _handle: handle } = server as { _handle?: { listen?(backlog: number): number } }
  handle?.listen?.(0)
  for (let turns = 0, before = -1; turns < MAX_TURNS && before !== taken(); turns += 1) {
    before = taken()
    await turn()
  }
}

function addressOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}
