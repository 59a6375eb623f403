import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { basic } from '../support/harness/world.ts'
import { onTheWire } from './wire.ts'

const METADATA = {
  salesTax: '16.00',
  browserCookie: 'GA1.2.4242424242.1700000000',
  orderMessage: null,
  billing: {
    billingEmailAddress: 'ana@example.mx',
    'billingFirstName-D': 'Ana',
    'billingLastName-D': 'Núñez',
    'billingAddress-D': 'Av. Reforma 222',
    'billingAddress2-D': null,
    'billingCity-D': 'Ciudad de México',
    'billingState-D': 'CDMX',
    'billingPostalCode-D': '06600',
    'billingCountry-D': 'MX',
    'billingPhoneNumber-D': '5512345678',
  },
  shipping: { shippingFirstName: 'Ana', shippingCountry: 'MX', shippingPhoneNumber: '5512345678' },
  member: {
    memberId: 918,
    memberLoggedIn: true,
    memberFullName: 'Ana Núñez',
    latitude: 19.432608,
    longitude: -99.133209,
  },
  items: { item: [{ itemNumber: 'SKU-1', itemPrice: 129.9, itemQuantity: 2, itemBrandName: null }] },
}

onTheWire('clients that send a whole order for the fraud screen charge', (stage) => {
  const head = () => `
POST /v1/payment/card HTTP/1.1
Host: {host}
Content-Type: application/json
Authorization: ${basic(stage().merchant.appKey, stage().merchant.secret)}
Content-Length: {length}`

  const charge = (card: object, more: object = {}) => ({
    card: { holder_name: 'ANA NUNEZ', cvv: '123', expiration: '3010', type: 'VISA', ...card },
    payment: {
      external: { transaction: '', application_key: null },
      reference: { number: '', description: 'Pedido' },
      total: { amount: '259.80', currency: 'MXN' },
      tip: { amount: '0.0', currency: null },
    },
    ...more,
  })
  const say = (message: object, beside: object = {}) =>
    stage().say(head(), JSON.stringify({ ...sealEnvelope(message, stage().publicKey), ...beside }))

  test('metadata of objects, lists, numbers and null, beside the envelope', async () => {
    const answer = await say(charge({ number: '4242424242424242', raw: '4242' }), { metadata: METADATA })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.equal(answer.body.result.recipe.status, 'N')
    assert.doesNotMatch(JSON.stringify(answer.body), /06600|ana@example/)
  })

  test('the same metadata inside the sealed message', async () => {
    const answer = await say(charge({ number: '4242424242424242', raw: '' }, { metadata: METADATA }))
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  })

  test('the full number in raw, and number masked', async () => {
    const answer = await say(charge({ number: '424242XXXXXX4242', raw: '4242424242424242' }), { metadata: METADATA })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.equal(answer.body.result.card, '424242XXXXXX4242')
    assert.equal(answer.body.result.recipe.card.number, '4242')
    assert.doesNotMatch(JSON.stringify(answer.body), /4242424242424242/)
  })

  test('two different full numbers are an invalid card, and so is no number', async () => {
    for (const card of [
      { number: '4242424242424242', raw: '5555555555554444' },
      { number: '424242XXXXXX4242', raw: '4242' },
      { number: '424242XXXXXX4242', raw: '' },
      { number: null, raw: '4242' },
    ]) {
      const answer = await say(charge(card))
      assert.equal(answer.status, 400, JSON.stringify(answer.body))
      assert.equal(answer.body.error.code, 'InvalidCardException')
      assert.doesNotMatch(JSON.stringify(answer.body), /4242424242424242|5555555555554444/)
      assert.doesNotMatch(JSON.stringify(answer.body.error), /5555/)
    }
  })
})
