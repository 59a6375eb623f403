// A second service on the same database, in a process of its own: called over HTTP, as on another machine.
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import type { InjectOptions } from 'fastify'
import type { Answered, Ask, Asked, Opened } from './twin-host.ts'
import { borrowHost } from './twin-hosts.ts'

export interface Twin {
  /** Sends any request, over HTTP. */
  send(options: InjectOptions): Promise<TwinAnswer>
  /** Does all background work that is due there. */
  work(): Promise<void>
  close(): Promise<void>
}

interface TwinAnswer {
  statusCode: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** Starts a service with these settings in the other process, of which a test process has one. Its machine's clock may be ahead. */
export async function openTwin(environment: Record<string, string>, aheadMs?: number): Promise<Twin> {
  host ??= connectHost()
  const { ask } = await host
  const { service, address } = (await ask({ open: environment, aheadMs })) as Opened
  const agent = new Agent({ keepAlive: true })
  return {
    send: (options) => sendTo(address, agent, options),
    work: async () => {
      await ask({ work: service })
    },
    close: async () => {
      agent.destroy()
      await ask({ close: service })
    },
  }
}

interface Host {
  ask(ask: Ask): Promise<unknown>
}

let host: Promise<Host> | undefined

async function connectHost(): Promise<Host> {
  const socket = connect(await borrowHost(), '127.0.0.1')
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let asked = 0
  // This process waits for it only while it owes an answer.
  const heed = () => (waiting.size > 0 ? socket.ref() : socket.unref())
  createInterface({ input: socket }).on('line', (line) => {
    const { id, answer, failure } = JSON.parse(line) as Answered
    const one = waiting.get(id)
    waiting.delete(id)
    heed()
    if (failure === undefined) one?.resolve(answer)
    else one?.reject(new Error(`the other process failed: ${failure}`))
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    host = undefined
    for (const one of waiting.values()) one.reject(new Error('the other process ended'))
    waiting.clear()
  })
  return {
    ask: (ask) => {
      asked += 1
      const one = Promise.withResolvers<unknown>()
      waiting.set(asked, one)
      heed()
      socket.write(`${JSON.stringify({ id: asked, ask } satisfies Asked)}\n`)
      return one.promise
    },
  }
}

/** Does over HTTP what `inject` does in process. */
function sendTo(address: string, agent: Agent, { method, url, headers, payload }: InjectOptions): Promise<TwinAnswer> {
  const isText = payload === undefined || typeof payload === 'string' || Buffer.isBuffer(payload)
  const body = isText ? payload : JSON.stringify(payload)
  const { promise, resolve, reject } = Promise.withResolvers<TwinAnswer>()
  const { hostname, port } = new URL(address)
  const sent = request({
    agent,
    hostname,
    port,
    method: method ?? 'GET',
    path: String(url),
    headers: {
      ...(!isText && { 'content-type': 'application/json' }),
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      ...headers,
    } as Record<string, string>,
  })
  sent.on('error', reject)
  sent.on('response', async (response) => {
    try {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      resolve({
        statusCode: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      })
    } catch (error) {
      reject(error)
    }
  })
  sent.end(body)
  return promise
}
