import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { eventually, storyReceiver } from '../../support/fixtures/receiver.ts'
import { type Merchant, onBothEngines, worldOf } from '../../support/harness/world.ts'

const receiver = storyReceiver()

async function endpoint(merchant: Merchant, path: string, more: object = {}) {
  const made = await merchant.post('/v1/webhook', { url: `${receiver.url}${path}`, ...more })
  assert.equal(made.status, 200, made.text)
  return made.body.result
}

/** A voucher, and its payment when wanted; answers the operation's id. */
async function voucher(merchant: Merchant, { paid = false } = {}): Promise<string> {
  const issued = await merchant.post('/v1/payment/spei', {
    payment: { reference: { description: 'Pedido 7' } },
    total: 100,
  })
  assert.equal(issued.status, 200, issued.text)
  const { transaction } = issued.body.result
  if (paid) {
    const payment = await merchant.post('/v1/sandbox/pay/spei', { transaction })
    assert.equal(payment.body.result.outcome, 'settled', payment.text)
  }
  return transaction
}

onBothEngines('a webhook reports events, signed, in order', (world) => {
  test('the body is the bare operation record of that moment, the headers are those of Standard Webhooks', async () => {
    const merchant = await world().merchant()
    const { secret } = await endpoint(merchant, '/bare')
    const operation = await voucher(merchant, { paid: true })
    await world().work()

    const [issued, paid, ...rest] = receiver.at('/bare')
    assert.equal(rest.length, 0)
    assert.equal(issued?.event, 'voucher.issued')
    assert.equal(issued?.json.status, 'P')
    assert.equal(paid?.event, 'operation.paid')
    assert.equal(paid?.json.status, 'N')
    const shown = (await merchant.get(`/v1/operations/${operation}`)).body.result
    assert.deepEqual(paid?.json, shown)
    for (const { body, headers } of [issued, paid].filter((one) => one !== undefined)) {
      assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
    }
    assert.throws(() => new Webhook(secret).verify(`${paid?.body} `, paid?.headers ?? {}))
  })

  test('after a rotation both secrets verify for a day, and the secret is shown only when it is made', async () => {
    const merchant = await world().merchant()
    const made = await endpoint(merchant, '/rotated')
    assert.match(made.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const rotated = (await merchant.post(`/v1/webhook/${made.id}/rotate-secret`, {})).body.result
    assert.notEqual(rotated.secret, made.secret)
    const read = await merchant.get(`/v1/webhook/${made.id}`)
    const list = await merchant.get('/v1/webhook')
    for (const text of [read.text, list.text]) assert.ok(!text.includes('whsec_'))
    await voucher(merchant)
    await world().work()
    const first = receiver.at('/rotated').at(-1)
    for (const secret of [made.secret, rotated.secret]) {
      new Webhook(secret).verify(first?.body ?? '', first?.headers ?? {})
    }

    await merchant.call('PUT', '/v1/sandbox/clock', { advance: 'PT24H1S' })
    await voucher(merchant)
    await world().work()
    const second = receiver.at('/rotated').at(-1)
    assert.notEqual(second?.id, first?.id)
    new Webhook(rotated.secret).verify(second?.body ?? '', second?.headers ?? {})
    assert.throws(() => new Webhook(made.secret).verify(second?.body ?? '', second?.headers ?? {}))
  })

  test('the secret is nowhere in the database in the clear, and a repeated creation shows it again', async () => {
    const merchant = await world().merchant()
    const key = { 'idempotency-key': 'webhook-1' }
    const body = { url: `${receiver.url}/once` }
    const first = await merchant.post('/v1/webhook', body, key)
    const again = await merchant.post('/v1/webhook', body, key)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assert.deepEqual(again.body, first.body)
    assert.equal((await merchant.get('/v1/webhook')).body.result.total, 1)
    const put = () => merchant.call('PUT', '/v1/webhook/mia', body, { 'idempotency-key': 'webhook-2' })
    const made = await put()
    assert.match(made.body.result.secret, /^whsec_/)
    const repeated = await put()
    assert.equal(repeated.headers['idempotent-replayed'], 'true')
    assert.deepEqual(repeated.body, made.body)
    const { db } = world().service.store
    const kept = JSON.stringify([
      await db.selectFrom('webhook_endpoints').selectAll().execute(),
      await db.selectFrom('idempotency').selectAll().execute(),
    ])
    assert.ok(kept.includes(first.body.result.id))
    assert.ok(!kept.includes(first.body.result.secret))
    assert.ok(!kept.includes('whsec_'))
  })

  test('only the subscribed events arrive, and only the account’s own', async () => {
    const merchant = await world().merchant()
    const other = await world().merchant()
    await endpoint(merchant, '/paid-only', { events: ['operation.paid'] })
    await endpoint(other, '/other')
    await voucher(merchant, { paid: true })
    await world().work()
    assert.deepEqual(
      receiver.at('/paid-only').map((one) => one.event),
      ['operation.paid'],
    )
    assert.deepEqual(receiver.at('/other'), [])
  })

  test('PUT under an id of the client makes a webhook, and changes it the next time', async () => {
    const merchant = await world().merchant()
    const other = await world().merchant()
    const put = (who: Merchant, path: string) =>
      who.call('PUT', '/v1/webhook/mi-aplicacion', { url: `${receiver.url}${path}` })
    const made = (await put(merchant, '/first')).body.result
    assert.equal(made.alias, 'mi-aplicacion')
    assert.match(made.secret, /^whsec_/)
    const changed = (await put(merchant, '/second')).body.result
    assert.equal(changed.id, made.id)
    assert.equal(changed.secret, undefined)
    assert.equal(changed.url, `${receiver.url}/second`)
    assert.notEqual((await put(other, '/theirs')).body.result.id, made.id)
    assert.equal((await merchant.call('PUT', '/v1/webhook/whk_unknown', { url: receiver.url })).status, 404)
    const card = await merchant.call('PUT', '/v1/webhook/4242424242424242', { url: receiver.url })
    assert.equal(card.status, 400)
    assert.deepEqual(Object.keys(card.body.error.messages), ['id'])
    await voucher(merchant)
    await world().work()
    assert.equal(receiver.at('/first').length, 0)
    assert.equal(receiver.at('/second').length, 1)
  })

  test('of changes at once each keeps what the others have set', async () => {
    const merchant = await world().merchant()
    const { id } = await endpoint(merchant, '/changed')
    for (let round = 1; round <= 10; round += 1) {
      const wanted = {
        url: `${receiver.url}/changed-${round}`,
        events: [round % 2 === 0 ? 'operation.paid' : 'voucher.issued'],
        description: `round ${round}`,
      }
      const { url, events, description } = wanted
      const act = round % 2 === 0 ? 'pause' : 'resume'
      const answers = await Promise.all([
        merchant.call('PUT', `/v1/webhook/${id}`, { url }),
        merchant.call('PUT', `/v1/webhook/${id}`, { events }),
        merchant.post(`/v1/webhook/${id}/${act}`, {}),
        merchant.call('PUT', `/v1/webhook/${id}`, { description }),
      ])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 200],
      )
      const now = (await merchant.get(`/v1/webhook/${id}`)).body.result
      assert.deepEqual(
        [now.url, now.events, now.description, now.status],
        [url, events, description, act === 'pause' ? 'paused' : 'active'],
      )
    }
  })

  test('a paused webhook’s events wait; a deleted one gets nothing more', async () => {
    const merchant = await world().merchant()
    const { id } = await endpoint(merchant, '/paused')
    const gone = await endpoint(merchant, '/deleted')
    const paused = (await merchant.post(`/v1/webhook/${id}/pause`, {})).body.result
    assert.deepEqual([paused.status, paused.paused_reason], ['paused', 'by-merchant'])
    assert.equal((await merchant.post(`/v1/webhook/${id}/test`, {})).status, 409)
    await voucher(merchant)
    assert.equal((await merchant.call('DELETE', `/v1/webhook/${gone.id}`)).body.result.id, gone.id)
    await world().work()
    assert.deepEqual([...receiver.at('/paused'), ...receiver.at('/deleted')], [])
    assert.equal((await merchant.post(`/v1/webhook/${id}/resume`, {})).body.result.status, 'active')
    await world().work()
    assert.equal(receiver.at('/paused').length, 1)
    assert.equal((await merchant.get(`/v1/webhook/${gone.id}`)).status, 404)
  })

  test('a card number in an answer is masked, wherever it stands in it', async () => {
    const merchant = await world().merchant()
    const { id } = await endpoint(merchant, '/answers')
    for (const [answer, kept] of [
      ['no card 4242424242424242', 'no card ****************'],
      [`${'x'.repeat(1_010)}4242 4242 4242 4242, and more`, `${'x'.repeat(1_010)}**** **** ****`],
      [`${'ñ'.repeat(5_000)}`, 'ñ'.repeat(512)],
    ] as const) {
      receiver.answer = (_arrival, response) => {
        response.end(answer)
      }
      const { event } = (await merchant.post(`/v1/webhook/${id}/test`, {})).body.result
      await world().work()
      const { deliveries } = (await merchant.get(`/v1/events/${event}`)).body.result
      assert.equal(deliveries[0].attempts[0].answer, kept)
    }
  })

  for (const [change, later] of [
    ['pause', 0],
    ['delete', 0],
    ['move', 5],
    ['rotate', 0],
  ] as const) {
    test(`${change}: once it is answered, only requests that are under way go by what was before`, async () => {
      const { engine, environment, service } = world()
      // Of one process, whose requests under way are eight once seven have been answered: each answer lets one more go.
      const alone = worldOf(engine, environment, service)
      const merchant = await alone.merchant()
      const made = await endpoint(merchant, '/before')
      const path = `/v1/webhook/${made.id}`
      for (let count = 0; count < 20; count += 1) await voucher(merchant)
      const held: ServerResponse[] = []
      receiver.answer = (_arrival, response) => {
        if (receiver.at('/before').length <= 7) response.end('ok')
        else held.push(response)
      }
      const sending = alone.work()
      await eventually(() => held.length === 8)
      const changed = await {
        pause: () => merchant.post(`${path}/pause`, {}),
        delete: () => merchant.call('DELETE', path),
        move: () => merchant.call('PUT', path, { url: `${receiver.url}/after` }),
        rotate: () => merchant.post(`${path}/rotate-secret`, {}),
      }[change]()
      assert.equal(changed.status, 200, changed.text)
      receiver.answer = (_arrival, response) => {
        response.end('ok')
      }
      for (const response of held) response.end('ok')
      await sending
      assert.equal(receiver.at('/before').length, change === 'rotate' ? 20 : 15)
      assert.equal(receiver.at('/after').length, later)
      if (change === 'pause') {
        await merchant.post(`${path}/resume`, {})
        await alone.work()
        assert.equal(receiver.at('/before').length, 20)
        assert.equal(new Set(receiver.arrivals.map(({ id }) => id)).size, 20)
      }
      if (change === 'rotate') {
        const bySecret = (secret: string) =>
          receiver.arrivals.map(({ body, headers }) => {
            try {
              return new Webhook(secret).verify(body, headers) && true
            } catch {
              return false
            }
          })
        assert.ok(bySecret(made.secret).every((one) => one))
        assert.deepEqual(
          bySecret(changed.body.result.secret),
          Array.from({ length: 20 }, (_, at) => at >= 15),
        )
      }
    })
  }

  test('a test event goes to one webhook alone, and the event log shows its delivery', async () => {
    const merchant = await world().merchant()
    const { id, secret } = await endpoint(merchant, '/ping', { events: ['operation.paid'] })
    await endpoint(merchant, '/no-ping')
    const { event } = (await merchant.post(`/v1/webhook/${id}/test`, {})).body.result
    await world().work()
    const [ping] = receiver.at('/ping')
    assert.equal(ping?.event, 'webhook.ping')
    assert.equal(ping?.id, event)
    new Webhook(secret).verify(ping?.body ?? '', ping?.headers ?? {})
    assert.equal(receiver.at('/no-ping').length, 0)
    const read = (await merchant.get(`/v1/events/${event}`)).body.result
    assert.deepEqual(read.data, ping?.json)
    assert.equal(read.data.timestamp, read.timestamp)
    const [delivery] = read.deliveries
    assert.deepEqual([delivery.webhook, delivery.status, delivery.next_try], [id, 'delivered', null])
    assert.deepEqual([delivery.attempts[0].status, delivery.attempts[0].answer], [200, 'ok'])
  })

  test('addresses that cannot be public are refused by name', async () => {
    const merchant = await world().merchant()
    for (const url of [
      'nonsense',
      'ftp://example.com/',
      'https://user:secret@example.com/',
      'http://10.0.0.1/',
      'http://192.168.1.1/hook',
      'http://169.254.169.254/latest/meta-data',
      'http://[fd00::1]/',
      'http://[::ffff:10.0.0.1]/',
      'http://0/',
      'http://0x0a000001/',
      'http://2886729729/',
    ]) {
      const refused = await merchant.post('/v1/webhook', { url })
      assert.equal(refused.status, 400, url)
      assert.ok(refused.body.error.messages.url, url)
    }
    const unknown = await merchant.post('/v1/webhook', { url: receiver.url, events: ['operation.payed'] })
    assert.equal(unknown.status, 400)
    for (let made = 0; made < 20; made += 1) await endpoint(merchant, '/many')
    assert.equal((await merchant.post('/v1/webhook', { url: receiver.url })).status, 409)
  })

  test('no account sees or changes another account’s webhooks and events', async () => {
    const merchant = await world().merchant()
    const other = await world().merchant()
    const { id } = await endpoint(merchant, '/mine')
    await voucher(merchant)
    const [event] = (await merchant.get('/v1/events')).body.result.events
    for (const [method, path] of [
      ['GET', `/v1/webhook/${id}`],
      ['PUT', `/v1/webhook/${id}`],
      ['DELETE', `/v1/webhook/${id}`],
      ['POST', `/v1/webhook/${id}/rotate-secret`],
      ['POST', `/v1/webhook/${id}/pause`],
      ['POST', `/v1/webhook/${id}/test`],
      ['GET', `/v1/events/${event.id}`],
      ['POST', `/v1/events/${event.id}/replay`],
    ] as const) {
      const body = method === 'PUT' ? { url: receiver.url } : method === 'POST' ? {} : undefined
      const answer = await other.call(method, path, body)
      assert.equal(answer.status, 404, `${method} ${path}: ${answer.text}`)
    }
    assert.deepEqual((await other.get('/v1/events')).body.result.events, [])
  })
})
