// `npm run bench:attacks`: how many honest card payments succeed, and how long they take, while the service is attacked. Bounded: about a minute.
// The attacker is a process of its own, at the lowest priority: it stands for machines elsewhere, which take no processor from the service.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SANDBOX_ACCOUNT } from '../src/accounts/open-account.ts'
import { cardOf } from '../test/support/fixtures/card-thieves.ts'
import { chargeOf } from '../test/support/fixtures/charges.ts'
import { sealEnvelope } from '../test/support/fixtures/envelope-seal.ts'
import type { Attack } from './attacker.ts'
import { freePort, start } from './processes.ts'

const SECONDS = 6
const PAYMENTS_A_SECOND = 20
const PDFS = 10
/** The service's promise: the share of honest payments that succeed, and how many times as long as on a quiet day they may take. */
const SUCCESS = 0.95
const SLOWER = 2

type Shape = Pick<Attack, 'kind' | 'atOnce' | 'perSecond' | 'most' | 'addresses'>
type Plan = [title: string, attack?: Shape, against?: 'service' | 'bystander']

const AT_ONCE: Shape = { kind: 'junk', atOnce: 1_600, perSecond: 1_000_000, most: 1_600, addresses: 1 }
const FORTY: Shape = { kind: 'junk', atOnce: 64, perSecond: 500, most: 100_000, addresses: 40 }

/** A flood of the bystander shows what the attacker takes from the machine that the honest client and the service share with it. */
const plans: Plan[] = [
  ['quiet'],
  ['1,600 junk envelopes at once, to a bare server beside the service', AT_ONCE, 'bystander'],
  ['junk envelopes from 40 addresses, to a bare server beside the service', FORTY, 'bystander'],
  ['ten clients ask for PDFs', { kind: 'pdf', atOnce: 10, perSecond: 500, most: 100_000, addresses: 10 }],
  ['1,600 junk envelopes at once', AT_ONCE],
  ['junk envelopes from 40 addresses', FORTY],
  ['wrong secrets', { kind: 'secrets', atOnce: 32, perSecond: 500, most: 100_000, addresses: 1 }],
]

const folder = mkdtempSync(join(tmpdir(), 'cobro-attacks-'))
const delays = join(folder, 'delays.json')
const port = await freePort()
const bystander = fork(new URL('./bystander.ts', import.meta.url))
setPriority(bystander.pid ?? 0, constants.priority.PRIORITY_LOW)
const [bystanderPort] = await once(bystander, 'message')
const service = await start(process.execPath, [process.argv[2] ?? 'dist/main.js'], {
  port,
  env: {
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: process.env.DATABASE_URL ?? '',
    LOG_LEVEL: 'error',
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('loop-delay.ts', import.meta.url))}`,
    LOOP_DELAY_FILE: delays,
    TRUST_PROXY: '127.0.0.1',
    // As in production.
    ATTACK_LIMITS: 'on',
    RATE_LIMIT: '100',
    ADDRESS_RATE_LIMIT: '200',
  },
})
const OWN_ADDRESS = '192.0.2.1'
// The sandbox's known credential is public, and is refused behind a proxy.
const ours = `${SANDBOX_ACCOUNT.appKey}:${SANDBOX_ACCOUNT.secret}`
const secretKey = await make({ scopes: ['charge', 'read'] })
const publishable = await make({ kind: 'publishable' })
let cards = 0

try {
  const { result } = await ask('GET', '/v1/public-key')
  const publicKey = result?.public_key ?? ''
  const pdfs: string[] = []
  for (let nth = 0; nth < PDFS; nth += 1) {
    const slip = await ask('POST', '/v1/payment/spei', { total: 100 + nth })
    pdfs.push(`${new URL(slip.result?.url ?? '').pathname}.pdf`)
  }
  for (let nth = 0; nth < 20; nth += 1) await payment(publicKey)

  let quietMs = 0
  console.log(`honest: ${PAYMENTS_A_SECOND} card payments a second (a token and its charge) for ${SECONDS} s each\n`)
  for (const [title, attack, against = 'service'] of plans) {
    const url = against === 'service' ? service.url : `http://127.0.0.1:${bystanderPort}`
    const ready = attack && (await attacker({ ...attack, pdfs, url }))
    process.kill(service.pid, 'SIGUSR2')
    const under = ready?.begin()
    const { succeeded, sent, p50, p99 } = await honest(publicKey)
    const statuses = await under?.stop()
    process.kill(service.pid, 'SIGUSR2')
    if (attack === undefined) quietMs = p99
    const ratio = p99 / quietMs
    const holds = succeeded >= SUCCESS * sent && ratio <= SLOWER
    const summary = `${succeeded} of ${sent} succeeded, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (${ratio.toFixed(1)} of quiet)`
    const isPromised = attack !== undefined && against === 'service'
    console.log(`${title}: ${summary}${isPromised ? (holds ? ', as promised' : ', NOT as promised') : ''}`)
    if (statuses) console.log(`  the attacker heard ${JSON.stringify(statuses)}`)
    await pause(1_500)
    const [longest = 0, most = 0] = JSON.parse(readFileSync(delays, 'utf8')) as number[]
    console.log(
      `  the service's event loop stood still for ${longest.toFixed(0)} ms at most, p99 ${most.toFixed(0)} ms`,
    )
  }
} finally {
  bystander.disconnect()
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}

interface Summary {
  succeeded: number
  sent: number
  p50: number
  p99: number
}

/** Pays at a steady rate, whatever the outcome of earlier payments. */
async function honest(publicKey: string): Promise<Summary> {
  const payments: Promise<number | undefined>[] = []
  for (let nth = 0; nth < SECONDS * PAYMENTS_A_SECOND; nth += 1) {
    payments.push(payment(publicKey))
    await pause(1_000 / PAYMENTS_A_SECOND)
  }
  const all = await Promise.all(payments)
  const took = all.filter((ms) => ms !== undefined).sort((a, b) => a - b)
  const at = (share: number) => took[Math.ceil(took.length * share) - 1] ?? Number.NaN
  return { succeeded: took.length, sent: all.length, p50: at(0.5), p99: at(0.99) }
}

/** How long a card payment takes, its token included; undefined when it does not succeed. */
async function payment(publicKey: string): Promise<number | undefined> {
  cards += 1
  const card = { cardholder_name: 'ANA LOPEZ', expiration: '3912', cvv: '123', number: cardOf('424242', cards) }
  const sealed = sealEnvelope(card, publicKey)
  const beganMs = performance.now()
  try {
    const token = await ask('POST', '/v1/token', sealed)
    const charge = await ask('POST', '/v1/payment/card', sealEnvelope(chargeOf(token.result?.token ?? ''), publicKey))
    return charge.success ? performance.now() - beganMs : undefined
  } catch {
    return undefined
  }
}

interface Answered {
  success: boolean
  result?: { public_key?: string; url?: string; token?: string }
}

async function ask(method: string, path: string, body?: object): Promise<Answered> {
  const credential = `${secretKey.app_key}:${secretKey.app_secret}`
  return (await send(method, path, credential, body, { 'x-forwarded-for': OWN_ADDRESS })) as Answered
}

interface Made {
  app_key: string
  app_secret: string
}

/** A new credential of the sandbox's account. */
async function make(wanted: object): Promise<Made> {
  const { result } = (await send('POST', '/v1/credentials', ours, { name: 'bench', ...wanted })) as { result: Made }
  return result
}

async function send(
  method: string,
  path: string,
  credential: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(credential).toString('base64')}`,
      'content-type': 'application/json',
      ...headers,
    },
    signal: AbortSignal.timeout(15_000),
    ...(body && { body: JSON.stringify(body) }),
  })
  return response.json()
}

/** An attacker that is ready; it begins when told to. */
async function attacker(attack: Omit<Attack, 'publishableKey' | 'appKey'>) {
  const keys = { appKey: secretKey.app_key, publishableKey: publishable.app_key }
  const child = fork(new URL('./attacker.ts', import.meta.url))
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW)
  await once(child, 'message')
  child.send({ ...attack, ...keys } satisfies Attack)
  await once(child, 'message')
  return {
    begin: () => {
      child.send('begin')
      const heard = once(child, 'message')
      return {
        stop: async () => {
          child.send('stop')
          const [statuses] = await heard
          child.disconnect()
          return statuses
        },
      }
    },
  }
}
