// What hangs for one account delays no other: webhooks, e-mails and exports of an account have slots of their own, and a receiver gets more than one only
// after it has answered.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { eventually, openReceiver, storyReceiver } from '../../support/fixtures/receiver.ts'
import { ENGINES } from '../../support/harness/engines.ts'
import { type Merchant, openWorld, type World } from '../../support/harness/world.ts'

/** A send that is late is repeated, and a busy machine is late. */
const PATIENT_SENDS = { DELIVERY_TIMEOUT_MS: '60000' }

const receiver = storyReceiver()

for (const engine of ENGINES) {
  test(`fourteen merchants with twenty hanging receivers each delay no webhook of the next one [${engine}]`, async (t) => {
    const world = await openWorld(engine, { RATE_LIMIT: '100000' })
    t.after(() => world.close())
    const held: ServerResponse[] = []
    receiver.answer = (arrival, response) => {
      if (arrival.path.startsWith('/hanging')) held.push(response)
      else response.end()
    }
    const hanging = await Promise.all(Array.from({ length: 14 }, (_, nth) => withHanging(world, nth)))
    world.service.worker.start()
    await eventually(() => held.length >= 128)
    const next = await world.merchant()
    await endpoint(next, '/prompt')
    const begun = performance.now()
    await voucher(next)
    await eventually(() => receiver.at('/prompt').length === 1)
    assert.ok(performance.now() - begun < 4_000, 'it waited for others')
    const ofReceiver = new Map<string, number>()
    for (const { path } of receiver.arrivals) ofReceiver.set(path, (ofReceiver.get(path) ?? 0) + 1)
    for (const [path, count] of ofReceiver) assert.equal(count, 1, `${path} got ${count} at once without an answer`)
    assert.equal(hanging.length, 14)
    for (const response of held) response.destroy()
    receiver.answer = (_arrival, response) => {
      response.end()
    }
  })
}

for (const engine of ENGINES) {
  test(`merchants with many SMS take turns at a slow gateway, and the next one waits for no queue [${engine}]`, async (t) => {
    const gateway = await openReceiver()
    t.after(() => gateway.close())
    const held: ServerResponse[] = []
    gateway.answer = (_arrival, response) => {
      held.push(response)
    }
    const world = await openWorld(engine, { SMS_URL: gateway.url, SMS_ACCOUNT: 'a', SMS_TOKEN: 't', ...PATIENT_SENDS })
    t.after(() => world.close())
    const queue = async (phone: string, many: number) => {
      const merchant = await world.merchant()
      const { transaction: id } = (await merchant.post('/v1/payment/spei', { total: 100 })).body.result
      for (let nth = 0; nth < many; nth += 1) {
        const answer = await merchant.post('/v1/operations/send', { id, phone })
        assert.equal(answer.status, 200, answer.text)
      }
    }
    for (const phone of ['5511111111', '5522222222', '5533333333']) await queue(phone, 20)
    world.service.worker.start()
    await eventually(() => held.length === 8)
    await queue('5599999999', 1)
    const isNext = () => gateway.arrivals.some(({ body }) => body.includes('5599999999'))
    // Each that ends lets another begin: a turn of each of the three, and then it is the next one's.
    for (let ended = 0; ended < 8 && !isNext(); ended += 1) {
      held.shift()?.end()
      await eventually(() => gateway.arrivals.length === 9 + ended)
    }
    assert.ok(isNext(), `${gateway.arrivals.length} others were sent before`)
    gateway.answer = (_arrival, response) => {
      response.end()
    }
    for (const response of held) response.end()
    await eventually(() => gateway.arrivals.length === 61)
  })
}

async function withHanging(world: World, nth: number): Promise<Merchant> {
  const merchant = await world.merchant()
  for (let at = 0; at < 20; at += 1) await endpoint(merchant, `/hanging-${nth}-${at}`)
  await voucher(merchant)
  await voucher(merchant)
  return merchant
}

async function endpoint(merchant: Merchant, path: string): Promise<void> {
  const made = await merchant.post('/v1/webhook', { url: `${receiver.url}${path}` })
  assert.equal(made.status, 200, made.text)
}

async function voucher(merchant: Merchant): Promise<void> {
  assert.equal((await merchant.post('/v1/payment/spei', { total: 100 })).status, 200)
}
