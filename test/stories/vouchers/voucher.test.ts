import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isValidClabe } from '../../../src/core/banks/clabe.ts'
import { passesLuhn } from '../../../src/core/cards/number.ts'
import { chains } from '../../../src/core/chains.ts'
import { addDays, mexicoCityDay } from '../../../src/core/time.ts'
import { onBothEngines } from '../../support/harness/world.ts'

const AT_STORE = '/v1/payment/convenience-store'
const BY_SPEI = '/v1/payment/spei'
const MEXICO_CITY = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-06:00$/

onBothEngines('a voucher is issued with all data that a payer needs', (world) => {
  const today = () => mexicoCityDay(world().service.clock.epochMs())
  const endOf = (days: number) => `${addDays(today(), days)}T23:59:59-06:00`

  test('a store voucher has exactly the fields of the specification, each of its type', async () => {
    const merchant = await world().merchant()
    const answer = await merchant.post(AT_STORE, {
      total: 150,
      store: 'OXXO',
      payment: { reference: { description: 'Pedido 1001', number: '1001' } },
    })
    assert.equal(answer.status, 200)
    assert.deepEqual(Object.keys(answer.body), ['success', 'result'])
    assert.equal(answer.body.success, true)
    const { transaction, timestamp, url, bank_account_number, payment_id, short_id, instructions, ...rest } =
      answer.body.result
    assert.ok(passesLuhn(instructions.number))
    assert.match(transaction, /^[0-9a-f-]{36}$/)
    assert.match(timestamp, MEXICO_CITY)
    assert.match(url, new RegExp(`^http://127\\.0\\.0\\.1:8080/p/${transaction}-`))
    assert.ok(isValidClabe(bank_account_number))
    assert.ok(passesLuhn(payment_id))
    assert.ok(passesLuhn(short_id))
    assert.deepEqual(rest, {
      store: { name: 'OXXO', short_name: 'OXXO' },
      bank_name: 'Banamex',
      reference: { description: 'Pedido 1001' },
      total: { amount: '150.00', currency: 'MXN' },
      expiration_date: endOf(3),
      status: 2,
      status_code: 'pending',
    })
  })

  test('a SPEI voucher has the same fields without short_id, and a CLABE of its own until the end of the next day', async () => {
    const merchant = await world().merchant()
    const body = { total: '99.9', payment: { reference: { description: 'Pedido 1002' } } }
    const [one, two] = [
      (await merchant.post(BY_SPEI, body)).body.result,
      (await merchant.post(BY_SPEI, body)).body.result,
    ]
    const { transaction, timestamp, url, bank_account_number, payment_id, instructions, ...rest } = one
    assert.equal(instructions.number, bank_account_number)
    assert.match(timestamp, MEXICO_CITY)
    assert.match(url, new RegExp(`/p/${transaction}-`))
    assert.match(bank_account_number, /^64618011\d{10}$/)
    assert.ok(isValidClabe(bank_account_number))
    assert.notEqual(bank_account_number, two.bank_account_number)
    assert.match(payment_id, /^\d{10}$/)
    assert.deepEqual(rest, {
      store: { name: 'SPEI', short_name: 'SPEI' },
      bank_name: 'STP',
      reference: { description: 'Pedido 1002' },
      total: { amount: '99.90', currency: 'MXN' },
      expiration_date: endOf(1),
      status: 2,
      status_code: 'pending',
    })
  })

  test('a voucher is an operation from the moment it is issued: pending, with its fee, and found by its number', async () => {
    const merchant = await world().merchant()
    const issued = await merchant.post(BY_SPEI, { total: 100, payment: { reference: { number: 'A-77' } } })
    const found = (await merchant.get('/v1/operations/reference/A-77')).body.result
    assert.equal(found.transaction, issued.body.result.transaction)
    assert.equal(found.status, 'P')
    assert.equal(found.payment_method, 'SPE')
    assert.deepEqual(found.total, { amount: '100.00', currency: 'MXN' })
    assert.deepEqual(found.fee, { amount: '4.18', currency: 'MXN' })
    assert.equal(found.fee_details[0].percentage, 3.6)
  })

  test('every field but the total may be left out, null or empty', async () => {
    const merchant = await world().merchant()
    const empty = { expiration_date: '', email: '', phone: null, metadata: null }
    for (const body of [{ total: 1 }, { total: '1.00', store: null, ...empty, payment: { reference: {} } }]) {
      const { result } = (await merchant.post(AT_STORE, body)).body
      assert.deepEqual(result.store, { name: 'OXXO', short_name: 'OXXO' })
      assert.deepEqual(result.reference, { description: '' })
    }
    assert.equal((await merchant.post(BY_SPEI, { total: 1, source: '', ...empty })).status, 200)
  })

  test('additional fields that existing clients send are accepted and have no effect', async () => {
    const merchant = await world().merchant()
    const answer = await merchant.post(AT_STORE, {
      total: 150,
      amount: 7,
      currency: 'MXN',
      description: 'x',
      reference: 'y',
      metadata: { pedido: '7' },
      payment: {
        total: { amount: '9.00', currency: 'MXN' },
        tip: { amount: '0.0', currency: null },
        external: { transaction: '' },
        origin: { ip: null, location: { latitude: '0.0', longitude: '0.0' } },
        reference: { number: '', description: 'Pedido' },
      },
    })
    assert.equal(answer.status, 200)
    assert.equal(answer.body.result.total.amount, '150.00')
    assert.equal(answer.body.result.reference.description, 'Pedido')
  })

  for (const { name, shortName, minCentavos, maxCentavos, aliases } of chains) {
    test(`${name} accepts its limits and nothing beyond them, under each of its names`, async () => {
      const merchant = await world().merchant()
      for (const store of [name, shortName, name.toLowerCase().replaceAll(/[ -]/g, '_'), ...aliases]) {
        const answer = await merchant.post(AT_STORE, { total: maxCentavos / 100, store })
        assert.equal(answer.status, 200, store)
        assert.deepEqual(answer.body.result.store, { name, short_name: shortName })
      }
      assert.equal((await merchant.post(AT_STORE, { total: minCentavos / 100, store: name })).status, 200)
      const over = await merchant.post(AT_STORE, { total: (maxCentavos + 1) / 100, store: name })
      assert.equal(over.status, 400)
      assert.deepEqual(Object.keys(over.body.error.messages), ['total'])
    })
  }

  test('the limits are published', async () => {
    const merchant = await world().merchant()
    const { result } = (await merchant.get('/v1/payment/method')).body
    assert.equal(result.stores.length, chains.length)
    assert.deepEqual(result.stores[0], {
      name: 'OXXO',
      short_name: 'OXXO',
      minimum: { amount: '1.00', currency: 'MXN' },
      maximum: { amount: '10000.00', currency: 'MXN' },
    })
    assert.deepEqual(result.spei.minimum, { amount: '1.00', currency: 'MXN' })
    assert.equal((await merchant.post(BY_SPEI, { total: result.spei.maximum.amount })).status, 200)
  })

  test('the last day may be the same day and may be 365 days away', async () => {
    const merchant = await world().merchant()
    for (const days of [0, 1, 365]) {
      for (const path of [AT_STORE, BY_SPEI]) {
        const { result } = (await merchant.post(path, { total: 10, expiration_date: addDays(today(), days) })).body
        assert.equal(result.expiration_date, endOf(days))
      }
    }
  })

  test('the slip is queued for every recipient of the request, in the requested language', async () => {
    const merchant = await world().merchant()
    const { result } = (
      await merchant.post(
        AT_STORE,
        { total: 10, email: 'ana@example.mx', phone: '5512345678' },
        { 'accept-language': 'en' },
      )
    ).body
    const messages = await world()
      .service.store.db.selectFrom('messages')
      .select(['channel', 'recipient', 'language', 'state', 'is_reminder'])
      .where('operation_id', '=', result.transaction)
      .orderBy('is_reminder')
      .orderBy('channel')
      .execute()
    assert.deepEqual(
      messages.map((row) => ({ ...row })),
      // Now, and once more the day before it expires.
      [0, 1].flatMap((is_reminder) => [
        { channel: 'email', recipient: 'ana@example.mx', language: 'en', state: 'pending', is_reminder },
        { channel: 'sms', recipient: '5512345678', language: 'en', state: 'pending', is_reminder },
      ]),
    )
  })

  test('the same Idempotency-Key gets the first voucher; at once or later there is one', async () => {
    const merchant = await world().merchant()
    const body = { total: 10, email: 'ana@example.mx', payment: { reference: { description: 'una vez' } } }
    const ask = (sent: unknown = body) => merchant.post(AT_STORE, sent, { 'idempotency-key': 'pedido-1' })
    const answers = await Promise.all([ask(), ask(), ask(), ask()])
    answers.push(await ask())
    for (const answer of answers) {
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.body, answers[0]?.body)
    }
    assert.equal(answers.at(-1)?.headers['idempotent-replayed'], 'true')
    assert.equal((await merchant.get('/v1/operations')).body.result.total, 1)
    assert.equal((await ask({ ...body, total: 11 })).status, 422)
  })

  test('many vouchers at once get a reference each', async () => {
    const merchant = await world().merchant()
    const answers = await Promise.all(Array.from({ length: 100 }, () => merchant.post(AT_STORE, { total: 10 })))
    assert.equal(new Set(answers.map(({ body }) => body.result.payment_id)).size, 100)
    assert.equal((await merchant.get('/v1/operations')).body.result.total, 100)
  })
})

onBothEngines('an invalid voucher is refused by the name of the wrong field, and nothing is written', (world) => {
  const yesterday = () => addDays(mexicoCityDay(world().service.clock.epochMs()), -1)
  const tooFar = () => addDays(mexicoCityDay(world().service.clock.epochMs()), 366)
  const long = (length: number) => 'x'.repeat(length)
  const cases: [title: string, field: string, body: () => unknown, paths?: string[]][] = [
    ['no total', 'total', () => ({})],
    ...[
      null,
      true,
      [],
      {},
      '',
      'abc',
      '1e2',
      ' 10',
      '10,00',
      10.005,
      '10.005',
      0.001,
      1e21,
      99999999999,
      '99999999999',
    ].map((total): [string, string, () => unknown] => [
      `a total of ${JSON.stringify(total)}`,
      'total',
      () => ({ total }),
    ]),
    ['a currency that is not MXN', 'currency', () => ({ total: 10, currency: 'USD' })],
    ['a store nobody knows', 'store', () => ({ total: 10, store: 'Tiendita' }), [AT_STORE]],
    ['a store that is a number', 'store', () => ({ total: 10, store: 7 }), [AT_STORE]],
    ['a source nobody has', 'source', () => ({ total: 10, source: 'spe_none' }), [BY_SPEI]],
    ['a source for a store', 'source', () => ({ total: 10, source: 'spe_none' }), [AT_STORE]],
    ['a day that does not exist', 'expiration_date', () => ({ total: 10, expiration_date: '2027-02-30' })],
    ['a day of another form', 'expiration_date', () => ({ total: 10, expiration_date: '31/12/2026' })],
    ['a day that has passed', 'expiration_date', () => ({ total: 10, expiration_date: yesterday() })],
    ['a day too far away', 'expiration_date', () => ({ total: 10, expiration_date: tooFar() })],
    ['an e-mail that is none', 'email', () => ({ total: 10, email: 'ana@' })],
    ['a phone that is none', 'phone', () => ({ total: 10, phone: '+52551234567' })],
    ['a payment that is a text', 'payment', () => ({ total: 10, payment: 'x' })],
    [
      'a description that is too long',
      'payment.reference.description',
      () => ({ total: 10, payment: { reference: { description: long(251) } } }),
    ],
    [
      'a description with control characters',
      'payment.reference.description',
      () => ({ total: 10, payment: { reference: { description: 'a\u0007b' } } }),
    ],
    [
      'a reference number that is too long',
      'payment.reference.number',
      () => ({ total: 10, payment: { reference: { number: long(101) } } }),
    ],
    ['metadata that is too large', 'metadata', () => ({ total: 10, metadata: { pedido: long(16 * 1024) } })],
  ]
  for (const [title, field, body, paths = [AT_STORE, BY_SPEI]] of cases) {
    test(`with ${title}`, async () => {
      const merchant = await world().merchant()
      for (const path of paths) {
        const answer = await merchant.post(path, body())
        assert.equal(answer.status, 400, answer.text)
        assert.equal(answer.body.error.code, 'InvalidParamException')
        assert.deepEqual(Object.keys(answer.body.error.messages ?? {}), [field])
        assert.ok(answer.body.error.messages[field].every((text: string) => text.startsWith(field)))
      }
      assert.equal((await merchant.get('/v1/operations')).body.result.total, 0)
    })
  }

  test('too small a total is refused in the text that existing clients know', async () => {
    const merchant = await world().merchant()
    for (const total of [0, 0.99, -1, '-0.01', '0.00']) {
      for (const path of [AT_STORE, BY_SPEI]) {
        const answer = await merchant.post(path, { total })
        assert.equal(answer.status, 400)
        assert.equal(answer.body.error.message, 'total total must be greater than 1.00')
        assert.equal(answer.body.error.description, 'total debe ser al menos 1.00')
      }
    }
  })

  test('every wrong field is named at once', async () => {
    const merchant = await world().merchant()
    const answer = await merchant.post(AT_STORE, { total: 0, store: 'x', email: 'x', phone: '1', currency: 'USD' })
    const named = Object.keys(answer.body.error.messages).sort()
    assert.deepEqual(named, ['currency', 'email', 'phone', 'store', 'total'])
  })

  test("another account's source", async () => {
    const [owner, other] = [await world().merchant(), await world().merchant()]
    const customer = (await owner.post('/v1/customer', { name: 'Ana', email: 'ana@example.mx' })).body.result
    const source = (await owner.get(`/v1/customer/${customer.id}`)).body.result.sources[0].id
    assert.equal((await owner.post(BY_SPEI, { total: 10, source })).status, 200)
    assert.equal((await other.post(BY_SPEI, { total: 10, source })).status, 400)
  })

  test('a publishable key', async () => {
    const merchant = await world().merchant()
    const authorization = `Basic ${Buffer.from(`${merchant.publishableKey}:`).toString('base64')}`
    for (const path of [AT_STORE, BY_SPEI, '/v1/sandbox/pay/spei']) {
      assert.equal((await merchant.post(path, { total: 10 }, { authorization })).status, 403)
    }
  })
})
