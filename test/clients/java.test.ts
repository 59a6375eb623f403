import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { basic } from '../support/harness/world.ts'
import { onTheWire } from './wire.ts'

onTheWire('a Java client pads with spaces, sends flat names and chunked bodies', (stage) => {
  const head = (method: string, path: string, rest: string) => `
${method} ${path} HTTP/1.1
authorization: ${basic(stage().merchant.appKey, stage().merchant.secret)}
content-type: application/json; charset=UTF-8
host: {host}
connection: Keep-Alive
accept-encoding: gzip
user-agent: okhttp/3.12.1
${rest}`
  const sized = (method: string, path: string) => head(method, path, 'content-length: {length}')
  const seal = (message: unknown) =>
    JSON.stringify(sealEnvelope(message, stage().publicKey, { dataForm: 'ecb-spaces', base64LineLength: 76 }))

  test('a typed card with flat :: names is charged, its external transaction protects it', async () => {
    const charge = {
      card: {
        number: '378282246310005',
        holder_name: 'JAVA TEST',
        cvv: '1234',
        expiration: '3103',
        type: 'AMEX',
        raw: '378282246310005',
      },
      ecommerce: {
        number: '378282246310005',
        holder_name: 'JAVA TEST',
        cvv: '1234',
        expiration: '3103',
        ip: '10.0.0.1',
      },
      'payment::external::transaction': 'java-77',
      'payment::external::application_key': 'app',
      'payment::total::amount': 99.99,
      'payment::total::currency': 'MXN',
      'payment::tip::amount': 0,
      'payment::reference::number': 'J-77',
      'payment::reference::description': 'Compra con emoji 🌮',
    }
    const first = await stage().say(sized('POST', '/v1/payment/card'), seal(charge))
    assert.equal(first.status, 200, JSON.stringify(first.body))
    assert.equal(first.body.result.card, '378282XXXXXX0005')
    assert.equal(first.body.result.card_type, 'AMEX')
    assert.equal(first.body.result.recipe.reference.description, 'Compra con emoji 🌮')
    const again = await stage().say(sized('POST', '/v1/payment/card'), seal(charge))
    assert.equal(again.body.result.token, first.body.result.token)
    const other = await stage().say(
      sized('POST', '/v1/payment/card'),
      seal({ ...charge, 'payment::total::amount': 1.5 }),
    )
    assert.equal(other.status, 409)
    assert.equal(other.body.error.code, 'SwitchException')
  })

  test('a chunked body is read as any other', async () => {
    const body = '{"total":150.5,"store":"7-eleven","payment":{"reference":{"description":"en partes"}}}'
    const cut = 20
    const chunks = [body.slice(0, cut), body.slice(cut)].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
    const answer = await stage().say(
      head('POST', '/v1/payment/convenience-store', 'transfer-encoding: chunked'),
      `${chunks.join('')}0\r\n\r\n`,
    )
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.equal(answer.body.result.total.amount, '150.50')
    assert.equal(answer.body.result.status, 2)
    assert.equal(answer.body.result.status_code, 'pending')
    assert.ok(answer.body.result.short_id)
  })

  test('SPEI into a customer’s own CLABE', async () => {
    const made = await stage().say(sized('POST', '/v1/customer'), '{"name":"Java","email":"java@example.mx"}')
    const customer = made.body.result.id
    const read = await stage().say(sized('GET', `/v1/customer/${customer}`))
    const source = read.body.result.sources[0]
    assert.match(source.id, /^spe_/)
    const voucher = await stage().say(sized('POST', '/v1/payment/spei'), `{"total":"75","source":"${source.id}"}`)
    assert.equal(voucher.status, 200, JSON.stringify(voucher.body))
    assert.equal(voucher.body.result.bank_account_number, source.clabe)
    assert.equal(voucher.body.result.short_id, undefined)
  })
})
