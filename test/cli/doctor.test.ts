import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { verifyWebhook } from '../../client/src/webhooks.ts'
import { examine, type Finding } from '../../src/cli/developer/doctor-checks.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const cleanups: (() => void)[] = []
after(() => {
  for (const close of cleanups) close()
})

type Answering = (received: { headers: Record<string, string>; payload: Buffer }) => number | Promise<number>

/** What the doctor finds about a receiver that answers so. */
async function findings(answering: Answering, key = secret): Promise<Map<string, Finding>> {
  const server = createServer(async (request, response) => {
    const payload = Buffer.concat(await request.toArray())
    response.statusCode = await answering({ headers: request.headers as Record<string, string>, payload })
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  const all = new Map<string, Finding>()
  for await (const finding of examine({ url, secret: key, nowMs: Date.now, newId: randomUUID })) {
    all.set(finding.check[1], finding)
  }
  return all
}

const verdicts = (all: Map<string, Finding>, verdict: Finding['verdict']) =>
  [...all.values()].filter((finding) => finding.verdict === verdict).map(({ check }) => check[1])

const believes = (received: { headers: Record<string, string>; payload: Buffer }) =>
  verifyWebhook({ ...received, secret }).then(
    () => true,
    () => false,
  )

test('a receiver that verifies with the client passes every check', async () => {
  const all = await findings(async (received) => ((await believes(received)) ? 200 : 401))
  assert.equal(all.size, 11)
  assert.deepEqual(verdicts(all, 'good'), [...all.keys()])
})

test('a receiver that accepts every request is reported, check by check', async () => {
  const bad = verdicts(await findings(() => 204), 'bad')
  assert.deepEqual(bad, [
    'a wrong signature is refused',
    'a changed body is refused',
    'an unsigned event is refused',
    'a signature ten minutes old is refused',
  ])
})

test('without a listener, the report says only that', async () => {
  const all: Finding[] = []
  const needs = { url: 'http://127.0.0.1:1/hooks', secret, nowMs: Date.now, newId: randomUUID }
  for await (const finding of examine(needs)) all.push(finding)
  assert.equal(all.length, 1)
  assert.match(JSON.stringify(all[0]), /start the receiver, or correct its address/)
})

test('a receiver that refuses duplicates, old events or new types is reported', async () => {
  const seen = new Set<string>()
  const all = await findings(async (received) => {
    if (!(await believes(received))) return 401
    const { 'webhook-id': id = '', 'webhook-event': type = '' } = received.headers
    if (seen.has(id)) return 409
    seen.add(id)
    return type === 'operation.paid' ? 200 : 500
  })
  assert.deepEqual(verdicts(all, 'bad'), [
    'an event that comes twice is accepted twice',
    'an older event after a newer one is accepted',
    'an event of an unknown type is accepted',
  ])
})

test('a receiver that works one event after another is slow', async () => {
  let queue: Promise<unknown> = Promise.resolve()
  const all = await findings(async (received) => {
    if (!(await believes(received))) return 401
    queue = queue.then(() => sleep(210))
    await queue
    return 200
  })
  assert.deepEqual(verdicts(all, 'warning'), ['10 events at once are answered soon'])
})

test('a secret that is not the receiver’s is the first finding', async () => {
  const other = `whsec_${btoa('x'.repeat(32))}`
  const all = await findings(async (received) => ((await believes(received)) ? 200 : 401), other)
  assert.equal([...all.values()][0]?.verdict, 'bad')
})

test('a missing receiver ends the examination at once', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const found: Finding[] = []
  const url = `http://127.0.0.1:${port}/`
  for await (const finding of examine({ url, secret, nowMs: Date.now, newId: randomUUID })) found.push(finding)
  assert.equal(found.length, 1)
  assert.match(found[0]?.found[1] ?? '', /ECONNREFUSED/)
})
