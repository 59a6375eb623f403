// The promise: a refusal of a beginner's mistake says what is wrong, where, and what to do, in both languages, and never repeats what was sent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED } from '../../support/fixtures/charges.ts'
import { belongingsOf, everyCall, pathOf } from '../../support/harness/every-call.ts'
import { type Merchant, onOneEngine } from '../../support/harness/world.ts'

const VOUCHER = '/v1/payment/convenience-store'

onOneEngine('a refusal says what to do', (world) => {
  const raw = async (merchant: Merchant, payload: string | Buffer, language = 'en') => {
    const authorization = `Basic ${Buffer.from(`${merchant.appKey}:${merchant.secret}`).toString('base64')}`
    const headers = { authorization, 'content-type': 'application/json', 'accept-language': language }
    const { status, body, text } = await world().send({ method: 'POST', url: VOUCHER, payload, headers })
    assert.equal(status, 400, text)
    assert.equal(body.error.reason, 'body-not-json')
    assert.deepEqual(body.error.messages.body, [body.error.description])
    return body.error.description as string
  }
  const asked = async (method: string, url: string, language = 'en') => {
    const { body } = await world().send({ method: method as 'GET', url, headers: { 'accept-language': language } })
    return body.error.description as string
  }

  test('of a body that is no JSON: the line, the column and what must stand there', async () => {
    const merchant = await world().merchant()
    const value = 'a value: a text in double quotes, a number, true, false, null, { or ['
    for (const [payload, place, wanted] of [
      ['{"total":150,"store":"OXXO",}', 'line 1, column 29', 'a name in double quotes'],
      ["{'total':150}", 'line 1, column 2', 'a name in double quotes, or }'],
      ['{\n  "total": 150,\n  store: "OXXO"\n}', 'line 3, column 3', 'a name in double quotes'],
      ['{"total" 150}', 'line 1, column 10', 'a colon'],
      ['{"total":010}', 'line 1, column 10', value],
      ['{"total":NaN}', 'line 1, column 10', value],
      ['{"a":[1 2]}', 'line 1, column 9', 'a comma or ]'],
      ['{"total":1}{}', 'line 1, column 12', 'the end: it is complete'],
      ['{"a":"b\nc"}', 'line 1, column 6', 'a text that ends with a double quote and has its line breaks written \\n'],
      ['total=150&store=OXXO', 'line 1, column 1', 'an object, which begins with {'],
    ] as const)
      assert.equal(await raw(merchant, payload), `body is not valid JSON: at ${place}, there must be ${wanted}`)
    assert.equal(await raw(merchant, '{"total":'), `body is not valid JSON: it ends where there must be ${value}`)
    assert.equal(
      await raw(merchant, '{"total":150,}', 'es'),
      'body no es JSON válido: en la línea 1, columna 14, debe ir un nombre entre comillas dobles',
    )
  })

  test('of a body in another encoding, of another type, or too deep', async () => {
    const merchant = await world().merchant()
    const latin = Buffer.from('{"total":150,\n"store":"Café"}', 'latin1')
    assert.match(await raw(merchant, latin), /^body is not UTF-8 \(line 2, column 13\): send the JSON encoded as UTF-8/)
    assert.match(await raw(merchant, Buffer.from('\ufeff{"total":150}', 'utf16le')), /^body is not UTF-8 .*UTF-16$/)
    assert.match(await raw(merchant, JSON.stringify('{"total":150}')), /a text came: was it encoded twice\?$/)
    assert.match(await raw(merchant, '[{"total":150}]'), /^body must be a JSON object, .* and a list came$/)
    assert.match(await raw(merchant, `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`), /^body has more than 32 objects/)
  })

  test('of a member that is missing and may have few values only: each of them, in both languages, at every call', async () => {
    const merchant = await world().merchant()
    const belongings = await belongingsOf(world(), merchant)
    let seen = 0
    for (const call of await everyCall(world())) {
      const required: string[] = call.body?.required ?? []
      for (const name of required) {
        const { const: only, enum: several = [only] } = call.body.properties[name]
        const values = several.filter((one: unknown) => one !== undefined)
        if (values.length === 0) continue
        for (const [language, words] of [
          ['es', 'es obligatorio: debe ser uno de:'],
          ['en', 'is required: it must be one of:'],
        ] as const) {
          const { body } = await merchant.call(
            call.method,
            pathOf(call.path, belongings),
            {},
            { 'accept-language': language },
          )
          assert.ok(
            body.error.messages[name]?.includes(`${name} ${words} ${values.join(', ')}`),
            `${call.path}: ${JSON.stringify(body)}`,
          )
          seen += 1
        }
      }
    }
    assert.ok(seen >= 6, `${seen} members`)
  })

  test('and never repeats what was sent', async () => {
    const merchant = await world().merchant()
    for (const payload of ['{"number":4242424242424242', '4242424242424242 1', '{"4242424242424242":x}'])
      assert.doesNotMatch(await raw(merchant, payload), /4242/)
  })

  test('of an address that is none: the call that was probably meant', async () => {
    for (const [method, url, call] of [
      ['POST', '/payment/convenience-store', 'POST /v1/payment/convenience-store'],
      ['POST', '/v1/payments/convenience_store', 'POST /v1/payment/convenience-store'],
      ['POST', '/v1/v1/payment/spei', 'POST /v1/payment/spei'],
      ['POST', '/api/v2/Payment/SPEI', 'POST /v1/payment/spei'],
      ['GET', '/v1/customers/cus_1', 'GET /v1/customer/{customerId}'],
      ['GET', '/v1/operation/01a2?x=1', 'GET /v1/operations/{id}'],
      ['POST', '/v1/operations/01a2/refund', 'POST /v1/operations/{id}/refunds'],
      ['GET', '/v1/plans', 'GET /v1/plan'],
      ['GET', '/v1/publickey', 'GET /v1/public-key'],
      ['POST', '/v1/webhoks', 'POST /v1/webhook'],
    ] as const) {
      const path = `${method} ${url.split('?')[0]}`
      assert.equal(
        await asked(method, url),
        `There is no service at ${path}. Did you mean ${call}? The services are listed at /docs and at /openapi.json`,
      )
    }
    assert.match(
      await asked('GET', '/v1/plans', 'es'),
      /^No hay ningún servicio en GET \/v1\/plans\. ¿Era GET \/v1\/plan\? /,
    )
    for (const url of ['/v1/nothing', '/v1', '/v1/charges', `/${'a/'.repeat(200)}`])
      assert.doesNotMatch(await asked('GET', url), /mean/)
    assert.equal(
      await asked('PATCH', '/v1/customer/cus_1'),
      'PATCH does not go with this address; use GET, PUT, DELETE (header Allow)',
    )
  })

  test('of a text in another form: its form, not its length', async () => {
    const merchant = await world().merchant()
    for (const [path, body, message] of [
      [
        VOUCHER,
        { total: 1, expiration_date: '2026-12-31 23:59' },
        'expiration_date must be a date that exists, as 2026-12-31',
      ],
      [
        VOUCHER,
        { total: 1, expiration_date: '31 de diciembre de 2026' },
        'expiration_date must be a date that exists, as 2026-12-31',
      ],
      [VOUCHER, { total: 1, currency: 'pesos' }, 'currency must be MXN'],
    ] as const)
      assert.equal((await merchant.post(path, body, { 'accept-language': 'en' })).body.error.description, message)
    const profile = await merchant.call('PUT', '/v1/profile', {
      phone: 'llama al 55 1234 5678',
      colour: 'verde oscuro',
    })
    assert.deepEqual(Object.keys(profile.body.error.messages), ['phone', 'colour'])
    assert.doesNotMatch(profile.body.error.description, /más de \d+ caracteres/)
  })

  test('of an id that nothing has: where it was sent, and what to look at', async () => {
    const merchant = await world().merchant()
    const english = { 'accept-language': 'en' }
    const checkout = await merchant.post('/v1/checkout', { amount: 10, customer: 'cus_none' }, english)
    assert.deepEqual(checkout.body.error.messages, { customer: ['customer is not a customer of the account'] })
    const unknown = await merchant.get('/v1/operations/01a2', english)
    assert.match(
      unknown.body.error.description,
      /^What has the id or number that was sent does not exist in this account: look /,
    )
  })

  test('of a token that was used, a key that was used, and a publishable key', async () => {
    const merchant = await world().merchant()
    const english = { 'accept-language': 'en' }
    const token = await tokenFor(world(), merchant, APPROVED)
    const { id } = (await merchant.post('/v1/customer', { name: 'Ana', email: 'ana@example.mx' })).body.result
    await merchant.post(`/v1/customer/${id}/cards`, { token })
    const used = await merchant.post(`/v1/customer/${id}/cards`, { token }, english)
    assert.match(used.body.error.description, /make another with POST \/v1\/token/)
    const key = { 'idempotency-key': 'one', ...english }
    await merchant.post('/v1/payment/spei', { total: 5 }, key)
    const reused = await merchant.post('/v1/payment/spei', { total: 6 }, key)
    assert.match(reused.body.error.description, /take a new key for what is another one/)
    const headers = {
      authorization: `Basic ${Buffer.from(`${merchant.publishableKey}:`).toString('base64')}`,
      ...english,
    }
    const { body } = await world().send({ method: 'POST', url: '/v1/payment/spei', payload: { total: 5 }, headers })
    assert.match(body.error.description, /^A publishable key \(pk_\) only makes card tokens/)
  })
})
