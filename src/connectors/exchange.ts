// One HTTP exchange with a network: bounded in time and size, without following redirects.
import { readFileSync } from 'node:fs'
import type { Agent, Dispatcher } from 'undici'
import { isLoopback } from '../config/addresses.ts'
import { networkLookup } from './resolve.ts'
import { noticeUnanswered, noticeWait } from './why-unanswered.ts'

export interface Exchange {
  method: 'POST' | 'PUT' | 'GET' | 'DELETE'
  url: string
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** A longer answer is none. */
  maxBytes: number
  /** For how long to wait for the answer, when the signal does not end it before. */
  answerMs: number
  signal: AbortSignal
}

interface Exchanged {
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

const CONNECT_MS = 5_000
/**
 * Exchanges at once with a network; others wait for one to end, within their deadlines. A network may take two seconds for each, and has an exchange
 * of every payment under way.
 */
const AT_ONCE = 256

/** No whole answer came. `isUnsent`: no connection came about, so the network has nothing; else it may or may not have taken the request. */
interface NoAnswer {
  status: undefined
  isUnsent: boolean
}

/** Sees each exchange of a connector when it is over. It never throws. */
export type Witness = (asked: Pick<Exchange, 'method' | 'url' | 'body'>, answer: Exchanged | NoAnswer) => void

/** Makes exchanges with a network; `ca`: the certificate authority in PEM, when it is not a public one. */
export function exchanger(
  ca: string | undefined,
  witness?: Witness,
  lookup = networkLookup,
): (exchange: Exchange) => Promise<Exchanged | NoAnswer> {
  let dispatcher: Agent | undefined
  const answerOf = async ({ url, maxBytes, answerMs, ...asked }: Exchange): Promise<Exchanged | NoAnswer> => {
    try {
      const waits = { headersTimeout: answerMs, bodyTimeout: answerMs }
      // Loaded at the first exchange, because a service without networks of its own never needs it. The loading is not remembered: one that failed,
      // for want of files, would fail for ever.
      const undici = (await import('undici')).default
      dispatcher ??= new undici.Agent({
        connect: { timeout: CONNECT_MS, lookup, ...(ca !== undefined && { ca }) },
        connections: AT_ONCE,
        maxHeaderSize: 16 * 1024,
      })
      const response = await undici.request(url, { dispatcher, ...asked, ...waits })
      const body = await bytesOf(response.body, maxBytes)
      const [retryAfter] = [response.headers['retry-after']].flat()
      if (BUSY.has(response.statusCode) && retryAfter !== undefined) noticeWait(asked.signal, retryAfter)
      return { status: response.statusCode, headers: response.headers, body }
    } catch (error) {
      // The text of the error may quote the address or the request.
      noticeUnanswered(asked.signal, codeOf(error))
      return { status: undefined, isUnsent: isUnsent(error) }
    }
  }
  return async (exchange) => {
    const answer = await answerOf(exchange)
    witness?.(exchange, answer)
    return answer
  }
}

/**
 * Whether the error is one of connecting: of the look-up of a name, of the network, of the time to connect, of the network's certificate. Other errors
 * of TLS do not count, because some of them come after the first bytes.
 */
function isUnsent(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isUnsent)
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  return code === 'UND_ERR_CONNECT_TIMEOUT' || CONNECTING.test(syscall ?? '') || CERTIFICATE.test(code ?? '')
}

const CONNECTING = /^(connect|getaddrinfo|query\w*)$/
/** The certificate is not believed: nothing is written to such a connection. */
const CERTIFICATE =
  /^(CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|HOSTNAME_MISMATCH$|INVALID_PURPOSE$|INVALID_CA$|PATH_LENGTH_EXCEEDED$|ERR_TLS_CERT_ALTNAME_INVALID$)/

/** The statuses of a network to which too much comes. */
const BUSY = new Set([429, 503])

/** Sample: `CERT_HAS_EXPIRED`. Of several addresses that failed, the code of the first. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? code : 'the answer broke off or was too long'
}

async function bytesOf(stream: Dispatcher.ResponseData['body'], most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length
    if (bytes > most) {
      stream.destroy()
      throw new Error('the answer is too long')
    }
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

/** The certificate authority in the file of a setting; undefined when none is set. Throws an Error when the file cannot be read. */
export function authorityIn(setting: string, file: string): string | undefined {
  if (file === '') return undefined
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`${setting} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`)
  }
}

/** The requirement that an address violates. Networks are reached by HTTPS; a service on this machine may do without. */
export function addressFault(value: string, sample: string): string | undefined {
  const url = URL.parse(value)
  const fits = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!fits || url === null || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    return `an https address without query, such as ${sample}`
  return undefined
}

/** A path below an address that may end with a slash. */
export function below(address: string, path: string): string {
  return `${address.replace(/\/+$/, '')}${path}`
}
