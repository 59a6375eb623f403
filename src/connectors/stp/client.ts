// Calls STP over HTTP: bounded in time and size, without following redirects. An answer that is not JSON is no answer.
import { readFileSync } from 'node:fs'
import { Agent, type Dispatcher, request } from 'undici'
import { readJson } from './read-json.ts'

/** `none`: no connection, too late, HTML, half a text: STP may or may not have taken the request. */
export type StpAnswer = { kind: 'said'; status: number; body: unknown } | { kind: 'none' }

export interface StpClient {
  /** `path` below the address of orders, such as `/ordenPago/registra`. */
  put(path: string, body: object, signal: AbortSignal): Promise<StpAnswer>
  /** `path` below the address of queries, such as `/consultaOrden`. */
  query(path: string, body: object, signal: AbortSignal): Promise<StpAnswer>
}

/** A page of the conciliation has a thousand orders. */
const MOST_BYTES = 8 * 1024 * 1024
const CONNECT_MS = 5_000
/** One page of many: the whole reading of a day may take longer. */
const ANSWER_MS = 20_000

/** Throws an Error when the file of the certificate authority cannot be read. */
export function stpClient(settings: { ORDERS_URL: string; QUERIES_URL: string; CA_FILE: string }): StpClient {
  const ca = settings.CA_FILE === '' ? undefined : authority(settings.CA_FILE)
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_MS, ...(ca !== undefined && { ca }) },
    connections: 16,
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
    maxHeaderSize: 16 * 1024,
  })
  const send = async (method: 'PUT' | 'POST', url: string, body: object, signal: AbortSignal): Promise<StpAnswer> => {
    try {
      const headers = { 'content-type': 'application/json; charset=utf-8', accept: 'application/json' }
      const response = await request(url, { dispatcher, method, headers, body: JSON.stringify(body), signal })
      const said = readJson(await textOf(response.body))
      return said === undefined ? { kind: 'none' } : { kind: 'said', status: response.statusCode, body: said.value }
    } catch {
      // The text of the error may quote the address or the request.
      return { kind: 'none' }
    }
  }
  const below = (base: string, path: string) => `${base.replace(/\/+$/, '')}${path}`
  return {
    put: (path, body, signal) => send('PUT', below(settings.ORDERS_URL, path), body, signal),
    query: (path, body, signal) => send('POST', below(settings.QUERIES_URL, path), body, signal),
  }
}

function authority(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`STP_CA_FILE cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`)
  }
}

async function textOf(stream: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length
    if (bytes > MOST_BYTES) {
      stream.destroy()
      throw new Error('the answer is too long')
    }
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}
