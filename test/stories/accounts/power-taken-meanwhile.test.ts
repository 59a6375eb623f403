// A key that is revoked, and a person who is removed, leave nothing that lasts: each story stops a request where it has read and not written yet, takes its
// caller's power away, and lets the request go on.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { scopes } from '../../../src/api/caller.ts'
import { person } from '../../support/fixtures/console.ts'
import { assertAudited } from '../../support/fixtures/payers.ts'
import { ENGINES, type Engine, stopPostgres } from '../../support/harness/engines.ts'
import { stoppedWorld } from '../../support/harness/stopped-world.ts'
import { basic, type Merchant, type World } from '../../support/harness/world.ts'

interface Lasting {
  title: string
  /** The table whose row is about to be written. */
  table: string
  method: 'POST' | 'PUT'
  path: string | ((merchant: Merchant) => Promise<string>)
  body: object
}

const OWN = '002010077777777771'
const LASTING: Lasting[] = [
  {
    title: 'a key',
    table: 'credentials',
    method: 'POST',
    path: '/v1/credentials',
    body: { name: 'x', scopes: ['read'] },
  },
  {
    title: 'a webhook',
    table: 'webhook_endpoints',
    method: 'POST',
    path: '/v1/webhook',
    body: { url: 'http://127.0.0.1:9/x' },
  },
  {
    title: 'another address of a webhook',
    table: 'webhook_endpoints',
    method: 'PUT',
    path: async (merchant) =>
      `/v1/webhook/${(await merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/y' })).body.result.id}`,
    body: { url: 'http://127.0.0.1:9/x' },
  },
  {
    title: 'the first payout account',
    table: 'payout_account_changes',
    method: 'PUT',
    path: '/v1/settlement/account',
    body: { clabe: OWN },
  },
  {
    title: 'another payout account',
    table: 'payout_account_changes',
    method: 'PUT',
    path: async (merchant) => {
      assert.equal((await merchant.call('PUT', '/v1/settlement/account', { clabe: OWN })).status, 200)
      return '/v1/settlement/account'
    },
    body: { clabe: '032180000118359719' },
  },
  {
    title: 'an affiliate',
    table: 'affiliates',
    method: 'POST',
    path: '/v1/affiliates',
    body: { user: 'ana', name: 'Luz Paz', email: 'luz@ejemplo.mx', clabe: OWN },
  },
]

/** Its rows before and after are the same. */
async function rowsOf({ service }: World, table: string, { accountId }: Merchant): Promise<unknown[]> {
  return service.store.db
    .selectFrom(table as 'credentials')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((eb) => (table === 'credentials' ? eb('revoked_at', 'is', null) : eb.lit(true)))
    .execute()
}

async function keyOf(world: World, merchant: Merchant) {
  const key = (await merchant.post('/v1/credentials', { name: 'x', scopes })).body.result
  const headers = { authorization: basic(key.app_key, key.app_secret), 'content-type': 'application/json' }
  return {
    refusal: 401,
    call: (method: 'POST' | 'PUT', url: string, body: object, more: Record<string, string>) =>
      world.send({ method, url, headers: { ...headers, ...more }, payload: JSON.stringify(body) }),
    take: () => merchant.call('DELETE', `/v1/credentials/${key.id}`),
  }
}

async function personOf(world: World, merchant: Merchant) {
  const [ana, eva] = [await person(world, merchant, 'owner'), await person(world, merchant, 'owner')]
  return {
    refusal: 403,
    call: eva.call,
    take: () => ana.call('DELETE', `/v1/console/people/${eva.session.person.id}`),
  }
}

function stories(engine: Engine) {
  for (const { title, table, method, path, body } of LASTING)
    for (const [who, callerOf] of [
      ['a key that is revoked', keyOf],
      ['a person who is removed', personOf],
    ] as const)
      test(`${who} does not leave ${title}`, async (t) => {
        const { world, stopAt } = await stoppedWorld(engine)
        t.after(() => world.close())
        const merchant = await world.merchant()
        const { refusal, call, take } = await callerOf(world, merchant)
        const url = typeof path === 'string' ? path : await path(merchant)
        const before = (await rowsOf(world, table, merchant)).length
        let taken = 0
        stopAt(table, async () => {
          taken = (await take()).status
        })
        const answer = await call(method, url, body, { 'idempotency-key': 'uno' })
        assert.equal(taken, 200, 'it was stopped, and the power taken')
        assert.equal(answer.status, refusal, answer.text)
        const gone = table === 'credentials' && callerOf === keyOf ? 1 : 0
        assert.equal((await rowsOf(world, table, merchant)).length, before - gone)
        await assertAudited(world)
      })

  test('a key rolls itself, and a person whose role stays makes a key', async (t) => {
    const { world } = await stoppedWorld(engine)
    t.after(() => world.close())
    const merchant = await world.merchant()
    const { call } = await personOf(world, merchant)
    const made = await call('POST', '/v1/credentials', { name: 'x', scopes: ['read', 'admin'] }, {})
    assert.equal(made.status, 200, made.text)
    const { credentials } = (await merchant.get('/v1/credentials')).body.result
    const own = credentials.find(({ app_key }: { app_key: string }) => app_key === merchant.appKey)
    assert.equal((await merchant.post(`/v1/credentials/${own.id}/roll`, {})).status, 200)
  })
}

for (const engine of ENGINES)
  describe(`what lasts needs a caller who stays [${engine}]`, () => {
    after(stopPostgres)
    stories(engine)
  })
