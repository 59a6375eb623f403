import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { eventually, openReceiver, storyReceiver } from '../../support/fixtures/receiver.ts'
import { type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'

const receiver = storyReceiver()

/** Answers with a status for as long as nothing else is said. */
function answering(status: number, headers: Record<string, string> = {}, body = ''): void {
  receiver.answer = (_arrival, response) => {
    response.writeHead(status, headers).end(body)
  }
}

/** The responses to what arrives from now on, for a later answer. */
function holding(): ServerResponse[] {
  const held: ServerResponse[] = []
  receiver.answer = (_arrival, response) => {
    held.push(response)
  }
  return held
}

async function endpoint(merchant: Merchant, path: string, more: object = {}) {
  return (await merchant.post('/v1/webhook', { url: `${receiver.url}${path}`, ...more })).body.result
}

async function ping(merchant: Merchant, id: string): Promise<string> {
  return (await merchant.post(`/v1/webhook/${id}/test`, {})).body.result.event
}

async function voucher(merchant: Merchant): Promise<string> {
  return (await merchant.post('/v1/payment/spei', { total: 100 })).body.result.transaction
}

async function pay(merchant: Merchant, transaction: string): Promise<void> {
  assert.equal((await merchant.post('/v1/sandbox/pay/spei', { transaction })).body.result.outcome, 'settled')
}

async function deliveryOf(merchant: Merchant, event: string) {
  return (await merchant.get(`/v1/events/${event}`)).body.result.deliveries[0]
}

/** What the audit trail says of the service's own changes of a webhook. */
async function stopsOf(merchant: Merchant, id: string) {
  const { records } = (await merchant.get(`/v1/audit?subject=${id}`)).body.result
  return records
    .filter(({ actor_kind }: { actor_kind: string }) => actor_kind === 'process')
    .map(({ actor, after }: { actor: string; after: object }) => ({ by: actor, after }))
}

async function advance(world: World, merchant: Merchant, duration: string): Promise<void> {
  const moved = await merchant.call('PUT', '/v1/sandbox/clock', { advance: duration })
  assert.equal(moved.body.result.finished, true, moved.text)
  await world.work()
}

async function freeze(merchant: Merchant): Promise<void> {
  await merchant.call('PUT', '/v1/sandbox/clock', { freeze: true })
}

onBothEngines('a failed webhook is tried again, and one that was given up can be sent again', (world) => {
  test('ten tries over three days, each a row; then it is given up and can be replayed under the same id', async () => {
    const merchant = await world().merchant()
    await freeze(merchant)
    const { id } = await endpoint(merchant, '/failing')
    answering(500, {}, `${'x'.repeat(3_000)}`)
    const event = await ping(merchant, id)
    await world().work()
    for (const [tries, wait] of [
      [2, 'PT6S'],
      [3, 'PT5M31S'],
      [4, 'PT33M1S'],
      [5, 'PT2H13M'],
      [6, 'PT5H31M'],
      [7, 'PT11H1M'],
      [8, 'PT15H25M'],
      [9, 'PT22H1M'],
      [10, 'PT26H25M'],
    ] as const) {
      await advance(world(), merchant, wait)
      assert.equal(receiver.at('/failing').length, tries, `after ${wait}`)
    }
    const delivery = await deliveryOf(merchant, event)
    assert.deepEqual([delivery.status, delivery.tries, delivery.next_try], ['failed', 10, null])
    assert.equal(delivery.attempts.length, 10)
    for (const attempt of delivery.attempts) {
      assert.equal(attempt.status, 500)
      assert.equal(attempt.answer, 'x'.repeat(1024))
      assert.ok(attempt.duration_ms >= 0)
    }
    const waits = delivery.attempts.map(({ timestamp }: { timestamp: string }) => Date.parse(timestamp) / 1_000)
    for (const [at, seconds] of [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].entries()) {
      const waited = waits[at + 1] - waits[at]
      assert.ok(waited >= seconds - 1 && waited <= seconds * 1.1 + 1, `try ${at + 2} came after ${waited} s`)
    }
    const paused = (await merchant.get(`/v1/webhook/${id}`)).body.result
    assert.deepEqual([paused.status, paused.paused_reason], ['paused', 'failing'])
    assert.deepEqual(await stopsOf(merchant, id), [
      { by: 'webhooks', after: { state: 'paused', state_reason: 'failing' } },
    ])

    answering(200)
    assert.equal((await merchant.post(`/v1/webhook/${id}/resume`, {})).body.result.failing_since, null)
    const since = delivery.attempts[0].timestamp
    assert.equal((await merchant.post(`/v1/webhook/${id}/replay`, { since })).body.result.replayed, 1)
    await world().work()
    const replayed = await deliveryOf(merchant, event)
    assert.deepEqual([replayed.status, replayed.attempts.length], ['delivered', 11])
    assert.deepEqual(new Set(receiver.at('/failing').map((one) => one.id)), new Set([event]))
    assert.equal((await merchant.post(`/v1/webhook/${id}/replay`, { since })).body.result.replayed, 0)
    assert.equal((await merchant.post(`/v1/events/${event}/replay`, {})).body.result.replayed, 1)
    await world().work()
    assert.equal(receiver.at('/failing').length, 12)
  })

  test('the events that were given up are listed alone, by pages, until they are sent again', async () => {
    const merchant = await world().merchant()
    const other = await world().merchant()
    await freeze(merchant)
    await endpoint(other, '/failing')
    answering(500)
    const hooks = [await endpoint(merchant, '/a'), await endpoint(merchant, '/b'), await endpoint(merchant, '/c')]
    const events: string[] = []
    for (const { id } of hooks) events.push(await ping(merchant, id))
    const failed = async (query = '', of = merchant) => {
      const { result } = (await of.get(`/v1/events?delivery=failed${query}`)).body
      return { ids: result.events.map(({ id }: { id: string }) => id), next: result.next }
    }
    assert.deepEqual(await failed(), { ids: [], next: null }, 'they are still tried')
    await advance(world(), merchant, 'P4D')
    const newest = events.toReversed()
    assert.deepEqual(await failed(), { ids: newest, next: null })
    const first = await failed('&limit=2')
    assert.deepEqual(first.ids, newest.slice(0, 2))
    assert.deepEqual(await failed(`&limit=2&starting_after=${first.next}`), { ids: newest.slice(2), next: null })
    assert.deepEqual((await failed('&type=operation.paid')).ids, [])
    assert.deepEqual((await failed('&type=webhook.ping&since=2020-01-01')).ids, newest)
    assert.deepEqual((await failed('&until=2020-01-01')).ids, [])
    assert.deepEqual((await failed('', other)).ids, [], 'another account’s are not listed')
    assert.equal((await merchant.get('/v1/events?delivery=sent')).status, 400)
    answering(200)
    for (const { id } of hooks) await merchant.post(`/v1/webhook/${id}/replay`, { since: '2020-01-01' })
    await world().work()
    assert.deepEqual((await failed()).ids, [])
  })

  test('a longer Retry-After is honoured', async () => {
    const merchant = await world().merchant()
    await freeze(merchant)
    const { id } = await endpoint(merchant, '/busy')
    answering(503, { 'retry-after': '3600' })
    await ping(merchant, id)
    await world().work()
    await advance(world(), merchant, 'PT59M59S')
    assert.equal(receiver.at('/busy').length, 1)
    answering(200)
    await advance(world(), merchant, 'PT1S')
    assert.equal(receiver.at('/busy').length, 2)
  })

  test('410 disables the webhook: nothing more is sent, until it gets a new address', async () => {
    const merchant = await world().merchant()
    await freeze(merchant)
    const { id } = await endpoint(merchant, '/gone')
    answering(410)
    const event = await ping(merchant, id)
    await world().work()
    assert.equal((await deliveryOf(merchant, event)).status, 'failed')
    const disabled = (await merchant.get(`/v1/webhook/${id}`)).body.result
    assert.deepEqual([disabled.status, disabled.paused_reason], ['disabled', 'gone'])
    assert.deepEqual(await stopsOf(merchant, id), [
      { by: 'webhooks', after: { state: 'disabled', state_reason: 'gone' } },
    ])
    await voucher(merchant)
    await advance(world(), merchant, 'PT1H')
    assert.equal(receiver.at('/gone').length, 1)
    const moved = (await merchant.call('PUT', `/v1/webhook/${id}`, { url: `${receiver.url}/moved` })).body.result
    assert.equal(moved.status, 'active')
    answering(200)
    await voucher(merchant)
    await world().work()
    assert.equal(receiver.at('/moved').length, 1)
  })

  test('410 of the address before: the event goes to the new one, which stays active', async () => {
    const merchant = await world().merchant()
    await freeze(merchant)
    const { id } = await endpoint(merchant, '/old')
    const held = holding()
    const event = await ping(merchant, id)
    const sending = world().work()
    await eventually(() => held.length === 1)
    await merchant.call('PUT', `/v1/webhook/${id}`, { url: `${receiver.url}/new` })
    answering(200)
    held[0]?.writeHead(410).end()
    await sending
    const { status, failing_since } = (await merchant.get(`/v1/webhook/${id}`)).body.result
    assert.deepEqual([status, failing_since], ['active', null])
    await advance(world(), merchant, 'PT6S')
    assert.deepEqual([receiver.at('/old').length, receiver.at('/new').length], [1, 1])
    assert.equal((await deliveryOf(merchant, event)).status, 'delivered')
    assert.deepEqual(await stopsOf(merchant, id), [])
  })

  for (const [name, change] of [
    ['a new address', (merchant, path) => merchant.call('PUT', path, { url: `${receiver.url}/new` })],
    ['a webhook that was resumed', (merchant, path) => merchant.post(`${path}/resume`, {})],
  ] as const satisfies [string, (merchant: Merchant, path: string) => Promise<{ status: number }>][]) {
    test(`${name} is not paused for the three days before`, async () => {
      const merchant = await world().merchant()
      await freeze(merchant)
      const { id } = await endpoint(merchant, '/old')
      answering(500)
      await ping(merchant, id)
      await world().work()
      await advance(world(), merchant, 'PT71H')
      const held = holding()
      const advancing = advance(world(), merchant, 'PT13H')
      await eventually(() => held.length === 1)
      assert.equal((await change(merchant, `/v1/webhook/${id}`)).status, 200)
      held[0]?.writeHead(500).end()
      answering(200)
      await advancing
      assert.equal((await merchant.get(`/v1/webhook/${id}`)).body.result.status, 'active')
      assert.deepEqual(await stopsOf(merchant, id), [])
    })
  }

  test('a redirect is not followed, and neither is an endless answer', async () => {
    const merchant = await world().merchant()
    await freeze(merchant)
    const { id } = await endpoint(merchant, '/redirecting')
    answering(307, { location: `${receiver.url}/elsewhere` })
    const event = await ping(merchant, id)
    await world().work()
    assert.equal(receiver.at('/elsewhere').length, 0)
    const [first] = (await deliveryOf(merchant, event)).attempts
    assert.equal(first.status, 307)
    let written = 0
    receiver.answer = (_arrival, response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write('y'.repeat(16_384))) written += 16_384
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    }
    await advance(world(), merchant, 'PT6S')
    const delivery = await deliveryOf(merchant, event)
    assert.deepEqual([delivery.status, delivery.attempts[1].answer], ['delivered', 'y'.repeat(1024)])
    assert.ok(written < 16_000_000)
  })

  test('the next event of an operation waits until the previous one was delivered; another operation’s does not', async () => {
    const merchant = await world().merchant()
    await freeze(merchant)
    await endpoint(merchant, '/ordered')
    const [first, second] = [await voucher(merchant), await voucher(merchant)]
    receiver.answer = (arrival, response) => {
      response.writeHead(arrival.json.transaction === first ? 500 : 200).end()
    }
    await world().work()
    await pay(merchant, first)
    await pay(merchant, second)
    await world().work()
    const seen = () => receiver.at('/ordered').map((one) => [one.json.transaction === first ? 1 : 2, one.event])
    assert.deepEqual(seen().slice(2), [[2, 'operation.paid']])
    answering(200)
    await advance(world(), merchant, 'PT6S')
    assert.deepEqual(seen().slice(3), [
      [1, 'voucher.issued'],
      [1, 'operation.paid'],
    ])
  })

  test('what waits for an earlier event of its operation falls due with it, so that no look reads it before', async () => {
    const merchant = await world().merchant()
    await freeze(merchant)
    await endpoint(merchant, '/behind')
    answering(500)
    const transaction = await voucher(merchant)
    await world().work()
    await pay(merchant, transaction)
    await world().work()
    const { db } = world().service.store
    const dues = async () => {
      const rows = await db
        .selectFrom('webhook_deliveries')
        .select(['due_at', 'attempts'])
        .where('account_id', '=', merchant.accountId)
        .orderBy('event_id')
        .execute()
      return { attempts: rows.map(({ attempts }) => attempts), dues: new Set(rows.map(({ due_at }) => due_at)) }
    }
    const afterOne = await dues()
    assert.deepEqual(afterOne.attempts, [1, 0])
    assert.equal(afterOne.dues.size, 1)
    await advance(world(), merchant, 'PT6S')
    const afterTwo = await dues()
    assert.deepEqual(afterTwo.attempts, [2, 0])
    assert.equal(afterTwo.dues.size, 1)
    answering(200)
    await advance(world(), merchant, 'PT6M')
    assert.deepEqual(await dues(), { attempts: [3, 1], dues: new Set([null]) })
    assert.deepEqual(
      receiver.at('/behind').map((one) => one.event),
      ['voucher.issued', 'voucher.issued', 'voucher.issued', 'operation.paid'],
    )
  })

  test('an event that is replayed while a later one of its operation is under way does not wait for that one', async () => {
    const merchant = await world().merchant()
    await freeze(merchant)
    await endpoint(merchant, '/replayed')
    const transaction = await voucher(merchant)
    await world().work()
    const { id: issued } = (await merchant.get('/v1/events?limit=1')).body.result.events[0]
    const held = holding()
    await pay(merchant, transaction)
    const working = world().work()
    await eventually(() => held.length === 1)
    assert.equal((await merchant.post(`/v1/events/${issued}/replay`, {})).body.result.replayed, 1)
    answering(200)
    held[0]?.writeHead(500).end()
    await working
    await world().work()
    const seen = () => receiver.at('/replayed').map((one) => one.event)
    assert.deepEqual(seen(), ['voucher.issued', 'operation.paid', 'voucher.issued'])
    await advance(world(), merchant, 'PT6S')
    assert.deepEqual(seen().slice(3), ['operation.paid'])
  })

  test('an event that is replayed before its first delivery goes there once, and delays no other', async () => {
    const merchant = await world().merchant()
    const { id } = await endpoint(merchant, '/early')
    await voucher(merchant)
    const [event] = (await merchant.get('/v1/events?limit=1')).body.result.events
    assert.equal((await merchant.post(`/v1/events/${event.id}/replay`, { webhook: id })).body.result.replayed, 1)
    await voucher(merchant)
    await world().work()
    assert.equal(receiver.at('/early').length, 2)
    assert.equal(receiver.at('/early').filter((arrival) => arrival.id === event.id).length, 1)
  })

  test('an unreachable receiver is an attempt with its reason', async () => {
    const merchant = await world().merchant()
    const closed = await openReceiver()
    await closed.close()
    const { id } = (await merchant.post('/v1/webhook', { url: closed.url })).body.result
    const event = await ping(merchant, id)
    await world().work()
    const [attempt] = (await deliveryOf(merchant, event)).attempts
    assert.equal(attempt.status, null)
    assert.match(attempt.error, /ECONNREFUSED/)
  })
})

onBothEngines('a receiver can be rehearsed with faults', (world) => {
  const faulty = async (merchant: Merchant, path: string, faults: object) => {
    const made = await endpoint(merchant, path)
    const set = await merchant.call('PUT', `/v1/webhook/${made.id}/faults`, faults)
    assert.deepEqual(set.body.result.faults, faults)
    return made
  }

  test('duplicates carry the same id', async () => {
    const merchant = await world().merchant()
    const { id } = await faulty(merchant, '/duplicate', { duplicate: 2 })
    await ping(merchant, id)
    await world().work()
    assert.equal(receiver.at('/duplicate').length, 3)
    assert.equal(new Set(receiver.at('/duplicate').map((one) => one.id)).size, 1)
  })

  test('dropped tries come later, and a wrong signature is wrong only at first', async () => {
    const merchant = await world().merchant()
    await freeze(merchant)
    const { id, secret } = await faulty(merchant, '/dropped', { drop: 1, wrong_signature: 2 })
    receiver.answer = (arrival, response) => {
      try {
        new Webhook(secret).verify(arrival.body, arrival.headers)
        response.end()
      } catch {
        response.writeHead(401).end()
      }
    }
    const event = await ping(merchant, id)
    await world().work()
    assert.equal(receiver.at('/dropped').length, 0)
    await advance(world(), merchant, 'PT6S')
    assert.equal(receiver.at('/dropped').length, 1)
    await advance(world(), merchant, 'PT6M')
    const { status, attempts } = await deliveryOf(merchant, event)
    assert.equal(status, 'delivered')
    assert.deepEqual(
      attempts.map((one: { status: number | null }) => one.status),
      [null, 401, 200],
    )
  })

  test('a delay and a changed order are applied', async () => {
    const merchant = await world().merchant()
    await freeze(merchant)
    await faulty(merchant, '/late', { delay_seconds: 60 })
    await faulty(merchant, '/reordered', { reorder: true })
    const operation = await voucher(merchant)
    await world().work()
    assert.deepEqual([...receiver.at('/late'), ...receiver.at('/reordered')], [])
    await pay(merchant, operation)
    await world().work()
    await advance(world(), merchant, 'PT5S')
    assert.deepEqual(
      receiver.at('/reordered').map((one) => one.event),
      ['operation.paid', 'voucher.issued'],
    )
    await advance(world(), merchant, 'PT54S')
    assert.equal(receiver.at('/late').length, 0)
    await advance(world(), merchant, 'PT1S')
    assert.deepEqual(
      receiver.at('/late').map((one) => one.event),
      ['voucher.issued', 'operation.paid'],
    )
  })
})
