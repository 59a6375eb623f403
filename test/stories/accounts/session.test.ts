import assert from 'node:assert/strict'
import { test } from 'node:test'
import { revokeCredential } from '../../../src/accounts/credentials.ts'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const LOGIN = '/v1/auth/login/application'
const DAY_MS = 86_400_000

onBothEngines('a credential opens sessions with its own permissions', (world) => {
  const logIn = (merchant: Merchant, body: unknown = { application_bundle: '' }, headers?: Record<string, string>) =>
    merchant.post(LOGIN, body, headers)
  const asBearer = (token: string, url = '/v1/operations', method: 'GET' | 'POST' | 'DELETE' = 'GET') =>
    world().send({ method, url, headers: { authorization: `Bearer ${token}` } })
  const advance = async (ms: number) => {
    const { service } = world()
    const state = service.clock.state()
    service.clock.follow(await writeClockState(service.store, { ...state, offsetMs: state.offsetMs + ms }))
  }

  test('a login answers a token and its end, in the form that clients know', async () => {
    const merchant = await world().merchant()
    const answer = await logIn(merchant, { application_bundle: '', application_version: '2.1', device: { os: 'x' } })
    assert.equal(answer.status, 200)
    assert.deepEqual(Object.keys(answer.body).sort(), ['connection', 'success'])
    assert.match(answer.body.connection.token, /^[0-9a-f]{63}$/)
    assert.match(answer.body.connection.expires, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-06:00$/)
    const days = (Date.parse(answer.body.connection.expires) - world().service.clock.epochMs()) / DAY_MS
    assert.ok(days > 29.99 && days <= 30, `${days} days`)
    assert.equal((await asBearer(answer.body.connection.token)).status, 200)
  })

  test('the path may carry a double slash, and the body may be empty', async () => {
    const merchant = await world().merchant()
    assert.equal((await merchant.post('/v1//auth/login/application', undefined)).status, 200)
    assert.equal((await merchant.post(LOGIN, {})).status, 200)
  })

  test('a token sees what its credential sees and nothing else', async () => {
    const merchant = await world().merchant()
    const other = await world().merchant()
    const { token } = (await logIn(merchant)).body.connection
    await other.post('/v1/customer', { name: 'Ana', email: 'ana@ejemplo.mx' })
    assert.equal((await asBearer(token, '/v1/customer')).body.result.total, 0)
    assert.equal((await other.get('/v1/customer')).body.result.total, 1)
  })

  test('a token is kept only as a hash', async () => {
    const merchant = await world().merchant()
    const { token } = (await logIn(merchant, { application_bundle: '' }, { 'idempotency-key': 'login' })).body
      .connection
    const { db } = world().service.store
    const kept = JSON.stringify([
      await db.selectFrom('sessions').selectAll().execute(),
      await db.selectFrom('idempotency').selectAll().execute(),
    ])
    assert.ok(!kept.includes(token))
  })

  for (const [title, token] of [
    ['that nobody was given', 'a'.repeat(63)],
    ['too short to be one', 'abc'],
    ['too long to be one', 'a'.repeat(300)],
  ] as const) {
    test(`a token ${title} is answered 401`, async () => {
      const answer = await asBearer(token)
      assert.equal(answer.status, 401)
      assert.equal(answer.body.error.code, 'InvalidAuthTokenException')
      assert.equal(answer.headers['www-authenticate'], 'Bearer realm="Cobro", error="invalid_token"')
    })
  }

  test('a Bearer header without a token is answered as a wrong token', async () => {
    for (const authorization of ['Bearer', 'Bearer ', 'bearer']) {
      const answer = await world().send({ method: 'GET', url: '/v1/operations', headers: { authorization } })
      assert.equal(answer.status, 401)
      assert.equal(answer.body.error.code, 'InvalidAuthTokenException')
    }
  })

  test('a token opens no other token', async () => {
    const merchant = await world().merchant()
    const { token } = (await logIn(merchant)).body.connection
    assert.equal((await asBearer(token, LOGIN, 'POST')).status, 401)
  })

  test('a publishable key opens no session', async () => {
    const merchant = await world().merchant()
    const authorization = `Basic ${Buffer.from(`${merchant.publishableKey}:`).toString('base64')}`
    assert.equal((await world().send({ method: 'POST', url: LOGIN, headers: { authorization } })).status, 403)
  })

  for (const [method, url] of [
    ['POST', '/v1/auth/logout'],
    ['DELETE', LOGIN],
  ] as const) {
    test(`${method} ${url} with a token ends that session alone; with the credential, it ends all of them`, async () => {
      const merchant = await world().merchant()
      const tokens = await Promise.all(
        [1, 2, 3].map(async () => (await logIn(merchant)).body.connection.token as string),
      )
      const [first = '', second = '', third = ''] = tokens
      assert.deepEqual((await asBearer(first, url, method)).body, { success: true })
      assert.equal((await asBearer(first)).status, 401)
      assert.equal((await asBearer(second)).status, 200)
      assert.equal((await merchant.call(method, url)).status, 200)
      assert.equal((await asBearer(second)).status, 401)
      assert.equal((await asBearer(third)).status, 401)
    })
  }

  test('a revocation of the credential ends its sessions', async () => {
    const merchant = await world().merchant()
    const { token } = (await logIn(merchant)).body.connection
    await revokeCredential(world().service, merchant.appKey)
    assert.equal((await asBearer(token)).status, 401)
  })

  test('after 30 days of the service’s clock a token is refused, and the next login deletes it', async () => {
    const merchant = await world().merchant()
    const { token } = (await logIn(merchant)).body.connection
    await advance(29 * DAY_MS)
    assert.equal((await asBearer(token)).status, 200)
    await advance(DAY_MS)
    assert.equal((await asBearer(token)).status, 401)
    await logIn(merchant)
    const { db } = world().service.store
    const left = await db
      .selectFrom('sessions')
      .select('token_hash')
      .where('account_id', '=', merchant.accountId)
      .execute()
    assert.equal(left.length, 1)
  })
})
