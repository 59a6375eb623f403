// Reads the bytes of a body: to its limit, and no more at a time than its sender may hold.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { Failure } from '../../failures.ts'
import type { Held, HeldBytes } from '../limits/held-bytes.ts'
import { routeOf } from '../route.ts'
import { BODY_LIMIT_BYTES } from './read-json.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer, whose end frees what its request holds. */
    answering: ServerResponse | undefined
  }
}

export type ReadBody = (request: FastifyRequest, payload: IncomingMessage) => Promise<Buffer>

/** A body of at most this many bytes that has arrived whole is not counted: it is read and parsed at once. */
const SMALL = 16 * 1024
/** What an incomplete request holds besides its body. */
const INCOMPLETE = 16 * 1024

export function bodyReader(memory: HeldBytes): ReadBody {
  return async (request, payload) => {
    const limit = routeOf(request).bodyLimit ?? BODY_LIMIT_BYTES
    const stated = Number(request.headers['content-length'])
    if (stated > limit) throw tooLarge(limit)
    if (payload.complete && stated <= SMALL) {
      // All of it is here; a stream without bytes left has none.
      const bytes = (payload.read() as Buffer | null) ?? Buffer.alloc(0)
      // A copy, because what arrives is a part of a larger block.
      if (bytes.length === stated) return Buffer.from(bytes)
      payload.unshift(bytes)
    }
    return readInBounds(memory, request, payload, { limit, stated })
  }
}

function readInBounds(
  memory: HeldBytes,
  request: FastifyRequest,
  payload: IncomingMessage,
  { limit, stated }: { limit: number; stated: number },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let length = 0
    const held: Held = memory.hold(request, (failure) => refuse(failure))
    if (request.answering !== undefined) freeAtTheEnd(request.answering, held)
    const end = (then: () => void) => {
      payload.off('data', take).off('end', finish).off('error', fail)
      then()
    }
    const refuse = (error: unknown) => {
      held.release()
      pieces.length = 0
      // What still comes is thrown away.
      payload.resume()
      end(() => reject(error))
    }
    const take = (piece: Buffer | string) => {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
      length += bytes.length
      if (length > limit) return refuse(tooLarge(limit))
      try {
        held.grow(bytes.length)
      } catch (error) {
        return refuse(error)
      }
      pieces.push(bytes)
    }
    const finish = () =>
      end(() => {
        held.settle()
        if (!Number.isNaN(stated) && stated !== length) reject(new Failure('request-unreadable'))
        else resolve(Buffer.concat(pieces, length))
      })
    const fail = (cause: unknown) => refuse(new Failure('request-unfinished', { cause }))
    try {
      held.grow(INCOMPLETE)
    } catch (error) {
      return refuse(error)
    }
    payload.on('data', take).on('end', finish).on('error', fail)
  })
}

/** Frees what a request or its answer holds when the answer has gone out, or its client has left. */
export function freeAtTheEnd(answer: ServerResponse, { release }: Held): void {
  if (answer.destroyed) release()
  else answer.once('finish', release).once('close', release)
}

function tooLarge(limit: number): Failure {
  return new Failure('body-too-large', { values: { limit } })
}
