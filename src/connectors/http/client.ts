// Calls an operator's own service: signed, and an answer counts only when its signature fits this call.
import { kindOf, type Unknown } from '../bounded.ts'
import { below, exchanger, type Witness } from '../exchange.ts'
import { noticeUnanswered } from '../why-unanswered.ts'
import {
  answerSignature,
  headerOf,
  isNow,
  isSame,
  NONCE,
  newNonce,
  nowSeconds,
  requestSignature,
  SIGNATURE,
  TIME,
} from './signatures.ts'

/** Where the service is, and how its messages are signed. */
export interface ServiceAddress {
  url: string
  secret: string
  /** The certificate authority of the address, in PEM, when it is not a public one. */
  ca?: string | undefined
  /** Sees each exchange. */
  witness?: Witness | undefined
}

/**
 * `none`: the service may or may not have done what it was asked; with `isUnsent` it has not, because no connection came about. `why` holds nothing
 * of the request or the answer.
 */
type ServiceAnswer =
  | { kind: 'answered'; body: Record<string, unknown> }
  | { kind: 'none'; why: string; isUnsent?: boolean }

export interface ServiceClient {
  /** `path` from `/v1/` on. */
  call(path: string, body: object, signal: AbortSignal, most?: Most): Promise<ServiceAnswer>
}

/** The most that an answer may have. */
type Most = 'short' | 'a-day'

const most = {
  short: { maxBytes: 256 * 1024, answerMs: 30_000 },
  /** Of a busy bank. */
  'a-day': { maxBytes: 8 * 1024 * 1024, answerMs: 60_000 },
} as const satisfies Record<Most, object>

export function serviceClient({ url, secret, ca, witness }: ServiceAddress): ServiceClient {
  const exchange = exchanger(ca, witness)
  return {
    call: async (path, asked, signal, size = 'short') => {
      const body = JSON.stringify(asked)
      const [time, nonce] = [String(nowSeconds()), newNonce()]
      const signature = requestSignature(secret, { kind: 'call', method: 'POST', path, time, nonce, body })
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json',
        [TIME]: time,
        [NONCE]: nonce,
        [SIGNATURE]: signature,
      }
      const none = (why: string): ServiceAnswer & { kind: 'none' } => {
        noticeUnanswered(signal, why)
        return { kind: 'none', why }
      }
      const answer = await exchange({ method: 'POST', url: below(url, path), headers, body, signal, ...most[size] })
      // The exchange has noticed why.
      if (answer.status === undefined)
        return { kind: 'none', why: 'there was no whole answer', isUnsent: answer.isUnsent }
      const answered = headerOf(answer.headers, TIME)
      const { status } = answer
      const wanted = answerSignature(secret, { kind: 'call', to: signature, status, time: answered, body: answer.body })
      if (!isSame(headerOf(answer.headers, SIGNATURE), wanted))
        return none(`the answer of status ${status} is not signed for this call`)
      if (!isNow(answered)) return none('the time of the answer is too far from ours')
      if (status !== 200) return none(`the status of the answer is ${status}`)
      const content = objectIn(answer.body)
      return content === undefined ? none('the answer is no JSON object') : { kind: 'answered', body: content }
    },
  }
}

/** The JSON object of a body in UTF-8; undefined for anything else. */
export function objectIn(body: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return value as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** A method of a port over the service: what is no answer of the method is `unknown`. */
export type Asks = <Outcome extends { kind: string }>(
  call: string,
  kinds: Readonly<Record<Outcome['kind'], readonly string[]>>,
  request: object,
  signal: AbortSignal,
  most?: Most,
) => Promise<Outcome | Unknown>

/** `port`: the part of the path of its calls, such as `acquirer`. */
export function asks(client: ServiceClient, port: string): Asks {
  return async (call, kinds, request, signal, size) => {
    const answer = await client.call(`/v1/${port}/${call}`, request, signal, size)
    // Where the port has a word for it, as for a charge.
    if (answer.kind === 'none' && answer.isUnsent && Object.hasOwn(kinds, 'not-processed'))
      return { kind: 'not-processed', failed: true } as never
    if (answer.kind === 'none' || kindOf(answer.body, kinds) === 'malformed') return { kind: 'unknown', failed: true }
    return answer.body as never
  }
}
