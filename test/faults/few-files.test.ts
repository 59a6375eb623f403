// A process that may open no more files for a while: what it could not load then, it loads afterwards.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SANDBOX_ACCOUNT } from '../../src/accounts/open-account.ts'
import { ENGINES } from '../support/harness/engines.ts'
import { basic } from '../support/harness/world.ts'
import { startChild } from './child.ts'

const AUTHORIZATION = basic(SANDBOX_ACCOUNT.appKey, SANDBOX_ACCOUNT.secret)
const FILES = 64
const WAIT_MS = 120_000

test('a request for which no file is left is refused as busy, and answered when there are files again', async (t) => {
  if (!ENGINES.includes('sqlite')) return
  const folder = mkdtempSync(join(tmpdir(), 'cobro-few-'))
  const child = await startChild({ DATA_DIR: folder }, undefined, [], `ulimit -n ${FILES}`)
  t.after(async () => {
    await child.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  const { transaction } = (await child.call('POST', '/v1/payment/spei', { total: 10 })).body.result
  const paths = [
    ...['/docs', '/console/today', '/openapi.json', '/mailbox', '/demo', '/console/assets/none.js'],
    ...['xlsx', 'csv'].map((format) => `/v1/operations?format=${format}`),
    ...['', '.pdf', '.png', '/qr.svg'].map((end) => `/p/${transaction}${end}`),
  ]
  const { hostname, port } = new URL(child.address)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  const ask = async (path: string) => {
    const asked = get({ hostname, port, path, agent, headers: { authorization: AUTHORIZATION } })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const text = Buffer.concat(await answer.toArray()).toString('latin1')
    return { path, status: answer.statusCode ?? 0, text }
  }
  await ask('/healthz')
  const others = Array.from({ length: FILES }, () => connect(Number(port), hostname).on('error', () => {}))
  await Promise.race(others.map((one) => once(one, 'close')))
  const without = []
  for (const path of paths) without.push(await ask(path))
  const busy = without.filter(({ status }) => status === 503)
  assert.deepEqual(
    without.filter(({ status }) => ![200, 302, 404, 503].includes(status)),
    [],
  )
  assert.ok(busy.length > 0)
  for (const { path, text } of busy) assert.match(text, /"reason":"service-busy"/, path)

  for (const one of others) one.destroy()
  await Promise.all(others.map((one) => one.closed || once(one, 'close')))
  for (const { path } of busy) {
    let last = await ask(path)
    for (const until = Date.now() + WAIT_MS; last.status === 503 && Date.now() < until; last = await ask(path))
      await sleep(50)
    assert.ok([200, 404].includes(last.status), `${path} ${last.status} ${last.text.slice(0, 200)}`)
  }
})

test('the first webhook that found no file left is sent when there are files again', async (t) => {
  if (!ENGINES.includes('sqlite')) return
  let received = 0
  const receiver = createServer((request, response) => {
    request.resume()
    received += 1
    response.end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const folder = mkdtempSync(join(tmpdir(), 'cobro-few-'))
  const child = await startChild({ DATA_DIR: folder }, undefined, [], `ulimit -n ${FILES}`)
  t.after(async () => {
    await child.kill()
    receiver.closeAllConnections()
    receiver.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const webhook = await child.call('POST', '/v1/webhook', { url, events: ['payout.paid'] })
  const issued = async () => (await child.call('POST', '/v1/payment/spei', { total: 10 })).body.result.transaction
  const hear = (event: string) =>
    child.call('PUT', `/v1/webhook/${webhook.body.result.id}`, { events: [event] }).then(({ status }) => status)
  const cancel = async (id: string) => (await child.call('POST', `/v1/operations/apply-reversal/${id}`)).status
  const [first, second] = [await issued(), await issued()]
  // What these calls load is there before the files are used up.
  assert.deepEqual([await hear('payout.failed'), await cancel(first)], [200, 200])

  const { hostname, port } = new URL(child.address)
  const others = Array.from({ length: FILES }, () => connect(Number(port), hostname).on('error', () => {}))
  await Promise.race(others.map((one) => once(one, 'close')))
  assert.deepEqual([await hear('operation.cancelled'), await cancel(second)], [200, 200])
  const until = Date.now() + WAIT_MS
  while (!child.output().includes('EMFILE') && Date.now() < until) await sleep(20)
  assert.match(child.output(), /EMFILE/)
  assert.equal(received, 0)

  for (const one of others) one.destroy()
  while (received === 0 && Date.now() < until) await sleep(100)
  assert.equal(received, 1, child.output())
})
