import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insert, update } from '../../../src/store/write.ts'
import { publicKeyOf, tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, chargeOf, operationsOf, payByCard, sendCharge } from '../../support/fixtures/charges.ts'
import { makeTransportKey, sealEnvelope } from '../../support/fixtures/envelope-seal.ts'
import { onBothEngines } from '../../support/harness/world.ts'

const TOKEN = `tok_${'0'.repeat(26)}`

onBothEngines('a bad charge is refused by name and nothing is written', (world) => {
  /** `[what is sent, the field it is refused for]` */
  const faults: [string, Record<string, unknown>, string][] = [
    ...['payment.external.transaction', 'payment.total.amount', 'payment.total.currency', 'payment.reference.number']
      .concat(['payment.reference.description', 'recurrent'])
      .map((path): [string, Record<string, unknown>, string] => [`no ${path}`, { [path]: undefined }, path]),
    ['a payment that is text', { payment: 'x' }, 'payment.total.amount'],
    ['a null amount', { 'payment.total.amount': null }, 'payment.total.amount'],
    ['a list as amount', { 'payment.total.amount': [100] }, 'payment.total.amount'],
    ['a number as reference', { 'payment.reference.number': 77 }, 'payment.reference.number'],
    ['a list as recurrent', { recurrent: [TOKEN] }, 'recurrent'],
    ['an empty recurrent and no card', { recurrent: '' }, 'recurrent'],
    ['a long description', { 'payment.reference.description': 'x'.repeat(251) }, 'payment.reference.description'],
    ['a NUL in the description', { 'payment.reference.description': 'a\0b' }, 'payment.reference.description'],
    ['half a surrogate pair', { 'payment.reference.number': '\ud800' }, 'payment.reference.number'],
    [
      'a long external transaction',
      { 'payment.external.transaction': 'x'.repeat(256) },
      'payment.external.transaction',
    ],
    ['dollars', { 'payment.total.currency': 'USD' }, 'payment.total.currency'],
    ['a tip in dollars', { 'payment.tip': { amount: 1, currency: 'USD' } }, 'payment.tip.currency'],
    ['a tip above the total', { 'payment.tip.amount': 100.01 }, 'payment.tip.amount'],
    ['a negative tip', { 'payment.tip.amount': -1 }, 'payment.tip.amount'],
    ['a share without a user', { 'payment.affiliated.total_fee': '1.00' }, 'payment.affiliated.user'],
    ['4 months', { months: 4 }, 'months'],
    ['months as a word', { months: 'three' }, 'months'],
    ['metadata inside that is a list', { metadata: [1] }, 'metadata'],
    ...[0, -1, '0.00', 'abc', '', 1e21, 10.005, 99_999_999_999, '1e2', ' 10', '10,00', true, {}].map(
      (amount): [string, Record<string, unknown>, string] => [
        `an amount of ${JSON.stringify(amount)}`,
        { 'payment.total.amount': amount },
        'payment.total.amount',
      ],
    ),
  ]
  for (const [title, change, field] of faults) {
    test(title, async () => {
      const merchant = await world().merchant()
      const { status, body } = await sendCharge(world(), merchant, chargeOf(TOKEN, change))
      assert.equal(status, 400)
      assert.equal(body.error.code, 'InvalidParamException')
      assert.ok(Object.keys(body.error.messages).includes(field), JSON.stringify(body.error.messages))
      assert.deepEqual(await operationsOf(world(), merchant), [])
    })
  }

  test('every fault is named at once', async () => {
    const { body } = await sendCharge(world(), await world().merchant(), { recurrent: TOKEN })
    assert.deepEqual(Object.keys(body.error.messages).sort(), [
      'payment.external.transaction',
      'payment.reference.description',
      'payment.reference.number',
      'payment.total.amount',
      'payment.total.currency',
    ])
  })

  for (const [title, spoil] of Object.entries({
    'a key for another pair': () => sealEnvelope(chargeOf(TOKEN), makeTransportKey('other').publicKeyPem),
    'broken base64': () => ({ key: '%%%', data: '%%%' }),
    'an empty key': () => ({ key: '', data: 'AAAA' }),
    'no data': () => ({ key: 'AAAA' }),
    'a key that is a number': () => ({ key: 1, data: 'AAAA' }),
    'null data': () => ({ key: 'AAAA', data: null }),
    'metadata that is text': () => ({ key: 'AAAA', data: 'AAAA', metadata: 'x' }),
    'metadata with a number': () => ({ key: 'AAAA', data: 'AAAA', metadata: { a: 1 } }),
    'metadata with a long value': () => ({ key: 'AAAA', data: 'AAAA', metadata: { a: 'x'.repeat(501) } }),
    nothing: () => ({}),
  })) {
    test(`an envelope with ${title} is answered 400`, async () => {
      const merchant = await world().merchant()
      const { status, body } = await merchant.post('/v1/payment/card', spoil())
      assert.equal(status, 400)
      assert.match(body.error.code, /^(InvalidParam|InvalidEncryption)Exception$/)
    })
  }

  for (const [title, message] of [
    ['a list', '[1]'],
    ['a text', '"x"'],
    ['no JSON', '{'],
    ['nothing', ''],
  ] as const) {
    test(`data that holds ${title} cannot be opened`, async () => {
      const { status, body } = await sendCharge(world(), await world().merchant(), message)
      assert.equal(status, 400)
      assert.equal(body.error.code, 'InvalidEncryptionException')
    })
  }

  test('flipped and truncated data is never answered 500', async () => {
    const merchant = await world().merchant()
    const sealed = sealEnvelope(chargeOf(TOKEN), await publicKeyOf(world()), { dataForm: 'gcm' })
    const bytes = Buffer.from(sealed.data, 'base64')
    bytes[20] = (bytes[20] ?? 0) ^ 1
    for (const data of [bytes.toString('base64'), sealed.data.slice(0, 40)]) {
      const { status, body } = await merchant.post('/v1/payment/card', { ...sealed, data })
      assert.equal(status, 400)
      assert.equal(body.error.code, 'InvalidEncryptionException')
    }
  })

  test('unknown and malformed tokens, and those of other accounts, are not found', async () => {
    const merchant = await world().merchant()
    const others = await tokenFor(world(), await world().merchant(), APPROVED)
    for (const recurrent of [TOKEN, 'tok_x', 'crd_nobody', '../etc', others]) {
      const { status, body } = await sendCharge(world(), merchant, chargeOf(recurrent))
      assert.equal(status, 404)
      assert.equal(body.error.code, 'CardInformationNotFoundException')
    }
    assert.deepEqual(await operationsOf(world(), merchant), [])
  })

  test('a token is used once', async () => {
    const merchant = await world().merchant()
    const charge = chargeOf(await tokenFor(world(), merchant, APPROVED))
    assert.equal((await sendCharge(world(), merchant, charge)).status, 200)
    const again = await sendCharge(world(), merchant, charge)
    assert.equal(again.status, 409)
    assert.equal(again.body.error.code, 'TokenAlreadyUsedException')
  })

  test('a token of a refused bad charge can still be used', async () => {
    const merchant = await world().merchant()
    const token = await tokenFor(world(), merchant, APPROVED)
    assert.equal((await sendCharge(world(), merchant, chargeOf(token, { months: 3 }))).status, 400)
    assert.equal((await sendCharge(world(), merchant, chargeOf(token))).status, 200)
  })

  for (const [title, change, code] of [
    ['an expired card', { expiration: '2001' }, 'InvalidCardException'],
    ['a card of no brand', { number: '30569309025904' }, 'InvalidCardException'],
    ['a number with a bad check digit', { number: '4242424242424241' }, 'PaymentException'],
    ['a code that is too short', { cvv: '1' }, 'InvalidCardException'],
    ['no holder', { holder_name: undefined }, 'InvalidParamException'],
  ] as const) {
    test(`${title} is refused, and the refusal repeats nothing of it`, async () => {
      const merchant = await world().merchant()
      const card = { number: APPROVED, holder_name: 'Ana Lopez', cvv: '987', expiration: '3912', ...change }
      const { status, body, text } = await sendCharge(world(), merchant, chargeOf('', { recurrent: undefined, card }))
      assert.ok(status === 400 || status === 402, text)
      assert.equal(body.error.code, code)
      const errorText = JSON.stringify(body.error)
      assert.ok(!errorText.includes(card.number) && !errorText.includes('987'))
      assert.deepEqual(await operationsOf(world(), merchant), [])
    })
  }

  test('invalid cards answer InvalidCardException, and the attempt is kept', async () => {
    const merchant = await world().merchant()
    const card = { number: '4111111111111137', holder_name: 'Ana Lopez', cvv: '987', expiration: '3912' }
    const { status, body, text } = await sendCharge(world(), merchant, chargeOf('', { recurrent: undefined, card }))
    assert.equal(status, 400, text)
    assert.equal(body.error.code, 'InvalidCardException')
    assert.ok(!text.includes(card.number))
    assert.equal((await operationsOf(world(), merchant))[0]?.status, 'declined')
  })

  test('an expired saved card is refused before the bank is asked', async () => {
    const merchant = await world().merchant()
    const { service } = world()
    const customer = { id: `cus_${merchant.accountId}`, account_id: merchant.accountId, name: 'Ana', email: 'a@b.mx' }
    await service.store.commit([
      insert('customers', { ...customer, active: 1, metadata: null, created_at: service.clock.now() }),
    ])
    const token = await tokenFor(world(), merchant, APPROVED)
    const saved = await merchant.post(`/v1/customer/${customer.id}/cards`, { token })
    assert.equal(saved.status, 200, saved.text)
    const crd = saved.body.result.token
    assert.equal((await sendCharge(world(), merchant, chargeOf(crd))).status, 200)
    await service.store.commit([update('cards', { expiration: '2001' }, { id: crd })])
    const late = await sendCharge(world(), merchant, chargeOf(crd))
    assert.equal(late.status, 400)
    assert.equal(late.body.error.code, 'InvalidCardException')
    assert.equal((await operationsOf(world(), merchant)).length, 1)
  })

  test('a publishable key may not charge', async () => {
    const merchant = await world().merchant()
    const authorization = `Basic ${Buffer.from(`${merchant.publishableKey}:`).toString('base64')}`
    const answer = await payByCard(world(), merchant, APPROVED, {}, { headers: { authorization } })
    assert.equal(answer.status, 403)
  })
})
