import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealedCard, tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, CREDIT, payByCard } from '../../support/fixtures/charges.ts'
import { speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { everyRow } from '../../support/harness/rows.ts'
import { type Answer, type Merchant, onBothEngines } from '../../support/harness/world.ts'

const SPACED = '4242 4242-4242 4242'
/** Has the form of a card number, and is an order number. */
const ORDER = '4000056655665556'

onBothEngines('no text of a request keeps a card number', (world) => {
  /** Sends a text in each field that people write, by the name under which it is refused. */
  const fields = (merchant: Merchant): [field: string, send: (text: string) => Promise<Answer>][] => [
    [
      'payment.reference.description',
      (text) => merchant.post('/v1/payment/spei', { total: 150, payment: { reference: { description: text } } }),
    ],
    [
      'payment.reference.description',
      (text) => payByCard(world(), merchant, CREDIT, { 'payment.reference.description': text }),
    ],
    ['payment.affiliated.user', (text) => payByCard(world(), merchant, CREDIT, { 'payment.affiliated.user': text })],
    ['name', (text) => merchant.post('/v1/customer', { name: text, email: 'ana@ejemplo.mx' })],
    ['email', (text) => merchant.post('/v1/customer', { name: 'Ana', email: `${text.replace(/ /g, '')}@ejemplo.mx` })],
    ['name', (text) => merchant.post('/v1/plan', { name: text, amount: 10, period: 'month' })],
    ['email', (text) => merchant.call('PUT', '/v1/profile', { email: `${text.replace(/\W/g, '')}@ejemplo.mx` })],
    ['site', (text) => merchant.call('PUT', '/v1/profile', { site: `https://tienda.mx/${encodeURIComponent(text)}` })],
    ['description', (text) => merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/', description: text })],
  ]

  test('a card number in a description, a name or an address is refused by the name of the field, and stored nowhere', async () => {
    const merchant = await world().merchant()
    for (const [field, send] of fields(merchant)) {
      for (const text of [APPROVED, `paga con ${SPACED}`]) {
        const { status, body, text: answer } = await send(text)
        assert.equal(status, 400, `${field}: ${answer}`)
        assert.deepEqual(Object.keys(body.error.messages), [field])
        assert.doesNotMatch(answer, /4242.?4242/)
      }
      assert.equal((await send('Pedido 1001')).status, 200, field)
    }
  })

  test('an order number that looks like a card number is a valid identifier', async () => {
    const merchant = await world().merchant()
    const paid = await payByCard(world(), merchant, CREDIT, {
      'payment.reference.number': ORDER,
      'payment.external.transaction': ORDER,
    })
    assert.equal(paid.status, 200, paid.text)
    const headers = { 'idempotency-key': ORDER }
    const body = { total: 150, payment: { reference: { number: ORDER } } }
    assert.equal((await merchant.post('/v1/payment/spei', body, headers)).status, 200)
    assert.equal((await merchant.get(`/v1/operations/reference/${ORDER}`)).status, 200)
  })

  test('an identifier that equals the card number of the request, or a card that the account knows, is refused', async () => {
    const merchant = await world().merchant()
    const typed = { number: CREDIT, holder_name: 'Ana Lopez', cvv: '123', expiration: '3912' }
    for (const field of ['payment.reference.number', 'payment.external.transaction']) {
      const answer = await payByCard(world(), merchant, CREDIT, { recurrent: undefined, card: typed, [field]: CREDIT })
      assert.equal(answer.status, 400, answer.text)
      assert.deepEqual(Object.keys(answer.body.error.messages), [field])
      assert.ok(!answer.text.includes(CREDIT))
    }
    const key = await sealedCard(world(), { ...typed, cardholder_name: 'Ana Lopez' })
    const token = await merchant.post('/v1/token', key, { 'idempotency-key': CREDIT })
    assert.deepEqual([token.status, Object.keys(token.body.error.messages)], [400, ['Idempotency-Key']])

    await tokenFor(world(), merchant, APPROVED)
    const voucher = { total: 150, payment: { reference: { number: SPACED } } }
    assert.equal((await merchant.post('/v1/payment/spei', voucher)).status, 400)
    const keyed = await merchant.post('/v1/payment/spei', { total: 150 }, { 'idempotency-key': APPROVED })
    assert.deepEqual([keyed.status, Object.keys(keyed.body.error.messages)], [400, ['Idempotency-Key']])
    // Another account does not know the card.
    const other = await world().merchant()
    assert.equal((await other.post('/v1/payment/spei', voucher)).status, 200)
  })

  test('a network’s own id is refused when it is the number of a known card; in a line of its statement it is masked', async () => {
    const merchant = await world().merchant()
    await tokenFor(world(), merchant, APPROVED)
    const { transaction } = await storeVoucher(merchant)
    const spei = await speiVoucher(merchant)
    for (const [path, body, field] of [
      ['/v1/sandbox/pay/store', { transaction, ticket: APPROVED }, 'ticket'],
      ['/v1/sandbox/pay/store', { transaction, ticket: SPACED }, 'ticket'],
      ['/v1/sandbox/pay/spei', { transaction: spei.transaction, tracking_key: APPROVED }, 'tracking_key'],
      ['/v1/sandbox/pay/spei', { transaction: spei.transaction, tracking_key: `K${APPROVED}` }, 'tracking_key'],
    ] as const) {
      const answer = await merchant.post(path, body)
      assert.deepEqual([answer.status, Object.keys(answer.body.error.messages)], [400, [field]])
    }
    // An order number of the same form is as good as any.
    const paid = await merchant.post('/v1/sandbox/pay/store', { transaction, ticket: ORDER })
    assert.equal(paid.status, 200, paid.text)

    const { content } = (await merchant.get('/v1/sandbox/statement?rail=store')).body.result
    const stated = await merchant.post('/v1/sandbox/reconcile', { content: content.replaceAll(ORDER, APPROVED) })
    // Nothing that a network states is dropped: the line is kept, with the number masked.
    assert.equal(stated.body.result.counts.malformed, 0, stated.text)
    assert.ok(!stated.text.includes(APPROVED))
    const lines = (await everyRow(world())).get('statement_lines') ?? []
    assert.ok(!lines.some((line) => line.includes(APPROVED)))
    assert.ok(lines.some((line) => line.includes('424242XXXXXX4242')))
    const exported = await merchant.post('/v1/exports', { list: '/v1/operations', query: { q: `pago ${SPACED}` } })
    assert.deepEqual([exported.status, Object.keys(exported.body.error.messages)], [400, ['query.q']])
    for (const [number, status] of [
      [APPROVED, 400],
      [ORDER, 200],
    ] as const) {
      const wanted = { list: '/v1/operations', query: { reference: number } }
      assert.equal((await merchant.post('/v1/exports', wanted)).status, status)
    }
  })
})
