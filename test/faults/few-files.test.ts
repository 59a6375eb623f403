// A process that may open no more files for a while: what it could not load then, it loads afterwards.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ENGINES } from '../support/harness/engines.ts'
import { startChild } from './child.ts'

const FILES = 64
const WAIT_MS = 120_000

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
