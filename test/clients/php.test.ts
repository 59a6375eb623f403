import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { basic } from '../support/harness/world.ts'
import { onTheWire } from './wire.ts'

/** `json_encode` as PHP does it: slashes escaped, everything outside ASCII as \u. */
function phpJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

onTheWire('a PHP client logs in, tokenises, pays, lists, reverses and deletes as it always did', (stage) => {
  let token = ''
  let customer = ''
  let card = ''
  let operation = ''

  /** Headers in the order in which the client's cURL sends them. Its X-User-Agent is not JSON. */
  const head = (method: string, path: string, authorization: string) => `
${method} ${path} HTTP/1.1
Host: {host}
User-Agent: PHP-Client/1.4.2
Accept: */*
X-User-Agent: {lang:"php",version:"7.4",os:Linux
Content-Type: application/json
Authorization: ${authorization}
Content-Length: {length}`

  test('login with Basic, at a path with a double slash, answers a connection without a result', async () => {
    const { merchant, say } = stage()
    const answer = await say(
      head('POST', '/v1//auth/login/application', basic(merchant.appKey, merchant.secret)),
      '{"application_bundle":"","device":"php"}',
    )
    assert.equal(answer.status, 200)
    assert.equal(answer.body.success, true)
    assert.equal(answer.body.result, undefined)
    assert.match(answer.body.connection.token, /^[0-9a-f]{63}$/)
    assert.match(answer.body.connection.expires, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-06:00$/)
    token = answer.body.connection.token
  })

  test('a customer with an escaped slash and ñ in its name', async () => {
    const body = phpJson({ name: 'Peña/Núñez', email: 'pena@example.mx', metadata: { nota: 'año' } })
    const answer = await stage().say(head('POST', '/v1/customer', `Bearer ${token}`), body)
    assert.equal(answer.status, 200)
    assert.equal(answer.body.result.name, 'Peña/Núñez')
    customer = answer.body.result.id
  })

  test('metadata without entries, which PHP writes as a list', async () => {
    const body = phpJson({ metadata: [] })
    const answer = await stage().say(head('PUT', `/v1/customer/${customer}`, `Bearer ${token}`), body)
    assert.equal(answer.status, 200)
    assert.equal(answer.body.result.name, 'Peña/Núñez')
  })

  test('a card token, its base64 folded at 76 with CRLF, then the saved card', async () => {
    const { say, publicKey } = stage()
    const message = phpJson({
      cardholder_name: 'José Peña',
      number: '4242424242424242',
      expiration: '3012',
      cvv: '123',
    })
    const sealed = sealEnvelope(message, publicKey)
    const fold = (text: string) => text.replace(/.{1,76}/g, '$&\r\n')
    const body = phpJson({ key: fold(sealed.key), data: fold(sealed.data) })
    const made = await say(head('POST', '/v1/token', `Bearer ${token}`), body)
    assert.equal(made.status, 200, JSON.stringify(made.body))
    assert.match(made.body.result.token, /^tok_/)
    const saved = await say(
      head('POST', `/v1/customer/${customer}/cards`, `Bearer ${token}`),
      phpJson({ token: made.body.result.token }),
    )
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    const { result } = saved.body
    assert.match(result.token, /^crd_/)
    assert.equal(result.number, '424242XXXXXX4242')
    assert.equal(result.cvv, 'XXXX')
    assert.equal(result.expiration, '3012')
    assert.equal(result.status, 'chargeable')
    card = result.token
  })

  test('a charge with text amounts, a null application key and extra keys', async () => {
    const { say, publicKey } = stage()
    const charge = {
      recurrent: card,
      amount: '10.50',
      description: 'x',
      payment: {
        external: { transaction: 'php-0001', application_key: null },
        reference: { number: 'F/2026-0001', description: 'Suscripción € anual' },
        tip: { amount: '0.0', currency: null },
        total: { amount: '10.5', currency: 'MXN' },
        origin: { device: 'php', ip: null, location: { latitude: '19.43', longitude: '-99.13' } },
      },
      total: { amount: '10.5', currency: 'MXN' },
    }
    const body = phpJson({ ...sealEnvelope(phpJson(charge), publicKey, { base64LineLength: 76 }), metadata: {} })
    const answer = await say(head('POST', '/v1/payment/card', `Bearer ${token}`), body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const { result } = answer.body
    assert.match(result.token, /^[0-9a-f-]{36}$/)
    assert.equal(result.status, true)
    assert.equal(result.method, 'CARD')
    assert.ok(result.autorization_code)
    assert.equal(result.card, '424242XXXXXX4242')
    assert.equal(result.card_type, 'VISA')
    assert.equal(result.transaction, 'php-0001')
    assert.equal(result.recipe.status, 'N')
    assert.equal(result.recipe.card.number, '4242')
    assert.equal(result.recipe.total.amount, '10.50')
    assert.equal(result.recipe.reference.description, 'Suscripción € anual')
    assert.equal(result.operations[0].transaction, result.recipe.transaction)
    operation = result.recipe.transaction
  })

  test('GET with a content type and no body: the list and the operation', async () => {
    const { say } = stage()
    const list = await say(head('GET', '/v1/operations?limit=5&offset=0&card_type=VISA', `Bearer ${token}`))
    assert.equal(list.status, 200)
    assert.equal(list.body.result.total, 1)
    assert.equal(list.body.result.sales, '10.50')
    const one = await say(head('GET', `/v1/operations/${operation}`, `Bearer ${token}`))
    assert.equal(one.body.result.transaction, operation)
    const byReference = await say(
      head('GET', `/v1/operations/reference/${encodeURIComponent('F/2026-0001')}`, `Bearer ${token}`),
    )
    assert.equal(byReference.body.result.transaction, operation)
  })

  test('the reversal answers the fields that the client reads, twice the same', async () => {
    const { say } = stage()
    const path = `/v1/operations/apply-reversal/${operation}`
    const first = await say(head('GET', path, `Bearer ${token}`))
    assert.equal(first.status, 200, JSON.stringify(first.body))
    assert.equal(first.body.result.method, 'Reversal')
    assert.equal(first.body.result.status, true)
    const second = await say(head('GET', path, `Bearer ${token}`))
    assert.deepEqual(second.body.result, first.body.result)
  })

  test('DELETE with [] as its body removes the card, then the customer', async () => {
    const { say } = stage()
    const removed = await say(head('DELETE', `/v1/customer/${customer}/cards/${card}`, `Bearer ${token}`), '[]')
    assert.equal(removed.status, 200, JSON.stringify(removed.body))
    const gone = await say(head('DELETE', `/v1/customer/${customer}`, `Bearer ${token}`), '[]')
    assert.equal(gone.status, 200)
    assert.equal(gone.body.result.id, customer)
  })

  test('an error has the fields that the client maps to exceptions', async () => {
    const answer = await stage().say(
      head('POST', '/v1/payment/convenience-store', `Bearer ${token}`),
      '{"total":"0.5"}',
    )
    assert.equal(answer.status, 400)
    assert.equal(answer.body.success, false)
    assert.equal(answer.body.error.code, 'InvalidParamException')
    assert.ok(answer.body.error.message)
    assert.ok(Array.isArray(answer.body.error.messages.total))
  })
})
