// One request over a real connection, with headers that may come twice and a body as it is.
import { type Agent, request } from 'node:http'

export interface Request {
  method: string
  path: string
  headers: Record<string, string | string[]>
  body?: string | Buffer | undefined
}

export interface Reply {
  status: number
  type: string
  text: string
}

/** How long a request may take before it hangs. The sandbox's clock works for 20 s at most, once it is its turn. */
const HANGS_MS = { clock: 90_000, others: 30_000 }

/** Fails when the connection breaks, when nothing comes for too long, and when Node itself refuses to send such headers. */
export function sendRequest(
  at: { port: number; agent: Agent },
  { method, path, headers, body }: Request,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    // Node leaves it out where a method has no body by habit; the service would then read the body as the next request.
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const timeout = /\/sandbox\/clock/.test(path) ? HANGS_MS.clock : HANGS_MS.others
    const sent = request(
      {
        host: '127.0.0.1',
        port: at.port,
        agent: at.agent,
        method,
        path,
        headers: { ...headers, ...length },
        timeout,
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8')
          resolve({ status: response.statusCode ?? 0, type: String(response.headers['content-type'] ?? ''), text })
        })
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('HANG: no answer')))
    sent.on('error', reject)
    sent.end(body)
  })
}
