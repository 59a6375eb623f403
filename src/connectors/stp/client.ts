// Calls STP over HTTP. An answer that is not JSON is no answer.
import { readJson } from '../exact-json.ts'
import { authorityIn, below, exchanger, type Witness } from '../exchange.ts'
import { noticeUnanswered } from '../why-unanswered.ts'

/** `none`: no connection, too late, HTML, half a text: STP may or may not have taken the request. */
export type StpAnswer = { kind: 'answered'; status: number; body: unknown } | { kind: 'none' }

export interface StpClient {
  /** `path` below the address of orders, such as `/ordenPago/registra`. */
  put(path: string, body: object, signal: AbortSignal): Promise<StpAnswer>
  /** `path` below the address of queries, such as `/consultaOrden`. */
  query(path: string, body: object, signal: AbortSignal): Promise<StpAnswer>
}

/** A page of the conciliation has a thousand orders. */
const MAX_BYTES = 8 * 1024 * 1024
/** One page of many: the whole reading of a day may take longer. */
const ANSWER_MS = 20_000
const HEADERS = { 'content-type': 'application/json; charset=utf-8', accept: 'application/json' }

/** Throws an Error when the file of the certificate authority cannot be read. */
export function stpClient(
  settings: { ORDERS_URL: string; QUERIES_URL: string; CA_FILE: string },
  witness?: Witness,
): StpClient {
  const exchange = exchanger(authorityIn('STP_CA_FILE', settings.CA_FILE), witness)
  const send = async (method: 'PUT' | 'POST', url: string, body: object, signal: AbortSignal): Promise<StpAnswer> => {
    const limits = { maxBytes: MAX_BYTES, answerMs: ANSWER_MS }
    const answer = await exchange({ method, url, headers: HEADERS, body: JSON.stringify(body), signal, ...limits })
    if (answer.status === undefined) return { kind: 'none' }
    const content = readJson(answer.body.toString('utf8'))
    if (content !== undefined) return { kind: 'answered', status: answer.status, body: content.value }
    noticeUnanswered(signal, `the answer of status ${answer.status} is no JSON object`)
    return { kind: 'none' }
  }
  return {
    put: (path, body, signal) => send('PUT', below(settings.ORDERS_URL, path), body, signal),
    query: (path, body, signal) => send('POST', below(settings.QUERIES_URL, path), body, signal),
  }
}
