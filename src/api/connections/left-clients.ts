// Ends the requests of clients that left before their answers had gone out: Node tells nothing to an answer that waits behind another one of its
// connection, and Fastify only tells of answers that have gone out. Otherwise whoever leaves early is in no log, and what their requests hold stays held.
import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Its client left before the answer had gone out. */
    isLeft: boolean
    /** Its answer is made. */
    isAnswered: boolean
    /** Its end was told. */
    isOver: boolean
  }
}

/** To be called for each request: closes with its connection an answer that waits behind another one, as Node closes the one that is being sent. */
export function closedBehind(): RequestListener {
  const behind = new WeakMap<Socket, Set<ServerResponse>>()
  const waiting = (socket: Socket): Set<ServerResponse> => {
    const known = behind.get(socket)
    if (known !== undefined) return known
    const made = new Set<ServerResponse>()
    behind.set(socket, made)
    socket.once('close', () => {
      for (const answer of made) {
        Object.assign(answer, { destroyed: true, _closed: true })
        answer.emit('close')
      }
    })
    return made
  }
  return ({ socket }, answer) => {
    if (answer.socket !== null) return
    const made = waiting(socket)
    made.add(answer)
    answer.once('close', () => made.delete(answer))
  }
}

/** Tells the hooks `onResponse` of every request: of one whose client left, when the client has left and the answer is made. Call it before other hooks. */
export function tellAllEnds(app: Pick<FastifyInstance, 'addHook' | 'decorateRequest'>): void {
  app.decorateRequest('isLeft', false)
  app.decorateRequest('isAnswered', false)
  app.decorateRequest('isOver', false)
  // Fastify waits for one of two events, and Node would take the other one for an answer that it has sent. The code is that of a stream that lost
  // its reader, which is no fault.
  const left = Object.assign(new Error('the client left'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
  const tellEnd = (answer: ServerResponse) => answer.emit('error', left)
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.on('close', () => {
      if (request.isOver) return
      request.isLeft = true
      if (request.isAnswered || reply.sent) tellEnd(reply.raw)
    })
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    request.isAnswered = true
    done(null, payload)
    if (request.isLeft && !request.isOver) tellEnd(reply.raw)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    request.isOver = true
    done()
  })
}
