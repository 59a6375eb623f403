// A limit on the number of something holds for requests at the same moment, in one process and in two: exactly that number is accepted, and every other one is
// refused by its own code, also after some have left.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columns } from '../../../src/store/columns.ts'
import { insert } from '../../../src/store/write.ts'
import { cardOf, eachOf } from '../../support/fixtures/card-thieves.ts'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { person } from '../../support/fixtures/console.ts'
import { assertAudited, moveClock } from '../../support/fixtures/payers.ts'
import { secondPersons } from '../../support/fixtures/second-persons.ts'
import { type Answer, MANY_AT_ONCE, type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'

const AT_ONCE = 60

onBothEngines('limits hold for requests at once', atOnce, MANY_AT_ONCE)

function atOnce(world: () => World): void {
  const { shop } = secondPersons(world)

  /** Sends the requests at the same moment; answers those that were accepted. */
  const burst = async (
    send: (nth: number) => Promise<Answer>,
    {
      accepted,
      refused,
      requests = AT_ONCE,
    }: { accepted: number; refused: [status: number, code: string]; requests?: number },
  ) => {
    const answers = await Promise.all(Array.from({ length: requests }, (_, nth) => send(nth)))
    const good = answers.filter(({ status }) => status === 200)
    const others = answers.filter(({ status }) => status !== 200)
    for (const { status, body } of others) assert.deepEqual([status, body.error.code], refused, JSON.stringify(body))
    assert.equal(good.length, accepted)
    return good.map(({ body }) => body.result)
  }
  const customerOf = async (merchant: Merchant) => {
    const made = await merchant.post('/v1/customer', { name: 'Ana Núñez', email: 'ana@example.mx' })
    assert.equal(made.status, 200, made.text)
    return made.body.result.id as string
  }

  test('exports of an account: five are open; as many as end, begin again', async () => {
    const merchant = await world().merchant()
    const open = () => merchant.post('/v1/exports', { list: '/v1/events' })
    const refused: [number, string] = [429, 'TooManyRequestsException']
    await burst(open, { accepted: 5, refused })
    const other = await world().merchant()
    assert.equal((await other.post('/v1/exports', { list: '/v1/events' })).status, 200, 'another account has its own')
    await world().work()
    await burst(open, { accepted: 5, refused, requests: 20 })
    await world().work()
  })

  test('exports under one idempotency key: the last place is taken once, and every request has its answer', async () => {
    const merchant = await world().merchant()
    for (let nth = 0; nth < 4; nth += 1)
      assert.equal((await merchant.post('/v1/exports', { list: '/v1/events' })).status, 200)
    const keyed = () => merchant.post('/v1/exports', { list: '/v1/events' }, { 'idempotency-key': 'la-ultima' })
    const answers = await Promise.all(Array.from({ length: 12 }, keyed))
    for (const { status, text } of answers) assert.equal(status, 200, text)
    assert.equal(new Set(answers.map(({ body }) => body.result.id)).size, 1)
    const beyond = await merchant.post('/v1/exports', { list: '/v1/events' })
    assert.equal(beyond.status, 429)
    assert.match(String(beyond.headers['retry-after']), /^[1-9]\d*$/)
  })

  test('CLABEs of a customer: twenty with its first one; a removed one makes room for one', async () => {
    const merchant = await world().merchant()
    const id = await customerOf(merchant)
    const path = `/v1/customer/${id}/sources`
    const add = () => merchant.post(path, { type: 'SPEI' })
    const refused: [number, string] = [409, 'InvalidTransactionException']
    const made = await burst(add, { accepted: 19, refused })
    assert.equal((await merchant.get(path)).body.result.length, 20)
    for (const source of made.slice(0, 3))
      assert.equal((await merchant.call('DELETE', `${path}/${source.id}`)).status, 200)
    await burst(add, { accepted: 3, refused, requests: 20 })
    assert.equal((await merchant.get(path)).body.result.length, 20)
    await assertAudited(world())
  })

  test('saved cards of a customer: fifty; the refused tokens can still be used', async () => {
    const merchant = await world().merchant()
    const [id, next] = [await customerOf(merchant), await customerOf(merchant)]
    const tokens = await eachOf(AT_ONCE, 8, (nth) => tokenFor(world(), merchant, cardOf('424242', nth)))
    const path = `/v1/customer/${id}/cards`
    const refused: [number, string] = [409, 'InvalidCardException']
    const save = (nth: number) => merchant.post(path, { token: tokens[nth] })
    await burst(save, { accepted: 50, refused })
    assert.equal((await merchant.get(path)).body.result.length, 50)
    const [first, second] = (await merchant.get(path)).body.result
    for (const { token } of [first, second])
      assert.equal((await merchant.call('DELETE', `${path}/${token}`)).status, 200)
    // The ten tokens that were refused, and the fifty that are used: two of the ten get the places.
    const after = await Promise.all(tokens.map((token) => merchant.post(path, { token })))
    assert.equal(after.filter(({ status }) => status === 200).length, 2)
    assert.equal((await merchant.get(path)).body.result.length, 50)
    const moved = await Promise.all(tokens.map((token) => merchant.post(`/v1/customer/${next}/cards`, { token })))
    assert.equal(moved.filter(({ status }) => status === 200).length, 8)
  })

  test('one token, sixty times at once: it is saved once, and the others say that it is used or there', async () => {
    const merchant = await world().merchant()
    const id = await customerOf(merchant)
    const token = await tokenFor(world(), merchant, cardOf('424242', 1))
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => merchant.post(`/v1/customer/${id}/cards`, { token })),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    for (const { status, text } of answers) assert.ok([200, 400, 404, 409].includes(status), text)
    assert.equal((await merchant.get(`/v1/customer/${id}/cards`)).body.result.length, 1)
  })

  test('requests that wait for a second person: fifty; those that are withdrawn or expire make room', async () => {
    const { merchant, ana, luis } = await shop()
    const wish = (nth: number) =>
      ana.call('POST', '/v1/console/ask/credentials', { name: `Llave ${nth}`, scopes: ['refund'] })
    const refused: [number, string] = [409, 'SecondPersonException']
    const made = await burst(wish, { accepted: 50, refused })
    for (const { approval } of made.slice(0, 2)) {
      const answer = await luis.call('POST', `/v1/console/approvals/${approval}/refuse`, { reason: 'no hace falta' })
      assert.equal(answer.status, 200, answer.text)
    }
    await burst(wish, { accepted: 2, refused, requests: 20 })
    await moveClock(merchant, { advance: 'PT73H' })
    const after = await person(world(), merchant, 'owner')
    const again = await after.call('POST', '/v1/console/ask/credentials', { name: 'Otra', scopes: ['refund'] })
    assert.equal(again.status, 200, again.text)
  })

  test('webhooks of an account: twenty', async () => {
    const merchant = await world().merchant()
    const url = 'http://127.0.0.1:9/avisos'
    await burst(() => merchant.post('/v1/webhook', { url }), { accepted: 20, refused: [409, 'InvalidParamException'] })
    assert.equal((await merchant.get('/v1/webhook')).body.result.webhooks.length, 20)
  })

  test('credentials of an account: a hundred in use', async () => {
    const merchant = await world().merchant()
    const make = (nth: number) => merchant.post('/v1/credentials', { name: `Llave ${nth}`, scopes: ['read'] })
    assert.equal((await make(0)).status, 200)
    const { db, commit } = world().service.store
    const there = db.selectFrom('credentials').select(columns.credentials).where('account_id', '=', merchant.accountId)
    const rows = await there.execute()
    const row = rows.find(({ made_as }) => made_as !== null)
    assert.ok(row)
    const copies = Array.from({ length: 90 - rows.length }, (_, nth) => ({
      ...row,
      id: `${row.id}${nth}`,
      app_key: `${row.app_key}${nth}`,
      made_as: nth + 2,
    }))
    await commit([insert('credentials', ...copies)])
    await burst(make, { accepted: 10, refused: [409, 'InvalidParamException'], requests: 30 })
  })

  test('sessions of a credential: a hundred are left, and each that was opened last works', async () => {
    const merchant = await world().merchant()
    const open = () => merchant.post('/v1/auth/login/application', {})
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, open))
      for (const { status, text } of answers) assert.equal(status, 200, text)
    }
    const { count } = await world()
      .service.store.db.selectFrom('sessions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account_id', '=', merchant.accountId)
      .executeTakeFirstOrThrow()
    assert.equal(Number(count), 100)
    const last = await open()
    assert.equal(
      (await merchant.get('/v1/fees', { authorization: `Bearer ${last.body.connection.token}` })).status,
      200,
    )
  })

  test('saved views of a person: twenty', async () => {
    const merchant = await world().merchant()
    const ana = await person(world(), merchant, 'owner')
    const keep = (nth: number) => ana.call('PUT', '/v1/console/views', { name: `Vista ${nth}`, query: 'status=P' })
    await burst(keep, { accepted: 20, refused: [400, 'InvalidParamException'] })
  })
}
