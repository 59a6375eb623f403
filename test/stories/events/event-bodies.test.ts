import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { storyReceiver } from '../../support/fixtures/receiver.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'
import { type Merchant, onBothEngines, openWorld, type World } from '../../support/harness/world.ts'

const receiver = storyReceiver()

async function paidVoucher(merchant: Merchant): Promise<string> {
  const issued = await merchant.post('/v1/payment/spei', { total: 100 })
  const { transaction } = issued.body.result
  const payer_clabe = '012180001554321090'
  const paid = await merchant.post('/v1/sandbox/pay/spei', { transaction, payer_clabe })
  assert.equal(paid.body.result.outcome, 'settled', paid.text)
  return transaction
}

/** Each event of an operation, as it is listed: its type and what it says. */
async function eventsOf(merchant: Merchant, operation: string): Promise<Record<string, { id: string; data: unknown }>> {
  const { events } = (await merchant.get(`/v1/events?operation=${operation}`)).body.result
  return Object.fromEntries(events.map((event: { type: string; id: string; data: unknown }) => [event.type, event]))
}

async function replay(world: World, merchant: Merchant, eventId: string): Promise<void> {
  const asked = await merchant.post(`/v1/events/${eventId}/replay`, {})
  assert.equal(asked.status, 200, asked.text)
  await world.work()
}

onBothEngines('an event keeps the content that it had when it happened', (world) => {
  test('whatever happens to the operation afterwards, byte for byte under the same webhook-id', async () => {
    const merchant = await world().merchant()
    await merchant.post('/v1/webhook', { url: `${receiver.url}/same` })
    const operation = await paidVoucher(merchant)
    await world().work()
    const asPaid = (await merchant.get(`/v1/operations/${operation}`)).body.result
    const before = await eventsOf(merchant, operation)
    assert.deepEqual(before['operation.paid']?.data, asPaid)
    assert.deepEqual(before['voucher.issued']?.data, {
      ...asPaid,
      status: 'P',
      authorization_code: '',
      paid_at: null,
    })

    const reversed = await merchant.post(`/v1/operations/apply-reversal/${operation}`, {})
    assert.equal(reversed.status, 200, reversed.text)
    const later = await eventsOf(merchant, operation)
    assert.deepEqual(later['voucher.issued'], before['voucher.issued'])
    assert.deepEqual(later['operation.paid']?.data, asPaid)
    for (const type of ['voucher.issued', 'operation.paid'])
      await replay(world(), merchant, before[type]?.id ?? assert.fail(type))
    for (const type of ['voucher.issued', 'operation.paid']) {
      const sentEvents = receiver.at('/same').filter(({ event }) => event === type)
      assert.equal(sentEvents.length, 2)
      assert.equal(sentEvents[0]?.id, sentEvents[1]?.id)
      assert.equal(sentEvents[0]?.body, sentEvents[1]?.body)
      assert.deepEqual(sentEvents[0]?.json, before[type]?.data)
    }
  })
})

describe('an event keeps the content that it had when it happened', () => {
  after(stopPostgres)
  for (const engine of ENGINES) {
    test(`also when the service’s address changes before the delivery [${engine}]`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'cobro-'))
      const url =
        engine === 'sqlite' ? `file:${join(folder, 'cobro.db')}` : await newDatabaseUrl(engine, { migrated: true })
      const settings = { DATABASE_URL: url, DATA_DIR: folder }
      const first = await openWorld(engine, { ...settings, BASE_URL: 'https://antes.example.mx' })
      const merchant = await first.merchant()
      await merchant.post('/v1/webhook', { url: `${receiver.url}/moved` })
      receiver.answer = (_arrival, response) => {
        response.writeHead(500).end()
      }
      const { transaction } = (await merchant.post('/v1/payment/spei', { total: 100 })).body.result
      await first.work()
      await first.close()

      receiver.answer = (_arrival, response) => {
        response.end('ok')
      }
      const second = await openWorld(engine, { ...settings, BASE_URL: 'https://despues.example.mx' })
      const authorization = `Basic ${Buffer.from(`${merchant.appKey}:${merchant.secret}`).toString('base64')}`
      const headers = { authorization, 'content-type': 'application/json' }
      const moved = await second.send({
        method: 'PUT',
        url: '/v1/sandbox/clock',
        headers,
        payload: JSON.stringify({ advance: 'PT10M' }),
      })
      assert.equal(moved.status, 200, moved.text)
      await second.work()
      const sentEvents = receiver.at('/moved')
      assert.equal(sentEvents.length, 2)
      assert.equal(sentEvents[0]?.body, sentEvents[1]?.body)
      assert.equal(sentEvents[0]?.id, sentEvents[1]?.id)
      assert.match(sentEvents[0]?.json.url, /^https:\/\/antes\.example\.mx\//)
      const now = await second.send({ method: 'GET', url: `/v1/operations/${transaction}`, headers })
      assert.match(now.body.result.url, /^https:\/\/despues\.example\.mx\//)
      await second.close()
      rmSync(folder, { recursive: true, force: true })
    })
  }
})
