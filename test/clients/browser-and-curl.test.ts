import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { basic } from '../support/harness/world.ts'
import { onTheWire } from './wire.ts'

onTheWire('a page tokenises with the publishable key, and curl does the rest', (stage) => {
  let token = ''

  test('the browser sends a preflight, then posts the sealed card from another origin', async () => {
    const { say, merchant, publicKey } = stage()
    const asked = await say(`
OPTIONS /v1/token HTTP/1.1
Host: {host}
Origin: https://tienda.example.mx
Access-Control-Request-Method: POST
Access-Control-Request-Headers: authorization,content-type
Content-Length: {length}`)
    assert.ok(asked.status === 200 || asked.status === 204, String(asked.status))
    assert.ok(['*', 'https://tienda.example.mx'].includes(asked.headers['access-control-allow-origin'] ?? ''))
    const card = { cardholder_name: 'Web', number: '4485531263748329', expiration: '3004', cvv: '123' }
    const sealed = sealEnvelope(card, publicKey, { keyPadding: 'oaep-sha256', dataForm: 'gcm' })
    const answer = await say(
      `
POST /v1/token HTTP/1.1
Host: {host}
Origin: https://tienda.example.mx
Referer: https://tienda.example.mx/
Content-Type: application/json
Authorization: ${basic(merchant.publishableKey, '')}
Content-Length: {length}`,
      JSON.stringify(sealed),
    )
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.ok(answer.headers['access-control-allow-origin'])
    token = answer.body.result.token
  })

  test('the publishable key opens nothing else', async () => {
    const { say, merchant } = stage()
    const answer = await say(`
GET /v1/operations HTTP/1.1
Host: {host}
Authorization: ${basic(merchant.publishableKey, '')}`)
    assert.equal(answer.status, 403)
  })

  test('curl charges the token in CBC under OAEP with SHA-1', async () => {
    const { say, merchant, publicKey } = stage()
    const charge = {
      recurrent: token,
      payment: {
        external: { transaction: 'curl-1' },
        total: { amount: 1200, currency: 'MXN' },
        reference: { number: 'C=1', description: 'curl' },
      },
    }
    const sealed = sealEnvelope(charge, publicKey, { keyPadding: 'oaep-sha1', dataForm: 'cbc' })
    const answer = await say(
      `
POST /v1/payment/card HTTP/1.1
Host: {host}
authorization: ${basic(merchant.appKey, merchant.secret)}
user-agent: curl/7.88.1
accept: */*
content-type: application/json
content-length: {length}`,
      JSON.stringify(sealed),
    )
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.equal(answer.body.result.card, '448553XXXXXX8329')
    const found = await say(`
GET /v1/operations/reference/C=1 HTTP/1.1
Host: {host}
authorization: ${basic(merchant.appKey, merchant.secret)}`)
    assert.equal(found.body.result.transaction, answer.body.result.recipe.transaction)
  })

  test('HEAD never reverses, and the address sets a webhook as existing clients do', async () => {
    const { say, merchant } = stage()
    const authorization = `authorization: ${basic(merchant.appKey, merchant.secret)}`
    const found = await say(`GET /v1/operations/reference/C=1 HTTP/1.1\nHost: {host}\n${authorization}`)
    const id = found.body.result.transaction
    const head = await say(`HEAD /v1/operations/apply-reversal/${id} HTTP/1.1\nHost: {host}\n${authorization}`)
    assert.equal(head.status, 405)
    const still = await say(`GET /v1/operations/${id} HTTP/1.1\nHost: {host}\n${authorization}`)
    assert.equal(still.body.result.status, 'N')
    const put = await say(
      `PUT /v1/webhook/principal HTTP/1.1\nHost: {host}\n${authorization}\ncontent-type: application/json\ncontent-length: {length}`,
      '{"url":"http://127.0.0.1:9/avisos"}',
    )
    assert.equal(put.status, 200, JSON.stringify(put.body))
  })
})
