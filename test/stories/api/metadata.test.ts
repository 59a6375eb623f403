import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, chargeOf, payByCard, sendCharge } from '../../support/fixtures/charges.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const NESTED = { order: { items: [{ name: 'Café', price: 129.9, gift: false, note: null }], tags: [] }, 'a::b': 'c' }
const FOREIGN = '4000056655665556'
const VOUCHERS = ['/v1/payment/convenience-store', '/v1/payment/spei']

onBothEngines('metadata is any JSON object within bounds, stored unchanged and never answered', (world) => {
  const kept = async (table: 'operations' | 'customers', merchant: Merchant) => {
    const rows = await world()
      .service.store.db.selectFrom(table)
      .select('metadata')
      .where('account_id', '=', merchant.accountId)
      .execute()
    return rows.map(({ metadata }) => metadata)
  }
  /** Every call that takes metadata, and one more way: inside the sealed message. */
  const ways = (merchant: Merchant): Record<string, (metadata: unknown) => ReturnType<Merchant['post']>> => ({
    'card payment': (metadata) => payByCard(world(), merchant, APPROVED, {}, { beside: { metadata } }),
    'sealed message': (metadata) => payByCard(world(), merchant, APPROVED, { metadata }),
    ...Object.fromEntries(
      VOUCHERS.map((path) => [path, (metadata: unknown) => merchant.post(path, { total: 150, metadata })]),
    ),
    customer: (metadata) => merchant.post('/v1/customer', { name: 'Ana', email: 'ana@ejemplo.mx', metadata }),
  })

  test('objects, lists, numbers, true, null and names with :: are stored in every call that takes metadata', async () => {
    for (const way of Object.keys(ways(await world().merchant()))) {
      const merchant = await world().merchant()
      const answer = await ways(merchant)[way]?.(NESTED)
      assert.equal(answer?.status, 200, `${way}: ${answer?.text}`)
      const table = way === 'customer' ? 'customers' : 'operations'
      assert.deepEqual(await kept(table, merchant), [JSON.stringify(NESTED)], way)
      assert.ok(!answer?.text.includes('gift'), way)
      const read = await merchant.get(way === 'customer' ? '/v1/customer' : '/v1/operations')
      assert.ok(!read.text.includes('gift'), way)
      assert.ok(!(await merchant.get('/v1/events')).text.includes('gift'), way)
    }
  })

  test('an update of a customer replaces the whole metadata', async () => {
    const merchant = await world().merchant()
    const { body } = await merchant.post('/v1/customer', { name: 'Ana', email: 'a@b.mx', metadata: { plan: 'oro' } })
    const updated = await merchant.call('PUT', `/v1/customer/${body.result.id}`, { metadata: NESTED })
    assert.equal(updated.status, 200, updated.text)
    assert.deepEqual(await kept('customers', merchant), [JSON.stringify(NESTED)])
  })

  test('names with a special meaning in programs are ordinary names', async () => {
    const text = '{"__proto__":{"admin":true},"constructor":"x","toString":1,"":0,"a\\nb":"\\n"}'
    const merchant = await world().merchant()
    const beside = await payByCard(world(), merchant, APPROVED, {}, { beside: { metadata: JSON.parse(text) } })
    assert.equal(beside.status, 200, beside.text)
    const token = await tokenFor(world(), merchant, APPROVED)
    const message = JSON.stringify(chargeOf(token)).replace(/\}$/, `,"metadata":${text}}`)
    assert.equal((await sendCharge(world(), merchant, message)).status, 200)
    assert.deepEqual(await kept('operations', merchant), [
      JSON.stringify(JSON.parse(text)),
      JSON.stringify(JSON.parse(text)),
    ])
  })

  test('a card number in metadata is refused by the name of its place, and neither echoed nor stored', async () => {
    const merchant = await world().merchant()
    for (const [way, send] of Object.entries(ways(merchant))) {
      for (const [field, metadata] of [
        ['metadata.member.memberId', { member: { memberId: APPROVED } }],
        ['metadata.note', { note: 'mi tarjeta es 4242 4242 4242 4242' }],
        ['metadata.note', { note: '4242-4242-4242-4242' }],
        ['metadata.items.1.number', { items: [{}, { number: Number(APPROVED) }] }],
        ['metadata', { [APPROVED]: 'x' }],
      ] as const) {
        const { status, body, text } = await send(metadata)
        assert.equal(status, 400, `${way}: ${text}`)
        assert.deepEqual(Object.keys(body.error.messages), [field], way)
        assert.doesNotMatch(text, /4242.?4242/)
      }
    }
    assert.deepEqual(await kept('operations', merchant), [])
    assert.deepEqual(await kept('customers', merchant), [])
  })

  test('metadata that is too large, too deep, too many or not an object is refused by name', async () => {
    const merchant = await world().merchant()
    const deep = (levels: number): object => (levels === 0 ? { a: 1 } : { a: deep(levels - 1) })
    for (const [way, send] of Object.entries(ways(merchant))) {
      for (const metadata of [
        { a: 'x'.repeat(16 * 1024) },
        deep(8),
        { a: Array(501).fill(1) },
        'text',
        7,
        [1],
        [[]],
        true,
      ]) {
        const { status, body, text } = await send(metadata)
        assert.equal(status, 400, `${way}: ${text.slice(0, 200)}`)
        assert.match(Object.keys(body.error.messages).join(), /^metadata[.a]*$/, `${way}: ${text.slice(0, 200)}`)
        assert.ok(text.length < 2_000, way)
      }
      assert.equal((await send(deep(7))).status, 200, way)
      assert.equal((await send({ a: Array(500).fill('ñ') })).status, 200, way)
    }
  })

  test('an empty list is an empty object, and then a copy inside the message counts', async () => {
    const merchant = await world().merchant()
    for (const send of Object.values(ways(merchant))) assert.equal((await send([])).status, 200)
    const answer = await payByCard(
      world(),
      merchant,
      APPROVED,
      { metadata: { risk: 'fraud' } },
      { beside: { metadata: [] } },
    )
    assert.equal(answer.body.error?.code, 'SuspectedFraudException')
  })

  test('the same charge with other metadata is the same charge', async () => {
    const merchant = await world().merchant()
    const message = chargeOf(await tokenFor(world(), merchant, APPROVED), { 'payment.external.transaction': 'A-1' })
    const headers = { 'idempotency-key': 'once' }
    const first = await sendCharge(world(), merchant, message, { headers, beside: { metadata: NESTED } })
    const again = await sendCharge(world(), merchant, message, { headers, beside: { metadata: { other: [1] } } })
    assert.equal(first.status, 200, first.text)
    assert.equal(again.body.result.token, first.body.result.token)
    const voucher = (metadata: object) =>
      merchant.post(VOUCHERS[0] ?? '', { total: 150, metadata }, { 'idempotency-key': 'v' })
    assert.equal((await voucher(NESTED)).status, 200)
    assert.equal((await voucher(NESTED)).headers['idempotent-replayed'], 'true')
    assert.equal((await voucher({})).status, 422)
  })

  for (const [title, rule, metadata, code] of [
    [
      'a blocked e-mail',
      { kind: 'block', of: 'email', value: 'mala@ejemplo.mx' },
      { billing: { billingEmailAddress: 'Mala@ejemplo.mx' } },
      'PaymentFilterException',
    ],
    [
      'a blocked country',
      { kind: 'block', of: 'country', value: 'RU' },
      { billing: { 'billingCountry-D': 'ru' } },
      'PaymentFilterException',
    ],
    [
      'a country that is not the card’s',
      { kind: 'country-mismatch' },
      { billing: { 'billingCountry-D': 'MX' } },
      'SuspectedFraudException',
    ],
  ] as const) {
    test(`the risk rules read ${title} of the billing address`, async () => {
      const merchant = await world().merchant()
      assert.equal((await merchant.call('PUT', '/v1/risk/rules', { rules: [rule] })).status, 200)
      const stopped = await payByCard(world(), merchant, FOREIGN, {}, { beside: { metadata } })
      assert.equal(stopped.body.error?.code, code, stopped.text)
      assert.equal((await payByCard(world(), merchant, FOREIGN)).status, 200)
    })
  }

  test('the risk rules do not read another JSON type as a text, nor a word as a country', async () => {
    const merchant = await world().merchant()
    const rules = [
      { kind: 'block', of: 'email', value: 'mala@ejemplo.mx' },
      { kind: 'block', of: 'ip', value: '187.190.1.1' },
      { kind: 'country-mismatch' },
    ]
    assert.equal((await merchant.call('PUT', '/v1/risk/rules', { rules })).status, 200)
    for (const metadata of [
      { email: 7, ip: ['187.190.1.1'], country: { code: 'MX' }, risk: true, billing: 'MX' },
      { billing: null },
      { billing: [{ 'billingCountry-D': 'MX' }] },
      { billing: { 'billingCountry-D': 'México', billingEmailAddress: 7 } },
      { billing: { 'billingCountry-D': '' } },
    ]) {
      const answer = await payByCard(world(), merchant, FOREIGN, {}, { beside: { metadata } })
      assert.equal(answer.status, 200, answer.text)
    }
  })
})
