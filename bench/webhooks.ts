// The rate of webhooks to a local receiver with ten endpoints, one of which hangs, beside a bare loop of the same HTTP client.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { openAccount } from '../src/accounts/open-account.ts'
import { readConfig } from '../src/config.ts'
import { newId, newUuid } from '../src/core/ids.ts'
import { createPoster } from '../src/events/webhooks/post.ts'
import { webhookSignature } from '../src/events/webhooks/signature.ts'
import { BLANK_OPERATION } from '../src/operations/blank.ts'
import { create } from '../src/operations/record.ts'
import { createService } from '../src/service.ts'

const ENDPOINTS = 10
/** As many sends at a time as nine endpoints of a lane's eight. */
const CONCURRENCY = 72

/** The receiver runs in a thread of its own, so that it does not disturb the measurement. */
const RECEIVER = `
const { createServer } = require('node:http')
const { parentPort } = require('node:worker_threads')
let served = 0
const server = createServer((request, response) => {
  request.resume()
  if (request.url === '/hanging') return
  request.on('end', () => { served += 1; response.end('ok') })
})
server.listen(0, '127.0.0.1', () => parentPort.postMessage({ port: server.address().port }))
parentPort.on('message', () => parentPort.postMessage({ served }))
`

const { values } = parseArgs({
  options: { events: { type: 'string', default: '500' }, database: { type: 'string' } },
})
const events = Number(values.events)
const folder = mkdtempSync(join(tmpdir(), 'cobro-bench-'))
const receiver = new Worker(RECEIVER, { eval: true })
const { port } = await heard<{ port: number }>()
const address = `http://127.0.0.1:${port}`

const service = await createService(
  readConfig({
    DATABASE_URL: values.database ?? `file:${join(folder, 'cobro.db')}`,
    DATA_DIR: folder,
    PORT: '0',
    RSA_THREADS: '1',
    BASE_URL: 'http://127.0.0.1:8080',
    LOG_LEVEL: 'silent',
  }),
  { log: pino({ level: 'silent' }) },
)
const { store, clock, worker } = service
const { accountId, appKey, secret } = await openAccount(service, {
  name: 'Bench',
  email: 'bench@cobro.local',
  mode: 'sandbox',
})
const authorization = `Basic ${Buffer.from(`${appKey}:${secret}`).toString('base64')}`
for (let at = 0; at < ENDPOINTS; at += 1) {
  const url = `${address}/${at === 0 ? 'hanging' : `prompt-${at}`}`
  const made = await service.app.inject({
    method: 'POST',
    url: '/v1/webhook',
    headers: { authorization },
    payload: { url },
  })
  if (made.statusCode !== 200) throw new Error(made.body)
}
await Promise.all(Array.from({ length: events }, oneOperation))

const wanted = events * (ENDPOINTS - 1)
const bare = await measured(() => bareLoop(wanted))
const before = await served()
const drained = await measured(async () => {
  worker.start()
  while ((await served()) - before < wanted) await pause(20)
})

const durability = Object.entries(await store.durability()).map(([name, value]) => `${name}=${value}`)
process.stdout.write(
  [
    `engine               ${store.engine} (${durability.join(', ')})`,
    `bare loop            ${bare.perSecond} posts/s, ${bare.micros} µs of processor each; signed, ${CONCURRENCY} at a time, nothing recorded`,
    `webhooks             ${drained.perSecond} a second, ${drained.micros} µs; fanned out, leased, sent, each attempt durable; one endpoint of ${ENDPOINTS} hangs`,
    `ratio                ${(drained.perSecond / bare.perSecond).toFixed(2)} by the clock, ${(bare.micros / drained.micros).toFixed(2)} by the processor`,
    '',
  ].join('\n'),
)
await receiver.terminate()
await service.close()
rmSync(folder, { recursive: true, force: true })

/** A voucher with its event, as the service would record it. */
async function oneOperation(): Promise<void> {
  const now = clock.now()
  await create(
    service,
    {
      ...BLANK_OPERATION,
      id: newUuid(clock),
      account_id: accountId,
      created_at: now,
      day: now.slice(0, 10),
      rail: 'store',
      status: 'pending',
      status_at: now,
      total_centavos: 10_000,
      fee_centavos: 360,
      iva_centavos: 58,
      fee_percentage_millis: 3_600,
      operator: 'bench@cobro.local',
      network: 'bench',
      network_reference: newId(clock, 'ref'),
      chain: 'OXXO',
      short_id: '1',
      bank_account_number: '1',
      bank_name: 'Bench',
      payment_id: '1',
      expires_at: now,
    },
    [],
    'voucher.issued',
  )
}

/** The time of `wanted` posts: by the clock, and of the sending thread's processor. */
async function measured(work: () => Promise<void>): Promise<{ perSecond: number; micros: number }> {
  const started = performance.now()
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  const seconds = (performance.now() - started) / 1_000
  return { perSecond: Math.round(wanted / seconds), micros: Math.round((user + system) / wanted) }
}

/** The same client and signature over a body of the same size, without other work. */
async function bareLoop(count: number): Promise<void> {
  const poster = createPoster({ loopback: true, plainHttp: true, timeoutMs: 10_000 })
  const body = JSON.stringify({ data: 'x'.repeat(700) })
  let left = count
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (left > 0) {
        left -= 1
        const id = newId(clock, 'evt')
        const timestamp = Math.floor(clock.wallMs() / 1_000)
        const signature = webhookSignature(['whsec_AAAA'], { id, timestamp, body })
        await poster.post(`${address}/bare`, { 'webhook-id': id, 'webhook-signature': signature }, body)
      }
    }),
  )
  await poster.close()
}

async function served(): Promise<number> {
  receiver.postMessage('how many')
  return (await heard<{ served: number }>()).served
}

function heard<M>(): Promise<M> {
  return new Promise((resolve) => {
    receiver.once('message', resolve)
  })
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
