import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { basic } from '../support/harness/world.ts'
import { onTheWire } from './wire.ts'

onTheWire('a mobile client charges a typed card from where it is and sends the receipt', (stage) => {
  const head = (method: string, path: string) => `
${method} ${path} HTTP/1.1
Host: {host}
Content-Type: application/json
Authorization: ${basic(stage().merchant.appKey, stage().merchant.secret)}
X-User-Agent: Cliente/2.3 (iPhone; iOS 15.0; Scale/3.00)
Accept-Language: es-MX;q=1, en;q=0.9
User-Agent: Cliente/2.3
Content-Length: {length}`
  let operation = ''

  test('currency and ip are null, metadata is inside the sealed message', async () => {
    const charge = {
      card: { number: '4242424242424242', holder_name: 'MOVIL', cvv: '123', expiration: '3010', type: 'VISA', raw: '' },
      payment: {
        external: { transaction: null, application_key: null },
        reference: { number: 'M-1', description: 'Café' },
        total: { amount: 45, currency: null },
        tip: { amount: '0.0', currency: null },
        origin: { device: 'iphone', ip: null, location: { latitude: '19.432608', longitude: '-99.133209' } },
      },
      total: { amount: 45, currency: null },
      metadata: { item: 'cafe' },
      source: 'mobile',
    }
    const body = JSON.stringify(sealEnvelope(charge, stage().publicKey))
    const answer = await stage().say(head('POST', '/v1/payment/card'), body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const { recipe } = answer.body.result
    assert.deepEqual(recipe.origin.location, { latitude: '19.432608', longitude: '-99.133209' })
    assert.equal(recipe.payment_method, 'POS')
    assert.equal(recipe.total.currency, 'MXN')
    assert.equal(answer.body.result.transaction, recipe.transaction)
    operation = recipe.transaction
  })

  test('the receipt is sent by e-mail and by SMS', async () => {
    const byMail = await stage().say(
      head('POST', '/v1/operations/send'),
      `{"id":"${operation}","email":"movil@example.mx"}`,
    )
    assert.deepEqual([byMail.status, byMail.body], [200, { success: true }])
    const bySms = await stage().say(head('POST', '/v1/operations/send'), `{"id":"${operation}","phone":"5512345678"}`)
    assert.deepEqual([bySms.status, bySms.body], [200, { success: true }])
    const neither = await stage().say(head('POST', '/v1/operations/send'), `{"id":"${operation}"}`)
    assert.equal(neither.status, 400)
    assert.match(JSON.stringify(neither.body.error), /email|phone/)
  })

  test('an empty id is an unknown service', async () => {
    const answer = await stage().say(head('GET', '/v1/operations/apply-reversal/'))
    assert.equal(answer.status, 404)
    assert.equal(answer.body.error.message, 'El servicio no existe')
  })
})
