import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readClockState, writeClockState } from '../../../src/store/clock-state.ts'
import { customerOf, publicKeyOf, sealedCard, type TypedFields, tokenFor } from '../../support/fixtures/cards.ts'
import { sealEnvelope } from '../../support/fixtures/envelope-seal.ts'
import { basic, type Merchant, onBothEngines } from '../../support/harness/world.ts'

onBothEngines('a typed card becomes a token that can be used once', (world) => {
  const ask = async (merchant: Merchant, fields: TypedFields | string, headers?: Record<string, string>) =>
    merchant.post('/v1/token', await sealedCard(world(), fields), headers)

  test('the answer carries a token and the card masked', async () => {
    const merchant = await world().merchant()
    const { status, body } = await ask(merchant, { number: '4242424242424242', cardholder_name: 'ANA LOPEZ' })
    assert.equal(status, 200)
    assert.match(body.result.token, /^tok_[0-9a-z]{26}$/)
    const { token: _, expires, ...rest } = body.result
    assert.deepEqual(rest, {
      holder_name: 'ANA LOPEZ',
      type: 'VISA',
      number: '424242XXXXXX4242',
      expiration: '3912',
      country_code: 'MX',
      bank_name: 'VISA TEST',
      funding: 'DEBIT',
    })
    const hours = (Date.parse(expires) - world().service.clock.epochMs()) / 3_600_000
    assert.ok(hours > 23.9 && hours <= 24, `${hours} hours`)
  })

  test('a card or a charge in the clear is refused with the way to seal it, and is not repeated', async () => {
    const merchant = await world().merchant()
    const clear = { cardholder_name: 'ANA LOPEZ', number: '4242424242424242', expiration: '3912', cvv: '123' }
    for (const [path, sent] of [
      ['/v1/token', clear],
      ['/v1/token', { card: clear }],
      ['/v1/payment/card', { recurrent: 'tok_x', payment: { total: { amount: 10, currency: 'MXN' } } }],
    ] as const) {
      for (const [language, says] of [
        ['es', /cifrado, en key y data, nunca en claro/],
        ['en', /sealed, in key and data, never in the clear/],
      ] as const) {
        const { status, body, text } = await merchant.post(path, sent, { 'accept-language': language })
        assert.deepEqual([status, body.error.reason], [400, 'parameters-invalid'])
        assert.match(body.error.messages.key[0], says)
        assert.ok(!text.includes('4242'))
        const [guide = ''] = /\/docs\/pages\/\S+\.md/.exec(body.error.description) ?? []
        assert.equal((await world().send({ method: 'GET', url: guide })).status, 200, guide)
      }
    }
    const { body } = await merchant.post('/v1/token', {})
    assert.deepEqual(Object.keys(body.error.messages), ['key', 'data'])
  })

  test('a publishable key may make tokens; a caller without a key may not', async () => {
    const merchant = await world().merchant()
    const payload = JSON.stringify(await sealedCard(world(), { number: '5555555555554444' }))
    const send = (authorization?: string) =>
      world().send({
        method: 'POST',
        url: '/v1/token',
        headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
        payload,
      })
    assert.equal((await send(basic(merchant.publishableKey, ''))).status, 200)
    assert.equal((await send()).status, 401)
  })

  for (const [title, fields, brand] of [
    ['with blanks in the number', { number: '4242 4242 4242 4242' }, 'VISA'],
    [
      'inside `card`, with holder_name',
      { card: { holder_name: 'ANA', number: '5200828282828210', expiration: '3912', cvv: '123' } },
      'MAST',
    ],
    ['of American Express with 4 digits of code', { number: '378282246310005', cvv: '1234' }, 'AMEX'],
    ['of Carnet', { number: '5062210000000009' }, 'CRNT'],
    ['with fields nobody knows', { number: '4242424242424242', device: { id: 'x' }, type: 'VISA' }, 'VISA'],
  ] as const) {
    test(`a card ${title} is accepted`, async () => {
      const { status, body } = await ask(await world().merchant(), fields)
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(body.result.type, brand)
    })
  }

  for (const [title, fields, status, code, field] of [
    ['no number', { number: undefined }, 400, 'InvalidParamException', 'number'],
    ['letters for a number', { number: '4242x' }, 400, 'InvalidCardException', 'number'],
    ['too few digits', { number: '424242424242' }, 400, 'InvalidCardException', 'number'],
    ['a brand not taken', { number: '30569309025904' }, 400, 'InvalidCardException', 'number'],
    [
      'a month that is none',
      { number: '4242424242424242', expiration: '3913' },
      400,
      'InvalidCardException',
      'expiration',
    ],
    [
      'an expiration that is over',
      { number: '4242424242424242', expiration: '2001' },
      400,
      'InvalidCardException',
      'expiration',
    ],
    ['a code too long', { number: '4242424242424242', cvv: '1234' }, 400, 'InvalidCardException', 'cvv'],
    ['an Amex code too short', { number: '378282246310005', cvv: '123' }, 400, 'InvalidCardException', 'cvv'],
    ['no code', { number: '4242424242424242', cvv: '' }, 400, 'InvalidParamException', 'cvv'],
    [
      'no name',
      { number: '4242424242424242', cardholder_name: undefined },
      400,
      'InvalidParamException',
      'cardholder_name',
    ],
    [
      'the number as the name',
      { number: '4242424242424242', cardholder_name: '4242 4242 4242 4242' },
      400,
      'InvalidCardException',
      'cardholder_name',
    ],
    ['a number the bank refuses', { number: '4111111111111137' }, 400, 'InvalidCardException', undefined],
    ['another number the bank refuses', { number: '5504174401458735' }, 400, 'InvalidCardException', undefined],
  ] as const) {
    test(`a card with ${title} is refused`, async () => {
      const answer = await ask(await world().merchant(), fields as TypedFields)
      assert.deepEqual([answer.status, answer.body.error.code], [status, code], answer.text)
      if (field !== undefined) assert.deepEqual(Object.keys(answer.body.error.messages), [field])
    })
  }

  test('a wrong check digit is declined with 14, a wrong security code with 82, each in the language asked for', async () => {
    const merchant = await world().merchant()
    const spanish = await ask(merchant, { number: '4242424242424241' })
    assert.deepEqual([spanish.status, spanish.body.error.code], [402, 'PaymentException'])
    assert.deepEqual(spanish.body.error.detail, {
      code: '14',
      message: 'Número de tarjeta no válido; revisa el número',
      payer_message: 'El número de tarjeta no es correcto. Revísalo e intenta de nuevo.',
      http_status_code: 402,
    })
    const english = await ask(merchant, { number: '4000000000000820' }, { 'accept-language': 'en' })
    assert.equal(english.body.error.detail.code, '82')
    assert.match(english.body.error.detail.message, /^Incorrect security code/)
  })

  test('a bank that does not answer gives no token, and the refusal says to try again', async () => {
    const answer = await ask(await world().merchant(), { number: '4000000000010050' })
    assert.deepEqual([answer.status, answer.body.error.code], [503, 'InternalErrorException'])
    assert.ok(Number(answer.headers['retry-after']) > 0)
  })

  test('an envelope that does not open is refused without a reason', async () => {
    const merchant = await world().merchant()
    const sealed = await sealedCard(world(), { number: '4242424242424242' })
    for (const body of [
      { key: 'AAAA', data: sealed.data },
      { key: sealed.key, data: 'not base64!' },
      { key: sealed.key, data: Buffer.alloc(32).toString('base64') },
      await sealedCard(world(), 'no JSON'),
    ]) {
      const answer = await merchant.post('/v1/token', body)
      assert.deepEqual([answer.status, answer.body.error.code], [400, 'InvalidEncryptionException'])
    }
  })

  test('the same Idempotency-Key gets the same token though the message is sealed anew; another card is refused', async () => {
    const merchant = await world().merchant()
    const headers = { 'idempotency-key': 'token-1' }
    const first = await ask(merchant, { number: '4242424242424242' }, headers)
    const again = await ask(merchant, { number: '4242424242424242' }, headers)
    assert.deepEqual(again.body, first.body)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assert.equal((await ask(merchant, { number: '5555555555554444' }, headers)).status, 422)
  })

  test('every form in which clients seal is read', async () => {
    const merchant = await world().merchant()
    const publicKey = await publicKeyOf(world())
    const message = { cardholder_name: 'ANA', number: '4242424242424242', expiration: '3912', cvv: '123' }
    for (const options of [
      { dataForm: 'ecb-zero', base64LineLength: 60 },
      { dataForm: 'gcm', keyPadding: 'oaep-sha256' },
      { dataForm: 'cbc', keyPadding: 'oaep-sha1' },
    ] as const) {
      assert.equal((await merchant.post('/v1/token', sealEnvelope(message, publicKey, options))).status, 200)
    }
  })
})

onBothEngines('a token becomes a saved card of one customer, once', (world) => {
  const save = (merchant: Merchant, customer: string, token: string, headers?: Record<string, string>) =>
    merchant.post(`/v1/customer/${customer}/cards`, { token }, headers)

  test('the card is saved, listed, read and deactivated', async () => {
    const merchant = await world().merchant()
    const customer = await customerOf(world(), merchant)
    const saved = await save(merchant, customer, await tokenFor(world(), merchant, '4485531263748329'))
    assert.equal(saved.status, 200, saved.text)
    const { token, cvv, status, ...shown } = saved.body.result
    assert.match(token, /^crd_[0-9a-z]{26}$/)
    assert.deepEqual([cvv, status], ['XXXX', 'chargeable'])
    assert.deepEqual(shown, {
      holder_name: 'ANA LOPEZ',
      type: 'VISA',
      number: '448553XXXXXX8329',
      expiration: '3912',
      country_code: 'MX',
      bank_name: 'VISA TEST',
      funding: 'CREDIT',
    })
    const path = `/v1/customer/${customer}/cards`
    assert.deepEqual((await merchant.get(path)).body.result, [{ token, ...shown }])
    assert.deepEqual((await merchant.get(`${path}/${token}`)).body.result, { token, ...shown })

    const gone = await merchant.call('DELETE', `${path}/${token}`, '[]')
    assert.deepEqual([gone.status, gone.body.result], [200, { token, ...shown }])
    assert.deepEqual((await merchant.get(path)).body.result, [])
    for (const method of ['GET', 'DELETE']) {
      const answer = await merchant.call(method, `${path}/${token}`)
      assert.deepEqual([answer.status, answer.body.error.code], [404, 'CardInformationNotFoundException'])
    }
    const again = await save(merchant, customer, await tokenFor(world(), merchant, '4485531263748329'))
    assert.equal(again.status, 200)
  })

  test('a token works once; of two requests to save it at once, one succeeds', async () => {
    const merchant = await world().merchant()
    const token = await tokenFor(world(), merchant, '4242424242424242')
    const customers = await Promise.all([1, 2, 3, 4].map(() => customerOf(world(), merchant)))
    const answers = await Promise.all(customers.map((customer) => save(merchant, customer, token)))
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409, 409, 409])
    for (const answer of answers.filter((each) => each.status === 409))
      assert.equal(answer.body.error.code, 'TokenAlreadyUsedException')
    const later = await save(merchant, customers[0] ?? '', token)
    assert.deepEqual([later.status, later.body.error.code], [409, 'TokenAlreadyUsedException'])
    const lists = await Promise.all(customers.map((customer) => merchant.get(`/v1/customer/${customer}/cards`)))
    assert.equal(lists.flatMap((list) => list.body.result).length, 1)
  })

  test('the same card twice for a customer is refused, and its token stays good for another customer', async () => {
    const merchant = await world().merchant()
    const customer = await customerOf(world(), merchant)
    const tokens = await Promise.all([1, 2, 3].map(() => tokenFor(world(), merchant, '5555555555554444')))
    const [one = '', two = '', three = ''] = tokens
    const both = await Promise.all([save(merchant, customer, one), save(merchant, customer, two)])
    assert.deepEqual(both.map((answer) => answer.status).sort(), [200, 409])
    const refused = both.find((answer) => answer.status === 409)
    assert.equal(refused?.body.error.code, 'InvalidCardException')
    const third = await save(merchant, customer, three)
    assert.deepEqual([third.status, third.body.error.code], [409, 'InvalidCardException'])
    assert.equal((await save(merchant, await customerOf(world(), merchant), three)).status, 200)
  })

  test('a repeat with the same Idempotency-Key gets the same card, also at the same time', async () => {
    const merchant = await world().merchant()
    const customer = await customerOf(world(), merchant)
    const token = await tokenFor(world(), merchant, '4242424242424242')
    const headers = { 'idempotency-key': 'card-1' }
    const answers = await Promise.all([1, 2, 3].map(() => save(merchant, customer, token, headers)))
    const later = await save(merchant, customer, token, headers)
    for (const answer of [...answers, later]) assert.deepEqual(answer.body, later.body)
    assert.equal(later.status, 200)
    assert.equal((await merchant.get(`/v1/customer/${customer}/cards`)).body.result.length, 1)
  })

  test('tokens, customers and cards of another account are unknown', async () => {
    const owner = await world().merchant()
    const other = await world().merchant()
    const customer = await customerOf(world(), owner)
    const token = await tokenFor(world(), owner, '4242424242424242')
    const theirs = await save(other, await customerOf(world(), other), token)
    assert.deepEqual([theirs.status, theirs.body.error.code], [404, 'CardInformationNotFoundException'])
    const saved = (await save(owner, customer, token)).body.result.token
    const path = `/v1/customer/${customer}/cards`
    assert.equal((await other.get(path)).status, 404)
    assert.equal((await other.get(`${path}/${saved}`)).status, 404)
    assert.equal((await other.call('DELETE', `${path}/${saved}`)).status, 404)
    assert.equal((await save(other, customer, await tokenFor(world(), other, '4242424242424242'))).status, 404)
    assert.equal((await owner.get(path)).body.result.length, 1)
  })

  for (const token of [
    'tok_nothing',
    'tok_00000000000000000000000000',
    'crd_00000000000000000000000000',
    "tok_' or 1=1 --",
  ]) {
    test(`${token} is unknown`, async () => {
      const merchant = await world().merchant()
      const answer = await save(merchant, await customerOf(world(), merchant), token)
      assert.deepEqual([answer.status, answer.body.error.code], [404, 'CardInformationNotFoundException'])
    })
  }
})

onBothEngines('a token is valid for a day', (world) => {
  test('after a day the token is unknown, and the worker deletes it', async () => {
    const merchant = await world().merchant()
    const customer = await customerOf(world(), merchant)
    const token = await tokenFor(world(), merchant, '4242424242424242')
    const { clock, store } = world().service
    const { offsetMs } = await readClockState(store)
    clock.follow(await writeClockState(store, { offsetMs: offsetMs + 24 * 3_600_000 + 1, frozenMs: null }))
    const answer = await merchant.post(`/v1/customer/${customer}/cards`, { token })
    assert.deepEqual([answer.status, answer.body.error.code], [404, 'CardInformationNotFoundException'])
    await world().work()
    const left = await store.db.selectFrom('card_tokens').select('id').where('id', '=', token).execute()
    assert.equal(left.length, 0)
  })
})
