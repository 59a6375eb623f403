import assert from 'node:assert/strict'
import { test } from 'node:test'
import { basic, onBothEngines } from '../../support/harness/world.ts'

const origin = 'https://tienda.example.mx'
const preflight = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }

onBothEngines('a page of another origin may make card tokens and nothing else', (world) => {
  test('the preflight of a token call is answered without a credential', async () => {
    const answer = await world().send({ method: 'OPTIONS', url: '/v1/token', headers: preflight })
    assert.equal(answer.status, 204)
    assert.equal(answer.headers['access-control-allow-origin'], '*')
    assert.equal(answer.headers['access-control-allow-methods'], 'POST')
    for (const name of ['authorization', 'content-type', 'accept-language', 'idempotency-key']) {
      assert.ok(String(answer.headers['access-control-allow-headers']).includes(name), name)
    }
    assert.equal(answer.headers['access-control-allow-credentials'], undefined)
  })

  test('the page can read tokens, refusals and the public key', async () => {
    const { publishableKey } = await world().merchant()
    for (const [method, url, authorization, status] of [
      ['POST', '/v1/token', basic(publishableKey, ''), 400],
      ['POST', '/v1/token', basic('pk_dev_unknown', ''), 401],
      ['GET', '/v1/public-key', undefined, 200],
      ['GET', '/v1/public-key.pem', undefined, 200],
    ] as const) {
      const headers = { origin, ...(authorization && { authorization }) }
      const answer = await world().send({ method, url, headers, ...(method === 'POST' && { payload: {} }) })
      assert.equal(answer.status, status, url)
      assert.equal(answer.headers['access-control-allow-origin'], '*', url)
    }
  })

  test('every other call refuses other origins', async () => {
    const { appKey, secret } = await world().merchant()
    for (const url of ['/v1/operations', '/v1/customer', '/v1/payment/card', '/v1/auth/login/application']) {
      const asked = await world().send({ method: 'OPTIONS', url, headers: preflight })
      assert.equal(asked.status, 405, url)
      assert.equal(asked.headers['access-control-allow-origin'], undefined, url)
    }
    const listed = await world().send({
      method: 'GET',
      url: '/v1/operations',
      headers: { origin, authorization: basic(appKey, secret) },
    })
    assert.equal(listed.status, 200)
    assert.equal(listed.headers['access-control-allow-origin'], undefined)
  })

  test('the card form is plain JavaScript; each module that it imports is served, and nothing else is', async () => {
    const loaded = new Map<string, string>()
    const load = async (file: string): Promise<void> => {
      if (loaded.has(file)) return
      const answer = await world().send({ method: 'GET', url: `/client/${file}`, headers: { origin } })
      assert.equal(answer.status, 200, file)
      assert.match(String(answer.headers['content-type']), /^text\/javascript/)
      assert.equal(answer.headers['access-control-allow-origin'], '*')
      loaded.set(file, answer.text)
      const again = { 'if-none-match': String(answer.headers.etag) }
      assert.equal((await world().send({ method: 'GET', url: `/client/${file}`, headers: again })).status, 304)
      for (const [, imported = ''] of answer.text.matchAll(/ from '\.\/([^']+)'/g)) await load(imported)
    }
    await load('card-fields.js')
    assert.ok(loaded.has('seal.js'))
    for (const text of loaded.values()) assert.doesNotMatch(text, /\.ts'|^interface |: string\b/m)
    for (const other of ['client.js', 'card-fields.ts', 'package.json', '..%2Fpackage.json']) {
      assert.equal((await world().send({ method: 'GET', url: `/client/${other}` })).status, 404, other)
    }
  })
})
