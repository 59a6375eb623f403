// A test's own receiver of webhooks: keeps the requests and answers as told.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface Arrival {
  path: string
  headers: Record<string, string>
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: stories look into what arrived and assert what they find.
  json: any
  id: string
  event: string
}

export interface Receiver {
  url: string
  arrivals: Arrival[]
  /** The requests at a path. */
  at(path: string): Arrival[]
  /** The answer to the next requests; 200 by default. */
  answer: (arrival: Arrival, response: ServerResponse) => void
  close(): Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  const arrivals: Arrival[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const headers = request.headers as Record<string, string>
    const arrival: Arrival = {
      path: request.url ?? '',
      headers,
      body,
      json: headers['content-type']?.includes('json') ? JSON.parse(body) : undefined,
      id: headers['webhook-id'] ?? '',
      event: headers['webhook-event'] ?? '',
    }
    arrivals.push(arrival)
    receiver.answer(arrival, response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    at: (path) => arrivals.filter((arrival) => arrival.path === path),
    answer: (_arrival, response) => {
      response.end('ok')
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return receiver
}

/** Resolves once `condition` holds; fails after a minute: the machine may be slow. */
export async function eventually(condition: () => boolean | Promise<boolean>, what = 'it'): Promise<void> {
  await found(what, async () => ((await condition()) ? true : undefined))
}

/** The first result of `look`; fails after a minute. `what`: its name in the failure. */
export async function found<R>(what: string, look: () => Promise<R | undefined>): Promise<R> {
  const until = performance.now() + 60_000
  // A look costs the service that is looked at, while others wait for the processor.
  for (let pauseMs = 10; ; pauseMs = Math.min(100, pauseMs * 1.3)) {
    const seen = await look()
    if (seen !== undefined) return seen
    if (performance.now() > until) throw new Error(`${what} did not come about within a minute`)
    await pause(pauseMs)
  }
}
