// Calls Openpay over HTTP. An answer that is not JSON is no answer.
import { readAnyJson } from '../exact-json.ts'
import { authorityIn, below, exchanger, type Witness } from '../exchange.ts'
import { noticeUnanswered } from '../why-unanswered.ts'
import type { OpenpaySettings } from './settings.ts'

/** `none`: too late, HTML, half a text: Openpay may or may not have done it. `isUnsent`: no connection came about, so it has not. */
export type OpenpayAnswer = { kind: 'answered'; status: number; body: unknown } | { kind: 'none'; isUnsent?: boolean }

export interface OpenpayClient {
  /** `path` below the merchant's address, such as `/charges?limit=1`. */
  get(path: string, signal: AbortSignal): Promise<OpenpayAnswer>
  post(path: string, body: object, signal: AbortSignal): Promise<OpenpayAnswer>
}

/** A list has at most a hundred transactions. */
const MAX_BYTES = 2 * 1024 * 1024
/** Openpay's own clients wait so long for a card. */
const ANSWER_MS = 90_000

/** Throws an Error when the file of the certificate authority cannot be read. */
export function openpayClient(settings: OpenpaySettings, witness?: Witness): OpenpayClient {
  const { MERCHANT_ID, PRIVATE_KEY, URL: address, CA_FILE } = settings
  const exchange = exchanger(authorityIn('OPENPAY_CA_FILE', CA_FILE), witness)
  const headers = {
    accept: 'application/json',
    authorization: `Basic ${Buffer.from(`${PRIVATE_KEY}:`).toString('base64')}`,
  }
  const send = async (method: 'GET' | 'POST', path: string, body: object | undefined, signal: AbortSignal) => {
    const url = below(address, `/v1/${MERCHANT_ID}${path}`)
    const content = body && { body: JSON.stringify(body) }
    const asked = { method, url, headers: { ...headers, ...(body && JSON_TYPE) }, ...content, signal }
    const answer = await exchange({ ...asked, maxBytes: MAX_BYTES, answerMs: ANSWER_MS })
    if (answer.status === undefined) return { ...NONE, isUnsent: answer.isUnsent }
    const parsed = answer.status === 204 ? { value: {} } : readAnyJson(answer.body.toString('utf8'))
    if (parsed !== undefined) return { kind: 'answered' as const, status: answer.status, body: parsed.value }
    noticeUnanswered(signal, `the answer of status ${answer.status} is no JSON`)
    return NONE
  }
  return {
    get: (path, signal) => send('GET', path, undefined, signal),
    post: (path, body, signal) => send('POST', path, body, signal),
  }
}

const NONE = { kind: 'none' } as const
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }

/** Whether Openpay did what it was asked. */
export function isDone(answer: OpenpayAnswer): answer is Extract<OpenpayAnswer, { kind: 'answered' }> {
  return answer.kind === 'answered' && [200, 201, 204].includes(answer.status)
}
