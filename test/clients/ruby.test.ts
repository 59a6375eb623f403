import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { onTheWire } from './wire.ts'

onTheWire('a Ruby client folds base64 at 60, pads with zeros and misspells external', (stage) => {
  /** Net::HTTP capitalises and sorts its headers; its credential ends in a newline before it is encoded. */
  const head = (method: string, path: string) => {
    const { appKey, secret } = stage().merchant
    const credential = Buffer.from(`${appKey}:${secret}\n`).toString('base64')
    return `
${method} ${path} HTTP/1.1
Accept-Encoding: gzip;q=1.0,deflate;q=0.6,identity;q=0.3
Accept: */*
User-Agent: Ruby
X-User-Agent: {"lang" => "ruby"}
Content-Type: application/json
Authorization: Basic ${credential}
Connection: close
Host: {host}
Content-Length: {length}`
  }
  const seal = (message: unknown) =>
    JSON.stringify(sealEnvelope(message, stage().publicKey, { dataForm: 'ecb-zero', base64LineLength: 60 }))

  const tokenise = async () => {
    const card = { cardholder_name: 'Luz', number: '5555555555554444', expiration: '3101', cvv: '321' }
    const made = await stage().say(head('POST', '/v1/token'), seal(card))
    assert.equal(made.status, 200, JSON.stringify(made.body))
    return made.body.result.token as string
  }

  test('a charge of a token under externa, with an empty transaction, is a payment', async () => {
    const charge = {
      recurrent: await tokenise(),
      payment: {
        externa: { transaction: '', application_key: '' },
        reference: { number: '', description: 'Cargo' },
        total: { amount: '150.00', currency: 'MXN' },
        tip: { amount: '0.0', currency: 'MXN' },
      },
    }
    const first = await stage().say(head('POST', '/v1/payment/card'), seal(charge))
    assert.equal(first.status, 200, JSON.stringify(first.body))
    assert.equal(first.body.result.card_type, 'MAST')
    assert.equal(first.body.result.recipe.total.amount, '150.00')
    const again = await stage().say(head('POST', '/v1/payment/card'), seal(charge))
    assert.equal(again.body.error.code, 'TokenAlreadyUsedException')
  })

  test('a declined card is a PaymentException with the response of the bank', async () => {
    const card = { cardholder_name: 'Luz', number: '4111111111111111', expiration: '3101', cvv: '321' }
    const made = await stage().say(head('POST', '/v1/token'), seal(card))
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const charge = {
      recurrent: made.body.result.token,
      payment: {
        external: { transaction: 'ruby-1' },
        reference: { number: '1', description: 'x' },
        total: { amount: 20, currency: 'MXN' },
      },
    }
    const answer = await stage().say(head('POST', '/v1/payment/card'), seal(charge))
    assert.equal(answer.status, 402)
    assert.equal(answer.body.error.code, 'PaymentException')
    assert.equal(answer.body.error.detail.code, '51')
  })
})
