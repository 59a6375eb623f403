// Posts to addresses that merchants choose: only to allowed addresses, without following redirects, bounded in time and
// size.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { LookupAddress } from 'node:dns'
import { isIP, type Socket } from 'node:net'
import { Agent, buildConnector, request } from 'undici'
import { createLookup, type Lookup } from '../../connectors/resolve.ts'
import { maskedStart } from '../../core/cards/mask.ts'
import { type AddressPolicy, bareHost, isAllowedAddress } from './address.ts'

/** The most bytes that the system takes in of one answer, with its head, hints before it and what its chunks say of themselves. */
const TAKEN_LIMIT_BYTES = 1024 * 1024
const LOOK_AT_SOCKETS_MS = 50
/** How long a connection waits for the next event, also when its receiver wants it for longer: each one is a file of this process. */
const IDLE_MS = 4_000

/** How much of an answer is read, searched for card data, and kept. */
const READ_LIMIT_BYTES = 64 * 1024
const SEARCHED_BYTES = 8 * 1024
const KEPT_BYTES = 1024

export interface Reply {
  /** The HTTP status; undefined when there was no answer, and then `error` says why. */
  status: number | undefined
  error: string | undefined
  /** The first kilobyte of the answer, as text; card data in it is masked. */
  answer: string
  retryAfter: string | undefined
  durationMs: number
  /** It was not sent, because a test of the receiver asked for that: it says nothing of the receiver. */
  isOnDemand?: true
}

export interface Poster {
  /** Never throws: a failure is a reply without a status. */
  post(url: string, headers: Record<string, string>, body: string): Promise<Reply>
  close(): Promise<void>
}

export interface PosterOptions extends AddressPolicy {
  /** The limit of the whole exchange, from the look-up of the name to the end of the answer. */
  timeoutMs: number
  lookup?: Lookup
}

/** A client that checks the address that it connects to, so that a later change of the name has no effect. */
export function createPoster(options: PosterOptions): Poster {
  const taken = takenBytes()
  const agent = new Agent({
    connect: guardedConnector(options, taken.watch),
    connections: null,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    maxHeaderSize: 16 * 1024,
  })
  return {
    async post(url, headers, body) {
      const started = performance.now()
      const after = () => Math.round(performance.now() - started)
      const nothing = { status: undefined, answer: '', retryAfter: undefined }
      try {
        const {
          statusCode,
          headers: answered,
          body: stream,
        } = await request(url, {
          dispatcher: agent,
          method: 'POST',
          headers,
          body,
          signal: AbortSignal.timeout(options.timeoutMs),
        })
        const answer = await beginningOf(stream)
        const retryAfter = [answered['retry-after']].flat()[0]
        return { status: statusCode, error: undefined, answer, retryAfter, durationMs: after() }
      } catch (error) {
        return { ...nothing, error: reasonOf(error), durationMs: after() }
      }
    },
    close: async () => {
      taken.close()
      await agent.destroy()
    },
  }
}

/**
 * Ends connections whose receiver sends without end where nothing is read of it yet: early hints, the extensions of chunks. The client bounds
 * the head and we bound the body; neither bounds these.
 */
function takenBytes() {
  /** What each connection had taken in when its present request was sent. */
  const before = new Map<Socket, number>()
  const sent = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    if (before.has(socket)) before.set(socket, socket.bytesRead)
  }
  subscribe('undici:client:sendHeaders', sent)
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    for (const [socket, bytes] of before)
      if (socket.bytesRead - bytes > TAKEN_LIMIT_BYTES) socket.destroy(new Error('the answer is too long'))
  }
  return {
    watch: (socket: Socket) => {
      before.set(socket, socket.bytesRead)
      timer ??= setInterval(look, LOOK_AT_SOCKETS_MS).unref()
      socket.once('close', () => {
        before.delete(socket)
        if (before.size > 0) return
        clearInterval(timer)
        timer = undefined
      })
    },
    close: () => {
      clearInterval(timer)
      unsubscribe('undici:client:sendHeaders', sent)
    },
  }
}

/** The merchant reads this error, which must not reveal anything about the internal network. */
class AddressRefused extends Error {
  constructor() {
    super('address not allowed')
  }
}

function guardedConnector(
  { lookup = createLookup(), timeoutMs, ...policy }: PosterOptions,
  watch: (socket: Socket) => void,
): buildConnector.connector {
  const guardedLookup = (
    hostname: string,
    wanted: { all?: boolean },
    done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ) =>
    lookup(hostname, (error, addresses) => {
      const refused = addresses?.find(({ address }) => !isAllowedAddress(policy, address))
      const [first] = addresses ?? []
      if (error || first === undefined) done(error ?? new Error(`${hostname} has no address`), '')
      else if (refused) done(new AddressRefused(), '')
      else if (wanted.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  const connect = buildConnector({ timeout: timeoutMs, lookup: guardedLookup } as buildConnector.BuildOptions)
  return (target, callback) => {
    // A numeric address is not looked up.
    const host = bareHost(target.hostname)
    if (isIP(host) !== 0 && !isAllowedAddress(policy, host)) {
      callback(new AddressRefused(), null)
      return
    }
    connect(target, (...[error, socket]) => {
      if (error !== null) {
        callback(error, null)
      } else if (isAllowedAddress(policy, socket.remoteAddress ?? '')) {
        watch(socket)
        callback(null, socket)
      } else {
        const refused = new AddressRefused()
        socket.destroy()
        callback(refused, null)
      }
    })
  }
}

/** Reads up to the limit; a longer answer is still an answer. */
async function beginningOf(stream: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const searched: Buffer[] = []
  let read = 0
  for await (const chunk of stream) {
    if (read < SEARCHED_BYTES) searched.push(chunk.subarray(0, SEARCHED_BYTES - read))
    read += chunk.length
    if (read >= READ_LIMIT_BYTES) break
  }
  // Without characters that a database does not accept.
  const text = Buffer.concat(searched).toString('utf8').replaceAll('\0', '')
  const kept = Buffer.from(maskedStart(text, KEPT_BYTES)).subarray(0, KEPT_BYTES)
  // Drops a character that is cut at the end.
  return kept.toString('utf8').replace(/\ufffd+$/, '')
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  if (error.name === 'TimeoutError' || error.name === 'ConnectTimeoutError') return 'timeout'
  const inner = error instanceof AggregateError ? error.errors[0] : error
  const { code, message } = inner as NodeJS.ErrnoException
  // Not the system's message, which contains the address.
  return (code ?? message).slice(0, 200)
}
