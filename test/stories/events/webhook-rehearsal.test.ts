import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import { readConfig } from '../../../src/config.ts'
import { createService } from '../../../src/service.ts'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, chargeOf, sendCharge } from '../../support/fixtures/charges.ts'
import { eventually, storyReceiver } from '../../support/fixtures/receiver.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { listeningOnBothEngines } from '../../support/harness/listening.ts'
import { type Merchant, onBothEngines, openWorld, type World } from '../../support/harness/world.ts'

const receiver = storyReceiver()

async function endpoint(merchant: Merchant, path: string) {
  return (await merchant.post('/v1/webhook', { url: `${receiver.url}${path}` })).body.result
}

const asking = (faults: string) => ({ 'sandbox-webhook-faults': faults })
const eventsAt = (path: string) => receiver.at(path).map((one) => one.event)

async function clock(world: World, merchant: Merchant, change: object): Promise<void> {
  const moved = await merchant.call('PUT', '/v1/sandbox/clock', change)
  assert.equal(moved.status, 200, moved.text)
  await world.work()
}

onBothEngines('one request can ask for faults of the webhooks that it causes', (world) => {
  test('its own events have the faults, those of the next request do not', async () => {
    const merchant = await world().merchant()
    await endpoint(merchant, '/twice')
    const { body } = await merchant.post('/v1/payment/spei', { total: 100 }, asking('duplicate=1'))
    await world().work()
    assert.deepEqual(eventsAt('/twice'), ['voucher.issued', 'voucher.issued'])
    assert.equal(new Set(receiver.at('/twice').map((one) => one.id)).size, 1)
    receiver.arrivals.length = 0
    await merchant.post('/v1/sandbox/pay/spei', { transaction: body.result.transaction })
    await world().work()
    assert.deepEqual(eventsAt('/twice'), ['operation.paid'])
  })

  test('a card payment, its reversal, a customer and a ping can be rehearsed alike', async () => {
    const merchant = await world().merchant()
    const { id } = await endpoint(merchant, '/every')
    const headers = asking('duplicate=1')
    const message = chargeOf(await tokenFor(world(), merchant, APPROVED))
    const paid = await sendCharge(world(), merchant, message, { headers })
    await merchant.get(`/v1/operations/apply-reversal/${paid.body.result.token}`, headers)
    await merchant.post('/v1/customer', { name: 'Ana', email: 'ana@example.mx' }, headers)
    await merchant.post(`/v1/webhook/${id}/test`, {}, headers)
    await world().work()
    const twice = ['operation.paid', 'operation.cancelled', 'customer.created', 'webhook.ping'].flatMap((one) => [
      one,
      one,
    ])
    assert.deepEqual(eventsAt('/every').sort(), twice.sort())
  })

  test('late, dropped and wrongly signed, then right; where the endpoint has other faults, the request’s faults apply', async () => {
    const merchant = await world().merchant()
    const { id, secret } = await endpoint(merchant, '/bad')
    await merchant.call('PUT', `/v1/webhook/${id}/faults`, { delay_seconds: 600, duplicate: 5 })
    receiver.answer = (arrival, response) => {
      try {
        new Webhook(secret).verify(arrival.body, arrival.headers)
        response.end()
      } catch {
        response.writeHead(401).end()
      }
    }
    await clock(world(), merchant, { freeze: true })
    const faults = asking('delay_seconds=60, duplicate=0, drop=1, wrong_signature=2')
    const { body } = await merchant.post('/v1/payment/spei', { total: 100 }, faults)
    await clock(world(), merchant, { advance: 'PT59S' })
    const event = async () => {
      const list = await merchant.get(`/v1/events?operation=${body.result.transaction}`)
      const [first] = list.body.result.events
      return (await merchant.get(`/v1/events/${first.id}`)).body.result.deliveries[0]
    }
    assert.deepEqual((await event()).attempts, [])
    await clock(world(), merchant, { advance: 'PT1H' })
    const { status, attempts } = await event()
    assert.equal(status, 'delivered')
    assert.deepEqual(
      attempts.map((one: { status: number | null }) => one.status),
      [null, 401, 200],
    )
    await clock(world(), merchant, { resume: true })
  })

  test('an event with that fault is overtaken by the next one of its operation', async () => {
    const merchant = await world().merchant()
    await endpoint(merchant, '/overtaken')
    await clock(world(), merchant, { freeze: true })
    const { body } = await merchant.post('/v1/payment/spei', { total: 100 }, asking('reorder'))
    await merchant.post('/v1/sandbox/pay/spei', { transaction: body.result.transaction })
    await world().work()
    assert.deepEqual(eventsAt('/overtaken'), ['operation.paid'])
    await clock(world(), merchant, { advance: 'PT5S' })
    assert.deepEqual(eventsAt('/overtaken'), ['operation.paid', 'voucher.issued'])
    await clock(world(), merchant, { resume: true })
  })

  test('a request turns off what the endpoint asks for', async () => {
    const merchant = await world().merchant()
    const { id } = await endpoint(merchant, '/in-order')
    await merchant.call('PUT', `/v1/webhook/${id}/faults`, { reorder: true, duplicate: 2 })
    await clock(world(), merchant, { freeze: true })
    await merchant.post('/v1/payment/spei', { total: 100 }, asking('reorder=?0, duplicate=0'))
    await world().work()
    assert.deepEqual(eventsAt('/in-order'), ['voucher.issued'])
    await clock(world(), merchant, { resume: true })
  })

  test('a request that moves the clock rehearses its own account only', async () => {
    const [asks, other] = [await world().merchant(), await world().merchant()]
    await endpoint(asks, '/mine')
    await endpoint(other, '/theirs')
    for (const merchant of [asks, other]) await merchant.post('/v1/payment/spei', { total: 100 })
    await world().work()
    receiver.arrivals.length = 0
    const moved = await asks.call('PUT', '/v1/sandbox/clock', { advance: 'P3D' }, asking('duplicate=1'))
    assert.equal(moved.status, 200, moved.text)
    await world().work()
    assert.deepEqual(eventsAt('/mine'), ['operation.expired', 'operation.expired'])
    assert.deepEqual(eventsAt('/theirs'), ['operation.expired'])
  })

  test('an unknown fault, or one with an invalid value, is refused by name and nothing is done', async () => {
    const merchant = await world().merchant()
    for (const faults of [
      'duplicates=1',
      'duplicate',
      'duplicate=9',
      'delay_seconds=-1',
      'reorder=1',
      '',
      '__proto__=1',
    ]) {
      const { status, body } = await merchant.post('/v1/payment/spei', { total: 100 }, asking(faults))
      assert.equal(status, 400, faults)
      assert.ok(body.error.messages['Sandbox-Webhook-Faults'], faults)
    }
    assert.equal((await merchant.get('/v1/operations')).body.result.total, 0)
  })
})

listeningOnBothEngines('the faults of a request end with it', (world) => {
  test('later work of the worker has none', async () => {
    const merchant = await world().merchant()
    await endpoint(merchant, '/afterwards')
    await merchant.post('/v1/payment/spei', { total: 1111.11 }, asking('duplicate=1'))
    await eventually(() => eventsAt('/afterwards').length >= 3)
    assert.deepEqual(eventsAt('/afterwards').sort(), ['operation.paid', 'voucher.issued', 'voucher.issued'])
  })
})

for (const engine of ENGINES) {
  describe(`requested faults are stored with the event [${engine}]`, () => {
    test('the process that delivers after a restart applies them', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'cobro-rehearsal-'))
      const settings = engine === 'sqlite' ? { DATABASE_URL: `file:${join(folder, 'cobro.db')}` } : {}
      const first = await openWorld(engine, settings)
      const merchant = await first.merchant()
      await endpoint(merchant, '/elsewhere')
      await merchant.post('/v1/payment/spei', { total: 100 }, asking('duplicate=2'))
      await first.service.close()
      const second = await createService(readConfig(first.environment), { log: pino({ level: 'silent' }) })
      await second.worker.runDue()
      await second.close()
      assert.deepEqual(eventsAt('/elsewhere'), ['voucher.issued', 'voucher.issued', 'voucher.issued'])
    })
  })
}
after(stopPostgres)
