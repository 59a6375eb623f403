import assert from 'node:assert/strict'
import { test } from 'node:test'
import { revokeCredential } from '../../../src/accounts/credentials.ts'
import { basic, onBothEngines } from '../../support/harness/world.ts'

onBothEngines('every refusal of a credential is clear and gives away nothing else', (world) => {
  const ask = async (authorization?: string) =>
    world().send({ method: 'GET', url: '/v1/operations', ...(authorization ? { headers: { authorization } } : {}) })

  for (const [title, authorization] of [
    ['none', undefined],
    ['another scheme', 'Digest abc'],
    ['Basic without anything', 'Basic '],
    ['no base64', 'Basic %%%'],
    ['no colon', `Basic ${Buffer.from('nothing').toString('base64')}`],
    ['an unknown key', basic('sk_dev_unknown', 'secret')],
    ['a key with control characters', basic('sk\0', 'x')],
  ] as const) {
    test(`a request with ${title} answers 401`, async () => {
      const answer = await ask(authorization)
      assert.equal(answer.status, 401)
      assert.equal(answer.body.success, false)
      assert.equal(answer.body.error.code, 'InvalidCredentialsException')
      assert.ok(answer.body.request_id)
    })
  }

  test('a key that has not the form of one is refused with the beginning that clients in use compare', async () => {
    const merchant = await world().merchant()
    const asked = async (key: string) => {
      const headers = { authorization: basic(key, merchant.secret) }
      const { status, body } = await world().send({ method: 'GET', url: '/v1/operations', headers })
      return [status, body.error.code, body.error.message.startsWith('El formato de la clave de apliacion')]
    }
    for (const key of ['x', 'sk_dev_123', `${merchant.appKey}0`, merchant.appKey.slice(1), 'ña'])
      assert.deepEqual(await asked(key), [401, 'InvalidCredentialsException', true], key)
    for (const key of [`sk_dev_${'0'.repeat(32)}`, 'a1b2c3d4-0000-4000-8000-00805f9b34fb'])
      assert.deepEqual(await asked(key), [401, 'InvalidCredentialsException', false], key)
  })

  test('a revoked credential is refused at once', async () => {
    const merchant = await world().merchant()
    const authorization = basic(merchant.appKey, merchant.secret)
    assert.equal((await ask(authorization)).status, 200)
    await revokeCredential(world().service, merchant.appKey)
    assert.equal((await ask(authorization)).status, 401)
  })

  test('requests of several accounts at once are each of their own account', async () => {
    const merchants = await Promise.all(['A', 'B', 'C'].map((name) => world().merchant(name)))
    // The first request of a key looks for its account.
    for (const { appKey, secret } of merchants) assert.equal((await ask(basic(appKey, secret))).status, 200)
    const made = await Promise.all(
      [...merchants, ...merchants].map(async (merchant) => {
        const { status, body } = await merchant.call('POST', '/v1/payment/convenience-store', { total: 100 })
        return [status, merchant.accountId, body.result.transaction] as const
      }),
    )
    for (const [status, accountId, id] of made) {
      assert.equal(status, 200)
      const { db } = world().service.store
      const row = db
        .selectFrom('operations')
        .select('account_id')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
      assert.equal((await row.executeTakeFirst())?.account_id, accountId)
    }
    const [first, second] = merchants
    const mixed = await Promise.all([
      ask(basic(first?.appKey ?? '', first?.secret ?? '')),
      ask(basic(first?.appKey ?? '', second?.secret ?? '')),
      ask(basic(second?.appKey ?? '', second?.secret ?? '')),
    ])
    assert.deepEqual(
      mixed.map(({ status }) => status),
      [200, 401, 200],
    )
  })

  test('a newline after the secret, which some clients send, is accepted', async () => {
    const merchant = await world().merchant()
    const authorization = `Basic ${Buffer.from(`${merchant.appKey}:${merchant.secret}\n`).toString('base64')}`
    assert.equal((await ask(authorization)).status, 200)
  })

  test('a wrong secret is refused, and so is a publishable key in a call that needs a secret key', async () => {
    const merchant = await world().merchant()
    assert.equal((await ask(basic(merchant.appKey, 'wrong'))).status, 401)
    assert.equal((await ask(basic(merchant.publishableKey, ''))).status, 403)
  })
})
