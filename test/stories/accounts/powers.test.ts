import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopes } from '../../../src/api/caller.ts'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { belongingsOf, everyCall, pathOf } from '../../support/harness/every-call.ts'
import { type Answer, basic, type Merchant, onBothEngines } from '../../support/harness/world.ts'

const HOUR_MS = 3_600_000
/** Calls that any secret credential may make: what it is good for is decided by the calls it makes afterwards. */
const FOR_ANY = ['POST /v1/auth/login/application', 'DELETE /v1/auth/login/application', 'POST /v1/auth/logout']

onBothEngines('a credential does exactly what its scopes allow', (world) => {
  type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
  const caller =
    (authorization: string): Call =>
    (method, path, body, headers = {}) =>
      world().send({
        method: method as 'GET',
        url: path,
        headers: { authorization, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
  const made = async (call: Call, wish: object) => {
    const answer = await call('POST', '/v1/credentials', { name: 'Caja', ...wish })
    assert.equal(answer.status, 200, answer.text)
    const { app_key, app_secret, id } = answer.body.result
    return {
      id,
      appKey: app_key,
      secret: app_secret,
      call: caller(basic(app_key, app_secret)),
      shown: answer.body.result,
    }
  }
  const all = (merchant: Merchant): Call => merchant.call
  const credentialOf = (merchant: Merchant, wish: object) => made(merchant.call, wish)
  const clockPlus = (ms: number) => new Date(world().service.clock.epochMs() + ms).toISOString()
  const logIn = async (call: Call) => {
    const { status, body, text } = await call('POST', '/v1/auth/login/application', {})
    assert.equal(status, 200, text)
    return caller(`Bearer ${body.connection.token}`)
  }
  const advance = async (ms: number) => {
    const { service } = world()
    const state = service.clock.state()
    await writeClockState(service.store, { ...state, offsetMs: state.offsetMs + ms })
  }

  test('every call names the scope it needs, and refuses a credential that has all others', async () => {
    const merchant = await world().merchant()
    const has = await belongingsOf(world(), merchant)
    const without = new Map<string, Call>()
    for (const scope of scopes) {
      const { call } = await made(all(merchant), { scopes: scopes.filter((one) => one !== scope) })
      without.set(scope, call)
    }
    const needed = new Map<string, number>()
    for (const { method, path, open } of await everyCall(world())) {
      if (open || FOR_ANY.includes(`${method} ${path}`)) continue
      const refusals: string[] = []
      for (const [scope, call] of without) {
        // An empty body goes no further than the check of fields: nothing is changed by who may call.
        const answer = await call(method, pathOf(path, has), method === 'GET' ? undefined : { nothing: 1 }, {
          'accept-language': 'en',
        })
        if (answer.status !== 403) continue
        // The key to revoke can read, and nobody revokes more than they have.
        if (method === 'DELETE' && path === '/v1/credentials/{id}' && scope === 'read') continue
        assert.equal(answer.body.error.code, 'InvalidCredentialsException', answer.text)
        assert.equal(answer.body.error.message, `This credential lacks the scope ${scope}`)
        refusals.push(scope)
      }
      assert.equal(refusals.length, 1, `${method} ${path} asks for ${refusals.join(' and ') || 'no scope'}`)
      needed.set(refusals[0] ?? '', (needed.get(refusals[0] ?? '') ?? 0) + 1)
    }
    assert.deepEqual([...needed.keys()].sort(), [...scopes].sort(), 'each scope is good for something')
  })

  test('a key that charges at the till reverses nothing, reads nothing and sends no payout elsewhere', async () => {
    const merchant = await world().merchant()
    const till = await made(all(merchant), { scopes: ['charge'] })
    const voucher = await till.call('POST', '/v1/payment/convenience-store', { total: 150 })
    assert.equal(voucher.status, 200, voucher.text)
    const { transaction } = voucher.body.result
    for (const [method, path, body] of [
      ['PUT', '/v1/settlement/account', { clabe: '002010077777777771' }],
      ['GET', `/v1/operations/apply-reversal/${transaction}`],
      ['POST', `/v1/operations/apply-reversal/${transaction}`],
      ['GET', '/v1/operations'],
      ['POST', '/v1/credentials', { name: 'x', scopes: ['payouts'] }],
      ['POST', '/v1/webhook', { url: 'http://127.0.0.1:9/' }],
      ['GET', '/v1/audit'],
    ] as const) {
      for (const call of [till.call, await logIn(till.call)]) {
        assert.equal((await call(method, path, body)).status, 403, `${method} ${path}`)
      }
    }
    assert.equal((await merchant.get('/v1/settlement/account')).body.result.clabe, null)
    assert.equal((await merchant.get(`/v1/operations/${transaction}`)).body.result.status, 'P')
  })

  test('a credential makes no other with more scopes than its own', async () => {
    const merchant = await world().merchant()
    const keeper = await made(all(merchant), { scopes: ['admin', 'read'] })
    const refused = async (call: Call, wish: object) => {
      const answer = await call('POST', '/v1/credentials', { name: 'Otra', ...wish })
      assert.equal(answer.status, 403, answer.text)
      return answer.body.error
    }
    assert.match((await refused(keeper.call, { scopes: ['read', 'payouts'] })).message, /payouts/)
    assert.match((await refused(keeper.call, { kind: 'publishable' })).message, /charge/)
    await refused(await logIn(keeper.call), { scopes: ['payouts'] })
    // A new secret of a credential that may do more would be the same.
    const { credentials } = (await merchant.get('/v1/credentials')).body.result
    const first = credentials.find((one: { app_key: string }) => one.app_key === merchant.appKey)
    assert.equal((await keeper.call('POST', `/v1/credentials/${first.id}/roll`, {})).status, 403)
    assert.equal((await merchant.get('/v1/operations')).status, 200)
    const sub = await made(keeper.call, { scopes: ['read'] })
    assert.deepEqual(sub.shown.scopes, ['read'])
    assert.equal(sub.shown.operator, merchant.operator)
    assert.equal((await sub.call('GET', '/v1/operations')).status, 200)
  })

  test('a credential made with an expiring one ends no later', async () => {
    const merchant = await world().merchant()
    const soon = new Date(world().service.clock.epochMs() + 2 * HOUR_MS).toISOString()
    const later = new Date(world().service.clock.epochMs() + 3 * HOUR_MS).toISOString()
    const guest = await made(all(merchant), { scopes: ['admin', 'read'], expires_at: soon })
    for (const wish of [{}, { expires_at: later }]) {
      const answer = await guest.call('POST', '/v1/credentials', { name: 'x', scopes: ['read'], ...wish })
      assert.equal(answer.status, 403, answer.text)
    }
    await made(guest.call, { scopes: ['read'], expires_at: soon })
    // A session ends: what it makes or rolls for good would outlive it.
    const session = await logIn(all(merchant))
    assert.equal((await session('POST', '/v1/credentials', { name: 'x', scopes: ['read'] })).status, 403)
    const lasting = await made(all(merchant), { scopes: ['read'] })
    assert.equal((await session('POST', `/v1/credentials/${lasting.id}/roll`, {})).status, 403)
  })

  test('an expired credential is refused, and so are its sessions', async () => {
    const merchant = await world().merchant()
    const expires_at = new Date(world().service.clock.epochMs() + HOUR_MS).toISOString()
    const guest = await made(all(merchant), { scopes: ['read'], expires_at })
    const session = await logIn(guest.call)
    assert.deepEqual(
      [(await guest.call('GET', '/v1/operations')).status, (await session('GET', '/v1/operations')).status],
      [200, 200],
    )
    await advance(HOUR_MS)
    assert.deepEqual(
      [(await guest.call('GET', '/v1/operations')).status, (await session('GET', '/v1/operations')).status],
      [401, 401],
    )
    const { status } = (await merchant.get(`/v1/credentials/${guest.id}`)).body.result
    assert.equal(status, 'expired')
    assert.equal((await merchant.post('/v1/credentials', { name: 'x', scopes: ['read'], expires_at })).status, 400)
  })

  test('a rolled secret works for its grace period, with its sessions, and makes nothing that lasts longer', async () => {
    const merchant = await world().merchant()
    const key = await made(all(merchant), { scopes: ['admin', 'read'] })
    const oldSession = await logIn(key.call)
    const rolled = await key.call('POST', `/v1/credentials/${key.id}/roll`, { grace_hours: 2 })
    assert.equal(rolled.status, 200, rolled.text)
    assert.notEqual(rolled.body.result.app_secret, key.secret)
    const fresh = caller(basic(key.appKey, rolled.body.result.app_secret))
    const newSession = await logIn(fresh)
    const lateSession = await logIn(key.call)
    const statuses = async () =>
      Promise.all(
        [key.call, oldSession, lateSession, fresh, newSession].map(
          async (call) => (await call('GET', '/v1/operations')).status,
        ),
      )
    assert.deepEqual(await statuses(), [200, 200, 200, 200, 200])
    // Whoever has the old secret does not keep the credential by rolling it in turn.
    assert.equal((await key.call('POST', `/v1/credentials/${key.id}/roll`, {})).status, 403)
    assert.equal((await key.call('POST', '/v1/credentials', { name: 'x', scopes: ['read'] })).status, 403)
    await advance(2 * HOUR_MS)
    assert.deepEqual(await statuses(), [401, 401, 401, 200, 200])
    // Without a grace the secret ends at once.
    assert.equal((await fresh('POST', `/v1/credentials/${key.id}/roll`, { grace_hours: 0 })).status, 200)
    assert.deepEqual(await statuses(), [401, 401, 401, 401, 401])
  })

  test('of many rolls of a credential at once one succeeds, and its secret works', async () => {
    const merchant = await world().merchant()
    const key = await made(all(merchant), { scopes: ['read'] })
    const answers = await Promise.all([1, 2, 3, 4].map(() => merchant.post(`/v1/credentials/${key.id}/roll`, {})))
    const secrets = answers.filter(({ status }) => status === 200).map(({ body }) => body.result.app_secret)
    assert.ok(secrets.length >= 1)
    assert.ok(answers.every(({ status }) => status === 200 || status === 409))
    const working = await Promise.all(
      secrets.map(async (secret) => (await caller(basic(key.appKey, secret))('GET', '/v1/operations')).status),
    )
    assert.ok(working.includes(200))
  })

  test('a revoked credential is refused at once with its sessions, once, and another account’s is unknown', async () => {
    const [merchant, other] = [await world().merchant(), await world().merchant()]
    const key = await made(all(merchant), { scopes: ['read'] })
    const session = await logIn(key.call)
    for (const [method, path] of [
      ['GET', `/v1/credentials/${key.id}`],
      ['DELETE', `/v1/credentials/${key.id}`],
      ['POST', `/v1/credentials/${key.id}/roll`],
    ] as const) {
      assert.equal((await other.call(method, path, method === 'POST' ? {} : undefined)).status, 404)
    }
    assert.equal((await key.call('GET', '/v1/operations')).status, 200)
    const revoked = await merchant.call('DELETE', `/v1/credentials/${key.id}`)
    assert.deepEqual([revoked.status, revoked.body.result.status], [200, 'revoked'])
    assert.equal((await key.call('GET', '/v1/operations')).status, 401)
    assert.equal((await session('GET', '/v1/operations')).status, 401)
    assert.equal((await merchant.call('DELETE', `/v1/credentials/${key.id}`)).status, 409)
    assert.equal((await merchant.post(`/v1/credentials/${key.id}/roll`, {})).status, 409)
  })

  test('a secret is shown once: not to a repeat, not in the list, not in the database', async () => {
    const merchant = await world().merchant()
    const headers = { 'idempotency-key': 'una' }
    const wish = { name: 'Caja 2', scopes: ['read'] }
    const [first, again] = [
      await merchant.post('/v1/credentials', wish, headers),
      await merchant.post('/v1/credentials', wish, headers),
    ]
    const { app_secret, ...rest } = first.body.result
    assert.match(app_secret, /^[0-9a-f]{64}$/)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assert.deepEqual(again.body.result, rest)
    const { db } = world().service.store
    const kept = JSON.stringify([
      (await merchant.get('/v1/credentials')).text,
      (await merchant.get('/v1/audit')).text,
      await db.selectFrom('credentials').selectAll().execute(),
      await db.selectFrom('idempotency').selectAll().execute(),
      await db.selectFrom('events').selectAll().execute(),
    ])
    assert.ok(!kept.includes(app_secret))
  })

  test('a credential that rolled itself gets the first answer again, with its previous secret', async () => {
    const merchant = await world().merchant()
    const { credentials } = (await merchant.get('/v1/credentials')).body.result
    const own = credentials.find((one: { app_key: string }) => one.app_key === merchant.appKey)
    const roll = () => merchant.post(`/v1/credentials/${own.id}/roll`, {}, { 'idempotency-key': 'rodar' })
    const { app_secret, ...first } = (await roll()).body.result
    assert.match(app_secret, /^[0-9a-f]{64}$/)
    const again = await roll()
    assert.equal(again.headers['idempotent-replayed'], 'true', again.text)
    assert.deepEqual(again.body.result, first)
  })

  test('the list of credentials has pages, and one of each state', async () => {
    const merchant = await world().merchant()
    for (let made = 0; made < 5; made += 1) {
      const { id } = await credentialOf(merchant, { name: 'x', scopes: ['read'] })
      if (made < 3) assert.equal((await merchant.call('DELETE', `/v1/credentials/${id}`)).status, 200)
    }
    await credentialOf(merchant, { name: 'x', scopes: ['read'], expires_at: clockPlus(HOUR_MS) })
    await advance(2 * HOUR_MS)
    const list = async (query = '') => (await merchant.get(`/v1/credentials?${query}`)).body.result
    const all = await list()
    assert.deepEqual([all.total, all.credentials.length, all.next], [8, 8, null])
    const paged = []
    for (let next: string | null = ''; next !== null; ) {
      const page: typeof all = await list(`limit=3&starting_after=${next}`)
      assert.equal(page.total, 8)
      paged.push(...page.credentials)
      next = page.next
    }
    assert.deepEqual(paged, all.credentials)
    for (const status of ['active', 'expired', 'revoked'])
      assert.deepEqual(
        (await list(`status=${status}`)).credentials,
        all.credentials.filter((one: { status: string }) => one.status === status),
      )
    for (const bad of ['limit=0', 'status=x', 'starting_after=a%00b', 'starting_after=zzz'])
      assert.equal((await merchant.get(`/v1/credentials?${bad}`)).status, 400, bad)
  })

  test('the last use is known to the hour, and an hour of requests is written once', async () => {
    const merchant = await world().merchant()
    const key = await made(all(merchant), { scopes: ['read'] })
    const used = async () => (await merchant.get(`/v1/credentials/${key.id}`)).body.result.last_used_at
    assert.equal(await used(), null)
    await key.call('GET', '/v1/operations')
    await world().work()
    const first = await used()
    assert.notEqual(first, null)
    await advance(HOUR_MS / 2)
    await key.call('GET', '/v1/operations')
    await world().work()
    assert.equal(await used(), first)
    await advance(HOUR_MS)
    await key.call('GET', '/v1/operations')
    await world().work()
    assert.notEqual(await used(), first)
  })

  test('an account has at most a hundred credentials, however many are made at once', async () => {
    const merchant = await world().merchant()
    let refused = 0
    for (let round = 0; round < 8; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 15 }, () => merchant.post('/v1/credentials', { name: 'x', scopes: ['read'] })),
      )
      for (const { status, text } of answers) {
        assert.ok(status === 200 || status === 409, text)
        if (status === 409) refused += 1
      }
    }
    assert.equal(refused, 120 - 98)
    assert.equal((await merchant.get('/v1/credentials')).body.result.total, 100)
  })
})
