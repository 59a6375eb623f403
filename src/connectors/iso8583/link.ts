// Keeps one line to the host: connects, signs on, asks for an echo when it is idle, and connects again with growing waits.
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { networkLookup } from '../resolve.ts'
import type { Codec } from './codec.ts'
import type { LengthHeader } from './frames.ts'
import type { IsoHost, Message } from './host.ts'
import { type Line, lineOver } from './line.ts'
import { networkAnswer, networkMessage } from './messages.ts'
import { networkRefusal } from './responses.ts'

export interface Link {
  /** The line, signed on. Undefined: there is none in time, and nothing was sent. */
  ready(signal: AbortSignal): Promise<Line | undefined>
  /** Connects once for a look, signs on, and asks for an echo; what does not fit, in words. */
  look(signal: AbortSignal): Promise<string | undefined>
}

export interface LinkOptions {
  address: { host: string; port: number }
  /** Absent: plain TCP. */
  tls?: { ca?: string; cert?: string; key?: string; passphrase?: string }
  header: LengthHeader
  echoMs: number
  host: IsoHost
  codec: Codec
  /** Those of a test. */
  lookup?: LookupFunction
  nowMs(): number
  /** Keeps how the line stands; must not throw. */
  note(standing: string): void
}

const CONNECT_MS = 10_000
const NETWORK_ANSWER_MS = 10_000
/** How long a caller waits for a line. After that the payer gets an answer rather than waiting on. */
const LINE_WAIT_MS = 5_000
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 15_000

/** Nothing is connected before the first call needs it; from then on the line is kept. It does not keep a program running. */
export function linkTo(needs: LinkOptions): Link {
  let line: Line | undefined
  let isKept = false
  let isThere = Promise.withResolvers<void>()

  const keep = async () => {
    for (let tries = 0; ; tries += 1) {
      const opened = await signedOn(needs, AbortSignal.timeout(CONNECT_MS + NETWORK_ANSWER_MS))
      if (typeof opened === 'string') {
        needs.note(opened)
      } else {
        const atFirst = opened.answered()
        line = opened
        isThere.resolve()
        needs.note('signed on')
        await Promise.race([opened.ended, watched(needs, opened)])
        opened.close()
        line = undefined
        isThere = Promise.withResolvers<void>()
        needs.note('the line was lost')
        // A line that carried more than the sign-on was a good one: the next wait is the first again.
        if (opened.answered() > atFirst) tries = 0
      }
      await pause(waitMs(tries), undefined, { ref: false })
    }
  }

  return {
    ready: async (signal) => {
      if (line !== undefined) return line
      if (!isKept) {
        isKept = true
        void keep()
      }
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, LINE_WAIT_MS)
      signal.addEventListener('abort', () => resolve())
      if (signal.aborted) resolve()
      await Promise.race([isThere.promise, late])
      clearTimeout(timer)
      return line
    },
    look: async (signal) => {
      // Nothing else keeps the program running meanwhile.
      const held = setTimeout(() => {}, CONNECT_MS + 2 * NETWORK_ANSWER_MS)
      try {
        const opened = await signedOn(needs, signal)
        if (typeof opened === 'string') return opened
        const echoed = await echo(needs, opened, signal)
        opened.close()
        return echoed ? undefined : 'the host does not answer an echo'
      } finally {
        clearTimeout(held)
      }
    },
  }
}

/** Up to half of it is by chance, so that many do not come back at once. */
function waitMs(tries: number): number {
  const most = Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries, 10), LONGEST_WAIT_MS)
  return most / 2 + (Math.random() * most) / 2
}

/** A line that is signed on, or why there is none. */
async function signedOn(needs: LinkOptions, signal: AbortSignal): Promise<Line | string> {
  const socket = await connected(needs, signal)
  if (typeof socket === 'string') return socket
  const { host, codec, header } = needs
  const opened = lineOver(socket, { codec, header, answerTo: (message) => networkAnswer(host, message) })
  if (host.network.signOn === undefined) return opened
  const answer = await askNetwork(needs, opened, host.network.signOn, signal)
  const code = answer?.fields[39]
  const refusal = code === undefined ? 'the host does not answer the sign-on' : networkRefusal(code)
  if (refusal === undefined) return opened
  opened.close()
  return refusal
}

async function connected(
  { address, tls, lookup = networkLookup }: LinkOptions,
  signal: AbortSignal,
): Promise<Socket | string> {
  const { promise, resolve } = Promise.withResolvers<Socket | string>()
  const name = isIP(address.host) === 0 ? { servername: address.host } : {}
  const to = { ...address, lookup }
  const socket = tls === undefined ? connectTcp(to) : connectTls({ ...to, ...tls, ...name })
  socket.unref()
  const giveUp = (why: string) => {
    socket.destroy()
    resolve(why)
  }
  const timer = setTimeout(() => giveUp('no connection in time'), CONNECT_MS).unref()
  const stop = () => giveUp('no connection in time')
  signal.addEventListener('abort', stop)
  socket.once('error', (error: NodeJS.ErrnoException) => {
    const code = /^[A-Z0-9_]{3,60}$/.test(error.code ?? '') ? error.code : 'an error'
    giveUp(`no connection: ${code}`)
  })
  socket.once('close', () => giveUp('no connection: it was closed'))
  socket.once(tls === undefined ? 'connect' : 'secureConnect', () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    socket.setNoDelay(true)
    socket.setKeepAlive(true, 30_000)
    resolve(socket)
  })
  if (signal.aborted) stop()
  const made = await promise
  clearTimeout(timer)
  signal.removeEventListener('abort', stop)
  return made
}

/** Resolves when the host is silent although it was asked: after a while without an answer, and as soon as a message got none in its time. */
async function watched(needs: LinkOptions, line: Line): Promise<void> {
  for (;;) {
    const idleMs = performance.now() - line.heardAtMs()
    const next = idleMs < needs.echoMs ? await nextOf(line, needs.echoMs - idleMs) : 'missed'
    if (next === 'over') return
    if (next === 'missed' && !(await echo(needs, line, new AbortController().signal))) return
  }
}

/** What comes first: the end of the line, a message without an answer, or the end of the wait. */
async function nextOf(line: Line, waitMs: number): Promise<'over' | 'missed' | 'waited'> {
  const waiting = new AbortController()
  try {
    return await Promise.race([
      line.ended.then(() => 'over' as const),
      line.missed().then(() => 'missed' as const),
      pause(waitMs, 'waited' as const, { ref: false, signal: waiting.signal }),
    ])
  } finally {
    waiting.abort()
  }
}

async function echo(needs: LinkOptions, line: Line, signal: AbortSignal): Promise<boolean> {
  // A host that is slower than the next echo would be due is taken for silent.
  const soon = AbortSignal.any([signal, AbortSignal.timeout(needs.echoMs)])
  return (await askNetwork(needs, line, needs.host.network.echo, soon)) !== undefined
}

let networkTraces = 0

/** A network message moves nothing, so its trace number need not be on disk. */
async function askNetwork(
  { host, nowMs }: LinkOptions,
  line: Line,
  code: string,
  signal: AbortSignal,
): Promise<Message | undefined> {
  networkTraces = (networkTraces % 999_999) + 1
  const trace = String(networkTraces).padStart(6, '0')
  const late = AbortSignal.any([signal, AbortSignal.timeout(NETWORK_ANSWER_MS)])
  return line.ask(networkMessage(host, { code, trace, nowMs: nowMs() }), [11], late)
}
