// The attacker of `npm run bench:attacks`, a process of its own: gets ready, and sends a number of requests at a time from `begin` to `stop`.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export interface Attack {
  url: string
  kind: 'pdf' | 'junk' | 'secrets'
  /** Requests under way at a time, and altogether at most. */
  atOnce: number
  /** Requests a second at most: beyond that the benchmark measures the attacker's own speed. */
  perSecond: number
  most: number
  /** The number of client addresses. */
  addresses: number
  publishableKey: string
  appKey: string
  /** Paths of PDFs. */
  pdfs: string[]
}

tell('started')
const [attack] = (await once(process, 'message')) as [Attack]
const agent = new Agent({ keepAlive: true, maxSockets: attack.atOnce })
const statuses: Record<string, number> = {}
tell('ready')
await once(process, 'message')
const beganMs = performance.now()
let sent = 0
let stopped = false
process.once('message', () => {
  stopped = true
})
await Promise.all(Array.from({ length: attack.atOnce }, client))
while (!stopped) await once(process, 'message')
agent.destroy()
tell(statuses)

function tell(news: unknown): void {
  process.send?.(news)
}

async function client(): Promise<void> {
  while (!stopped && sent < attack.most) {
    sent += 1
    const earlyMs = beganMs + (sent / attack.perSecond) * 1_000 - performance.now()
    if (earlyMs > 0) await pause(earlyMs)
    const status = await send(sent).catch(() => 'broken')
    statuses[status] = (statuses[status] ?? 0) + 1
  }
}

function send(nth: number): Promise<string> {
  const { method, path, user, body } = requestOf(nth)
  const { hostname, port } = new URL(attack.url)
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `198.51.100.${1 + (nth % attack.addresses)}`,
    authorization: `Basic ${Buffer.from(user).toString('base64')}`,
  }
  return new Promise((resolve, reject) => {
    const asked = request({ agent, hostname, port, method, path, headers, timeout: 30_000 }, (response) => {
      response.resume().once('end', () => resolve(String(response.statusCode)))
    })
    asked.once('error', reject).once('timeout', () => asked.destroy(new Error('no answer')))
    asked.end(body)
  })
}

function requestOf(nth: number): { method: string; path: string; user: string; body?: string } {
  const { kind, publishableKey, appKey, pdfs } = attack
  switch (kind) {
    case 'pdf':
      return { method: 'GET', path: pdfs[nth % pdfs.length] ?? '/', user: ':' }
    case 'secrets':
      return { method: 'GET', path: '/v1/operations', user: `${appKey}:wrong-${nth}` }
    case 'junk': {
      const body = { key: randomBytes(256).fill(1, 0, 1).toString('base64'), data: randomBytes(96).toString('base64') }
      return { method: 'POST', path: '/v1/token', user: `${publishableKey}:`, body: JSON.stringify(body) }
    }
  }
}
