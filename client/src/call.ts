// One typed call of the service: the credential, a deadline, and safe repetition.
import { toBase64 } from './base64.ts'
import { CobroConnectionError, type CobroError, refusalOf } from './errors.ts'
import type { Calls } from './types.ts'

export interface CobroSettings {
  /** The address of the service, e.g. `https://pagos.example.mx`. */
  baseUrl: string
  /** `sk_...`, or `pk_...` in a browser. */
  appKey?: string
  /** Never in a browser. */
  appSecret?: string
  /** A Bearer token from `session.open`, instead of key and secret. */
  token?: string
  /** Language of the messages of refusals; Spanish by default. */
  language?: 'es' | 'en'
  /** The longest time of one try, in ms; 30,000. */
  timeoutMs?: number
  /** Tries after the first; 3. */
  retries?: number
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch
  /** The wait before the next try; a test makes it short. */
  wait?: (ms: number) => Promise<void>
}

export interface CallOptions {
  /** One key, one effect: the same for every try of one purchase. A fresh one is made for each call without it. */
  idempotencyKey?: string
  timeoutMs?: number
  signal?: AbortSignal
}

type CallName = keyof Calls & string

/** The parts of a request: the names in its path, its query, its body - each only where the call has it. */
export type Sent<K extends CallName> = (K extends `${string}{${string}}${string}`
  ? { path: Names<K> }
  : { path?: never }) &
  ('body' extends keyof Calls[K] ? { body: Calls[K]['body'] } : { body?: never }) &
  ('query' extends keyof Calls[K] ? { query?: Calls[K]['query'] } : { query?: never })

type Names<K extends string> = K extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: string } & Names<Rest>
  : unknown

export type Result<K extends CallName> = Calls[K]['result']

/** The query of a call. */
export type Query<K extends CallName> = Calls[K] extends { query: infer Q } ? Q : never

/** The body of a call. */
export type Body<K extends CallName> = Calls[K] extends { body: infer B } ? B : never

/** Any call of the service by its method and path. Answers `result`; throws a `CobroError`. */
export type Call = <K extends CallName>(name: K, sent: Sent<K>, options?: CallOptions) => Promise<Result<K>>

interface Settled {
  root: string
  headers: Record<string, string>
  retries: number
  timeoutMs: number
  fetch: typeof globalThis.fetch
  wait: (ms: number) => Promise<void>
}

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 8_000
const LONGEST_ASKED_S = 60

/** Without the slash at the end, and without the version, which every call adds. Throws a `TypeError` for what is no address, such as `127.0.0.1:8080`. */
function rootOf(baseUrl: string): string {
  const root = String(baseUrl ?? '').replace(/\/+$/, '')
  const { location } = globalThis as { location?: { href: string } }
  const address = URL.canParse(root, location?.href) ? new URL(root, location?.href) : undefined
  if (address === undefined || !/^https?:$/.test(address.protocol))
    throw new TypeError(
      `baseUrl must be the address of the service, such as https://pagos.example.mx; it is "${baseUrl}"`,
    )
  return root.replace(/\/v1$/, '')
}

/**
 * The caller for one account. Every POST, PUT and DELETE carries an idempotency key, so that a try after a broken connection, 429 or 5xx
 * moves money once. Waits double from a quarter of a second, with jitter, or are what `Retry-After` asks; when that is
 * more than a minute, the refusal is thrown at once.
 */
export function createCall(settings: CobroSettings): Call {
  const settled: Settled = {
    root: rootOf(settings.baseUrl),
    headers: {
      accept: 'application/json',
      'accept-language': settings.language ?? 'es',
      ...authorization(settings),
    },
    retries: settings.retries ?? 3,
    timeoutMs: settings.timeoutMs ?? 30_000,
    fetch: settings.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    wait: settings.wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
  }
  return async (name, sent, options = {}) => {
    const [method = '', pattern = ''] = name.split(' ')
    const { path = {}, query, body } = sent as { path?: Record<string, string>; query?: object; body?: unknown }
    const url = `${settled.root}${filled(pattern, path)}${queryOf(query)}`
    const headers: Record<string, string> = { ...settled.headers }
    // The service recognises the type of a file by its content.
    const isFile = body instanceof Uint8Array
    if (body !== undefined) headers['content-type'] = isFile ? 'application/octet-stream' : 'application/json'
    if (method !== 'GET') headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID()
    const content = isFile ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body)
    const init: RequestInit = { method, headers, ...(body === undefined ? {} : { body: content }) }
    return (await repeated(settled, url, init, options)) as never
  }
}

async function repeated(settled: Settled, url: string, init: RequestInit, options: CallOptions): Promise<unknown> {
  for (let tried = 0; ; tried += 1) {
    const outcome = await once(settled, url, init, options)
    if ('answer' in outcome) return outcome.answer
    const { refusal } = outcome
    options.signal?.throwIfAborted()
    if (!refusal.transient || tried >= settled.retries || isTooLong(refusal.retryAfterSeconds)) throw refusal
    await settled.wait(waitMs(tried, refusal.retryAfterSeconds))
    options.signal?.throwIfAborted()
  }
}

async function once(
  settled: Settled,
  url: string,
  init: RequestInit,
  options: CallOptions,
): Promise<{ answer: unknown } | { refusal: CobroError }> {
  const limitMs = options.timeoutMs ?? settled.timeoutMs
  const signals = [AbortSignal.timeout(limitMs), ...(options.signal ? [options.signal] : [])]
  try {
    const response = await settled.fetch(url, { ...init, signal: AbortSignal.any(signals) })
    const body = parsed(await response.text())
    if (response.ok && body?.success === true)
      return { answer: body.result === undefined ? body.connection : body.result }
    return { refusal: refusalOf(response.status, body, response.headers) }
  } catch (cause) {
    const timedOut = cause instanceof Error && cause.name === 'TimeoutError'
    const message = timedOut ? `No answer within ${limitMs} ms` : `No connection to ${new URL(url).origin}`
    return { refusal: new CobroConnectionError(message, cause) }
  }
}

function authorization({ appKey, appSecret = '', token }: CobroSettings): Record<string, string> {
  if (token !== undefined) return { authorization: `Bearer ${token}` }
  if (appKey === undefined) return {}
  return { authorization: `Basic ${toBase64(new TextEncoder().encode(`${appKey}:${appSecret}`))}` }
}

function filled(pattern: string, path: Record<string, string>): string {
  return pattern.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = path[name]
    if (value === undefined || value === '') throw new TypeError(`${name} is empty`)
    return encodeURIComponent(value)
  })
}

function queryOf(query: object = {}): string {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/** A longer `Retry-After` is reported to the caller at once. */
function isTooLong(askedSeconds: number | undefined): boolean {
  return askedSeconds !== undefined && askedSeconds > LONGEST_ASKED_S
}

/** Half of the wait is fixed, half is random: many clients that fail together do not return together. */
function waitMs(tried: number, askedSeconds: number | undefined): number {
  if (askedSeconds !== undefined) return askedSeconds * 1000
  const longest = Math.min(FIRST_WAIT_MS * 2 ** tried, LONGEST_WAIT_MS)
  return longest / 2 + Math.random() * (longest / 2)
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
