// Posts to addresses that strangers chose: only where the policy allows, never further by a redirect, bounded in time and size.
import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { isIP } from 'node:net'
import { Agent, buildConnector, request } from 'undici'
import { type AddressPolicy, bareHost, isAllowedAddress } from './address.ts'

/** How much of an answer is read at all, and how much of it is kept. */
const READ_LIMIT_BYTES = 64 * 1024
const KEPT_BYTES = 1024

export interface Reply {
  /** The HTTP status; undefined when there was no answer, and then `error` says why. */
  status: number | undefined
  error: string | undefined
  /** The first kilobyte of the answer, as text. */
  answer: string
  retryAfter: string | undefined
  durationMs: number
}

export interface Poster {
  /** Never throws: a failure is a reply without a status. */
  post(url: string, headers: Record<string, string>, body: string): Promise<Reply>
  close(): Promise<void>
}

/** Resolves a name to all its addresses, as `dns.lookup` does with `all`. */
export type Lookup = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export interface PosterOptions extends AddressPolicy {
  /** For the whole exchange, from the look-up of the name to the end of the answer. */
  timeoutMs: number
  lookup?: Lookup
}

/** A client that checks the very address it connects to, so that a name which leads elsewhere a moment later gains nothing. */
export function createPoster(options: PosterOptions): Poster {
  const agent = new Agent({ connect: guardedConnector(options), connections: null, maxHeaderSize: 16 * 1024 })
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
    close: () => agent.destroy(),
  }
}

/** The merchant reads why nothing was answered, and shall not learn from it what lies in this network. */
class AddressRefused extends Error {
  constructor() {
    super('address not allowed')
  }
}

function guardedConnector({ lookup = resolveAll, timeoutMs, ...policy }: PosterOptions): buildConnector.connector {
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
    // An address in figures is never looked up.
    const host = bareHost(target.hostname)
    if (isIP(host) !== 0 && !isAllowedAddress(policy, host)) {
      callback(new AddressRefused(), null)
      return
    }
    connect(target, (...[error, socket]) => {
      if (error !== null) {
        callback(error, null)
      } else if (isAllowedAddress(policy, socket.remoteAddress ?? '')) {
        callback(null, socket)
      } else {
        const refused = new AddressRefused()
        socket.destroy()
        callback(refused, null)
      }
    })
  }
}

const resolveAll: Lookup = (hostname, done) => {
  systemLookup(hostname, { all: true }, done)
}

/** Reads to the limit and no further; a receiver that sends more has answered all the same. */
async function beginningOf(stream: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const kept: Buffer[] = []
  let read = 0
  for await (const chunk of stream) {
    if (read < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - read))
    read += chunk.length
    if (read >= READ_LIMIT_BYTES) break
  }
  // A character cut in two at the end, and what a database does not take, are left out.
  return Buffer.concat(kept)
    .toString('utf8')
    .replaceAll('\0', '')
    .replace(/\ufffd+$/, '')
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  if (error.name === 'TimeoutError' || error.name === 'ConnectTimeoutError') return 'timeout'
  const inner = error instanceof AggregateError ? error.errors[0] : error
  const { code, message } = inner as NodeJS.ErrnoException
  // The message of the system tells the address.
  return (code ?? message).slice(0, 200)
}
