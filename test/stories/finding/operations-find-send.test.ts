import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'
import { operationIn } from '../../support/model/operation-rows.ts'

const ownerOf = (merchant: Merchant) => ({ account_id: merchant.accountId, operator: merchant.operator })

onBothEngines('an operation is found by its id and by its reference number', (world) => {
  test('by id: one flat record with the types of the specification', async () => {
    const merchant = await world().merchant()
    const operation = await operationIn(world().service, ownerOf(merchant), 'paid', {
      reference_number: 'PEDIDO-1',
      tip_centavos: 550,
      affiliate: 'socio',
      affiliate_centavos: 1_000,
    })
    const { status, body } = await merchant.get(`/v1/operations/${operation.id}`)
    assert.equal(status, 200)
    const { timestamp, paid_at, url, ...record } = body.result
    for (const instant of [timestamp, paid_at]) assert.match(instant, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-06:00$/)
    assert.ok(URL.canParse(url))
    const money = (amount: string) => ({ amount, currency: 'MXN' })
    assert.deepEqual(record, {
      transaction: operation.id,
      payment_method: 'POS',
      authorization_code: '',
      status: 'N',
      transaction_type: 'E',
      reference: { number: 'PEDIDO-1', description: 'Una prueba' },
      card: { holder_name: 'ANA LOPEZ', type: 'VISA', number: '4242', label: '', raw: '' },
      total: money('100.00'),
      authorized: null,
      authorized_until: null,
      checkout: null,
      tip: money('5.50'),
      fee: money('14.18'),
      fee_details: [
        { type: 'fee', percentage: 3.6, amount: 4.18, description: '' },
        { type: 'application_fee', percentage: 0, amount: 10, description: '' },
      ],
      origin: { location: { latitude: '0.0', longitude: '0.0' } },
      affiliation: '',
      hasDevolution: false,
      devolution_status: 'none',
      payer_url: null,
      decline_code: null,
      refunded: money('0.00'),
      disputed: money('0.00'),
      commission: money('14.18'),
      instructions: null,
      monthly_installments: 0,
      surcharge: money('0.00'),
    })
  })

  test('by reference: the newest with that number, of this account only', async () => {
    const merchant = await world().merchant()
    const other = await world().merchant()
    const set = { reference_number: 'PEDIDO-2' }
    await operationIn(world().service, ownerOf(merchant), 'paid', set)
    const newest = await operationIn(world().service, ownerOf(merchant), 'declined', set)
    await operationIn(world().service, ownerOf(other), 'paid', set)
    const { status, body } = await merchant.get('/v1/operations/reference/PEDIDO-2')
    assert.equal(status, 200)
    assert.equal(body.result.transaction, newest.id)
    assert.equal(body.result.status, 'D')
  })

  for (const number of [
    'a/b',
    'Ñandú 100 %',
    '注文#7',
    '🧾',
    'a?b&c=d',
    '%2F',
    'a b',
    "'; drop table operations; --",
    'á'.repeat(250),
  ]) {
    test(`a reference number may be ${JSON.stringify(number.slice(0, 30))}`, async () => {
      const merchant = await world().merchant()
      const operation = await operationIn(world().service, ownerOf(merchant), 'paid', { reference_number: number })
      const { status, body } = await merchant.get(`/v1/operations/reference/${encodeURIComponent(number)}`)
      assert.equal(status, 200)
      assert.equal(body.result.transaction, operation.id)
      assert.equal(body.result.reference.number, number)
    })
  }

  for (const path of [
    'reference/nobody-has-it',
    'reference/%00',
    'reference/a%00b',
    'reference/%ED%A0%80',
    'reference/%ff',
    'reference/%zz',
    `reference/${'x'.repeat(10_240)}`,
    'reference/',
    '0199a000-0000-7000-8000-000000000000',
    'a%00b',
    '%2F',
    '%E6%B3%A8',
    'x'.repeat(10_240),
  ]) {
    test(`${path.slice(0, 40)} is not found`, async () => {
      const merchant = await world().merchant()
      const { status, body } = await merchant.get(`/v1/operations/${path}`)
      assert.equal(status, 404)
      assert.equal(body.success, false)
    })
  }

  test('another account’s operation is unknown', async () => {
    const merchant = await world().merchant()
    const other = await world().merchant()
    const operation = await operationIn(world().service, ownerOf(other), 'paid', { reference_number: 'SUYO' })
    assert.equal((await merchant.get(`/v1/operations/${operation.id}`)).status, 404)
    assert.equal((await merchant.get('/v1/operations/reference/SUYO')).status, 404)
  })
})

onBothEngines('sending an operation queues the message durably', (world) => {
  const SEND = '/v1/operations/send'
  const queued = async (operationId: string) => [
    ...(await world()
      .service.store.db.selectFrom('messages')
      .select(['channel', 'recipient', 'language', 'state', 'account_id'])
      .where('operation_id', '=', operationId)
      .orderBy('channel')
      .execute()),
  ]

  test('by e-mail, by SMS, or both', async () => {
    const merchant = await world().merchant()
    for (const [body, wanted] of [
      [{ email: 'ana@ejemplo.mx' }, ['email ana@ejemplo.mx']],
      [{ phone: '5512345678' }, ['sms 5512345678']],
      [{ email: 'ana@ejemplo.mx', phone: '5512345678' }, ['email ana@ejemplo.mx', 'sms 5512345678']],
      [{ email: 'ana@ejemplo.mx', phone: '' }, ['email ana@ejemplo.mx']],
      [{ email: null, phone: '5512345678' }, ['sms 5512345678']],
    ] as const) {
      const operation = await operationIn(world().service, ownerOf(merchant), 'pending', { rail: 'store' })
      const answer = await merchant.post(SEND, { id: operation.id, ...body })
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.body, { success: true })
      const messages = await queued(operation.id)
      assert.deepEqual(
        messages.map((one) => `${one.channel} ${one.recipient}`),
        wanted,
      )
      assert.ok(messages.every((one) => one.account_id === merchant.accountId && one.language === 'es'))
    }
  })

  test('in the requested language', async () => {
    const merchant = await world().merchant()
    const operation = await operationIn(world().service, ownerOf(merchant), 'paid')
    await merchant.post(SEND, { id: operation.id, email: 'ana@ejemplo.mx' }, { 'accept-language': 'en-US,en;q=0.9' })
    assert.deepEqual(
      (await queued(operation.id)).map((one) => one.language),
      ['en'],
    )
  })

  test('the same key queues it once, also when both requests come at the same moment', async () => {
    const merchant = await world().merchant()
    const operation = await operationIn(world().service, ownerOf(merchant), 'paid')
    const send = () =>
      merchant.post(SEND, { id: operation.id, email: 'ana@ejemplo.mx' }, { 'idempotency-key': 'send-1' })
    const answers = await Promise.all([send(), send(), send()])
    assert.deepEqual(
      answers.map((one) => one.status),
      [200, 200, 200],
    )
    assert.equal((await send()).headers['idempotent-replayed'], 'true')
    assert.equal((await queued(operation.id)).length, 1)
    const other = await merchant.post(SEND, { id: operation.id, phone: '5512345678' }, { 'idempotency-key': 'send-1' })
    assert.equal(other.status, 422)
  })

  for (const [title, set, status, field] of [
    ['neither', {}, 400, undefined],
    ['both empty', { email: '', phone: null }, 400, undefined],
    ['an e-mail that is none', { email: 'ana@' }, 400, 'email'],
    ['an e-mail with a line break', { email: 'ana@ejemplo.mx\nbcc: todos@ejemplo.mx' }, 400, 'email'],
    ['a phone of 9 digits', { phone: '551234567' }, 400, 'phone'],
    ['a phone that is a number', { phone: 5_512_345_678 }, 400, 'phone'],
    ['an e-mail that is an object', { email: { $ne: null } }, 400, 'email'],
    ['no id', { id: undefined, email: 'ana@ejemplo.mx' }, 400, 'id'],
    ['an id of a wrong type', { id: 7, email: 'ana@ejemplo.mx' }, 400, 'id'],
    ['an id with NUL', { id: 'a\0b', email: 'ana@ejemplo.mx' }, 400, 'id'],
    ['an id that nobody has', { id: '0199a000-0000-7000-8000-000000000000', email: 'ana@ejemplo.mx' }, 404, undefined],
  ] as const) {
    test(`${title} is refused and nothing is queued`, async () => {
      const merchant = await world().merchant()
      const operation = await operationIn(world().service, ownerOf(merchant), 'paid')
      const answer = await merchant.post(SEND, { id: operation.id, ...set })
      assert.equal(answer.status, status)
      if (field !== undefined) assert.deepEqual(Object.keys(answer.body.error.messages), [field])
      assert.deepEqual(await queued(operation.id), [])
    })
  }

  test('without a recipient the refusal has the text that clients know', async () => {
    const merchant = await world().merchant()
    const spanish = await merchant.post(SEND, { id: 'x' })
    const english = await merchant.post(SEND, { id: 'x' }, { 'accept-language': 'en' })
    assert.match(spanish.body.error.message, /At least email or phone is required/)
    assert.equal(english.body.error.message, 'At least email or phone is required')
  })

  test('another account’s operation cannot be sent', async () => {
    const merchant = await world().merchant()
    const other = await world().merchant()
    const operation = await operationIn(world().service, ownerOf(other), 'paid')
    assert.equal((await merchant.post(SEND, { id: operation.id, email: 'ana@ejemplo.mx' })).status, 404)
    assert.deepEqual(await queued(operation.id), [])
  })

  for (const [title, payload, type, status] of [
    ['a body that is not JSON', '{"id":', 'application/json', 400],
    ['a list', '[1]', 'application/json', 400],
    ['no body', '', 'application/json', 400],
    ['another content type', 'id=1', 'application/x-www-form-urlencoded', 415],
    ['a body of half a megabyte', JSON.stringify({ id: 'x'.repeat(500_000) }), 'application/json', 413],
    ['a deeply nested body', `{"id":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'application/json', 400],
  ] as const) {
    test(`${title} is refused`, async () => {
      const merchant = await world().merchant()
      const answer = await merchant.call('POST', SEND, payload, { 'content-type': type })
      assert.equal(answer.status, status)
      assert.equal(answer.body.error.code, 'InvalidParamException')
    })
  }
})
