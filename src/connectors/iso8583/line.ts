// One connection to the host, from the moment it stands to its end: both sides send when they like, and an answer is known by what it repeats.
import type { Socket } from 'node:net'
import { answerKey, answerTypeOf, isAnswer, isAnswerType } from './answers.ts'
import { type Codec, CodecFault } from './codec.ts'
import { framed, frameReader, type LengthHeader } from './frames.ts'
import type { Message } from './host.ts'

export interface Line {
  /**
   * Sends a message and waits for its answer. Undefined: none came before the signal or the end of the line; one that comes later is dropped.
   * `repeats`: the fields that the answer has as the message has them. Throws a `CodecFault`, before anything is sent.
   */
  ask(message: Message, repeats: readonly number[], signal: AbortSignal): Promise<Message | undefined>
  /** When the host last answered us, in milliseconds of `performance.now()`. What it says by itself shows that it sends, not that it hears. */
  heardAtMs(): number
  /** Resolves when the next message has got no answer in its time. */
  missed(): Promise<void>
  /** How many messages of ours were answered. */
  answered(): number
  close(): void
  /** Resolves when the connection is over. */
  ended: Promise<void>
}

interface LineOptions {
  codec: Codec
  header: LengthHeader
  /** The answer to a message that the host sends by itself; undefined: it gets none. */
  answerTo(message: Message): Message | undefined
}

interface Waiting {
  message: Message
  repeats: readonly number[]
  heard(answer: Message | undefined): void
}

/** Nobody waits longer, whatever the caller's signal says. */
const LONGEST_MS = 120_000
const MAX_WAITING = 2_000
/** A host that reads no more is answered no more. */
const MAX_UNSENT_BYTES = 65_536

export function lineOver(socket: Socket, { codec, header, answerTo }: LineOptions): Line {
  const reader = frameReader(header)
  /** By the type of the answer and the trace number. */
  const waiting = new Map<string, Set<Waiting>>()
  let count = 0
  let heardAtMs = performance.now()
  let answered = 0
  let isOver = false
  let miss = Promise.withResolvers<void>()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()

  const send = (message: Message) => {
    const packed = codec.pack(message)
    const frame = framed(header, packed)
    packed.fill(0)
    // The bytes hold the card's number until the kernel has them.
    socket.write(frame, () => frame.fill(0))
  }
  const take = (answer: Message): boolean => {
    const all = waiting.get(answerKey(answer.type, answer))
    const those = [...(all ?? [])].filter(({ message, repeats }) => isAnswer(message, answer, repeats))
    for (const one of those) one.heard(answer)
    return those.length > 0
  }
  const answerHost = (message: Message) => {
    const answer = socket.writableLength > MAX_UNSENT_BYTES ? undefined : answerTo(message)
    try {
      if (answer !== undefined) send(answer)
    } catch (error) {
      // The host asks in a way that its table does not let us answer: it gets no answer.
      if (!(error instanceof CodecFault)) throw error
    }
  }
  const over = () => {
    if (isOver) return
    isOver = true
    socket.destroy()
    for (const all of [...waiting.values()]) for (const one of [...all]) one.heard(undefined)
    end()
  }

  socket.on('data', (bytes: Buffer) => {
    const { messages, isBroken } = reader.take(bytes)
    for (const each of messages) {
      const read = codec.unpack(each)
      if (read.kind === 'unreadable') continue
      // Also an answer for which nobody waits any more.
      if (isAnswerType(read.message.type)) heardAtMs = performance.now()
      if (take(read.message)) continue
      answerHost(read.message)
    }
    // What follows a wrong length means nothing: the line is made anew.
    if (isBroken) over()
  })
  // The text of an error may quote what was sent, so nobody gets it.
  socket.on('error', over)
  socket.on('end', over)
  socket.on('close', over)
  if (socket.destroyed) over()

  return {
    ask: (message, repeats, signal) => {
      if (isOver || signal.aborted || count >= MAX_WAITING) return Promise.resolve(undefined)
      const { promise, resolve } = Promise.withResolvers<Message | undefined>()
      const key = answerKey(answerTypeOf(message.type), message)
      const kept = { type: message.type, fields: only(message.fields, [...repeats, 11]) }
      const one: Waiting = {
        message: kept,
        repeats,
        heard: (answer) => {
          const all = waiting.get(key)
          if (all?.delete(one) !== true) return
          if (all.size === 0) waiting.delete(key)
          count -= 1
          if (answer !== undefined) answered += 1
          clearTimeout(timer)
          signal.removeEventListener('abort', giveUp)
          resolve(answer)
        },
      }
      const giveUp = () => {
        one.heard(undefined)
        miss.resolve()
        miss = Promise.withResolvers()
      }
      send(message)
      const timer = setTimeout(giveUp, LONGEST_MS)
      signal.addEventListener('abort', giveUp)
      waiting.set(key, (waiting.get(key) ?? new Set()).add(one))
      count += 1
      return promise
    },
    heardAtMs: () => heardAtMs,
    missed: () => miss.promise,
    answered: () => answered,
    close: over,
    ended,
  }
}

function only(fields: Message['fields'], numbers: readonly number[]): Message['fields'] {
  return Object.fromEntries(numbers.map((number) => [number, fields[number] ?? '']))
}
