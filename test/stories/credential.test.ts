import assert from 'node:assert/strict'
import { test } from 'node:test'
import { revokeCredential } from '../../src/accounts/credentials.ts'
import { basic, onBothEngines } from '../world.ts'

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

  test('a revoked credential is refused at once', async () => {
    const merchant = await world().merchant()
    const authorization = basic(merchant.appKey, merchant.secret)
    assert.equal((await ask(authorization)).status, 200)
    await revokeCredential(world().service, merchant.appKey)
    assert.equal((await ask(authorization)).status, 401)
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
