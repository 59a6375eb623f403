// Signs and verifies messages between Cobro and an operator's own service: HMAC-SHA256 over the method, the path, the time and the body.
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** The first line of every signed text. */
const PROTOCOL = 'cobro-http-1'

export const TIME = 'cobro-time'
export const NONCE = 'cobro-nonce'
export const SIGNATURE = 'cobro-signature'

/** How far the clocks of the two sides may be apart, with the way of a message. */
export const WINDOW_SECONDS = 300

/** `call`: Cobro asks the service. `report`: the service reports to Cobro. A message of one kind is never taken for the other. */
type Asking = 'call' | 'report'
/** The answer to each. */
const answerTo = { call: 'answer', report: 'receipt' } as const satisfies Record<Asking, string>

interface SignedRequest {
  kind: Asking
  method: string
  /** From `/v1/` on, whatever stands before it in the address. */
  path: string
  /** Seconds since 1970. */
  time: string
  /** 32 hexadecimal digits, new for every request. */
  nonce: string
  body: string | Uint8Array
}

interface SignedAnswer {
  kind: Asking
  /** The signature of the request that is answered: an answer fits no other request. */
  to: string
  status: number
  time: string
  body: string | Uint8Array
}

export function requestSignature(secret: string, { kind, method, path, time, nonce, body }: SignedRequest): string {
  return hmac(secret, [PROTOCOL, kind, method, path, time, nonce, digest(body)])
}

export function answerSignature(secret: string, { kind, to, status, time, body }: SignedAnswer): string {
  return hmac(secret, [PROTOCOL, answerTo[kind], to, String(status), time, digest(body)])
}

function hmac(secret: string, lines: readonly string[]): string {
  return createHmac('sha256', secret).update(lines.join('\n')).digest('hex')
}

function digest(body: string | Uint8Array): string {
  return hash('sha256', body)
}

export function newNonce(): string {
  return randomBytes(16).toString('hex')
}

/** The machine's time in seconds: the service's own may be moved. */
export function nowSeconds(): number {
  return Math.floor(Temporal.Now.instant().epochMilliseconds / 1_000)
}

/** Whether a time is near enough to now. */
export function isNow(time: string): boolean {
  return /^\d{10}$/.test(time) && Math.abs(nowSeconds() - Number(time)) <= WINDOW_SECONDS
}

export function isNonce(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}

/** In constant time. */
export function isSame(presented: string, wanted: string): boolean {
  return /^[0-9a-f]{64}$/.test(presented) && timingSafeEqual(Buffer.from(presented), Buffer.from(wanted))
}

/** One header; empty when it is missing or there several times. */
export function headerOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  name: string,
): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
