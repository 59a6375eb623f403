// Which answers each connection still owes. HTTP/1.1 answers have no ids: a client takes the next one as the answer to its oldest request.
import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The answers to the last two requests of a connection. An answer goes out after all earlier ones. */
interface Answers {
  before: ServerResponse | undefined
  latest: ServerResponse
}

export interface OwedAnswers {
  /** To be called for each request. */
  note: RequestListener
  /** The last answer that is owed to a complete request. Undefined when none is. */
  lastOwed(socket: Socket): ServerResponse | undefined
  /** Whether the incomplete request of the connection has its answer already, or a part of it. */
  isAnswering(socket: Socket): boolean
}

export function owedAnswers(): OwedAnswers {
  const connections = new WeakMap<Socket, Answers>()
  return {
    note: ({ socket }, response) => {
      const known = connections.get(socket)
      if (known === undefined) connections.set(socket, { before: undefined, latest: response })
      else {
        known.before = known.latest
        known.latest = response
      }
    },
    lastOwed: (socket) => {
      const { before, latest } = connections.get(socket) ?? {}
      const complete = latest?.req.complete ? latest : before
      return complete?.writableFinished === false ? complete : undefined
    },
    isAnswering: (socket) => {
      const latest = connections.get(socket)?.latest
      return latest !== undefined && !latest.req.complete && latest.headersSent
    },
  }
}
