// Counts long answers until their clients have taken them, so that whoever asks for much and reads nothing does not fill the memory.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { freeAtTheEnd } from '../body/read-bytes.ts'
import { heldBytes, UNREAD } from './held-bytes.ts'

/** An answer that is longer is counted, since somebody may ask for many of them at once; one that is made as it is read counts as so many bytes. */
const LONG_ANSWER = 4 * 1024
const STREAMED = 1024 * 1024

/** The hook that counts them: of reads only, because what was done is answered. */
export function unreadAnswers(): onSendHookHandler {
  const unread = heldBytes(UNREAD)
  const count = (request: FastifyRequest, reply: FastifyReply, payload: unknown): Error | undefined => {
    const isStream = payload instanceof Readable
    const bytes = typeof payload === 'string' || payload instanceof Buffer ? payload.length : isStream ? STREAMED : 0
    if (bytes < LONG_ANSWER || request.method !== 'GET') return undefined
    // When the room is full, whoever has most of it loses an answer that was not taken, and others are answered.
    const held = unread.hold(request, () => request.raw.socket.destroy())
    freeAtTheEnd(reply.raw, held)
    try {
      held.grow(bytes)
      return undefined
    } catch (error) {
      if (isStream) payload.destroy()
      return error as Error
    }
  }
  return (request, reply, payload, done) => {
    const refused = count(request, reply, payload)
    if (refused === undefined) done(null, payload)
    else done(refused as never)
  }
}
