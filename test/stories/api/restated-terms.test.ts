// What a message says twice about money must be the same in both places; a copy that says something else is refused by its name, on every rail.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, chargeOf, sendCharge } from '../../support/fixtures/charges.ts'
import { onBothEngines } from '../../support/harness/world.ts'

const STORE = '/v1/payment/convenience-store'
const SPEI = '/v1/payment/spei'
const TYPED = { number: '5555555555554444', holder_name: 'ANA', cvv: '123', expiration: '3012' }

onBothEngines('a term that a message says twice', (world) => {
  for (const path of [STORE, SPEI])
    test(`is refused by its name where the two differ: ${path}`, async () => {
      const merchant = await world().merchant()
      for (const [name, body] of [
        ['amount.value', { amount: { value: 200 } }],
        ['total_amount', { total_amount: 99 }],
        ['montoTotal', { montoTotal: 99 }],
        ['monto', { monto: [99] }],
        ['expires_at', { expires_at: '2031-01-01' }],
        ['due_date', { due_date: '2031-01-01' }],
        ['payment.expiration_date', { payment: { expiration_date: '2031-01-01' } }],
        ['fechaVencimiento', { fechaVencimiento: '01/01/2031' }],
      ] as const) {
        const answer = await merchant.post(path, { total: 150, ...body })
        assert.equal(answer.status, 400, `${name}: ${answer.text}`)
        assert.deepEqual(Object.keys(answer.body.error.messages), [name])
      }
      assert.equal((await merchant.get('/v1/operations?status=ALL')).body.result.total, 0)
    })

  test('is taken where both say the same, or the copy says nothing', async () => {
    const merchant = await world().merchant()
    const { result } = (await merchant.post(SPEI, { total: 150 })).body
    for (const body of [
      { payment: { total: { amount: '150.0', currency: 'MXN' } } },
      { payment: { total: { amount: null, currency: '' }, amount: 0 } },
      { amount: 150, total_amount: '150.00', monto: ' 150 ' },
      { expires_at: result.expiration_date, expiration: '' },
      {
        items: [{ amount: 75 }, { amount: 75 }],
        metadata: { amount: '7' },
        subtotal: 140,
        description: 'x',
        order: '1001',
      },
    ]) {
      const answer = await merchant.post(SPEI, { total: 150, ...body })
      assert.equal(answer.status, 200, `${JSON.stringify(body)}: ${answer.text}`)
      assert.equal(answer.body.result.total.amount, '150.00')
    }
  })

  test('is refused by its name in a card payment where the two differ', async () => {
    const merchant = await world().merchant()
    const token = await tokenFor(world(), merchant, APPROVED)
    for (const [name, set] of [
      ['payment.amount', { 'payment.amount': 99.99 }],
      ['payment.total.value', { 'payment.total.value': 3 }],
      ['payment.total.Amount', { 'payment.total.Amount': 3 }],
      ['payment.externa.transaction', { 'payment.external.transaction': 'a', 'payment.externa': { transaction: 'b' } }],
      ['external.transaction', { 'payment.external.transaction': '', external: { transaction: 'b' } }],
      ['payment.capture', { capture: false, 'payment.capture': true }],
      ['card.number', { card: TYPED }],
      ['card.raw', { card: { ...TYPED, number: '555555XXXXXX4444', raw: TYPED.number } }],
      ['ecommerce.number', { ecommerce: { ...TYPED, ip: '203.0.113.9' } }],
    ] as const) {
      const answer = await sendCharge(world(), merchant, chargeOf(token, { 'payment.total.amount': 100, ...set }))
      assert.equal(answer.status, 400, `${name}: ${answer.text}`)
      assert.deepEqual(Object.keys(answer.body.error.messages), [name])
    }
    assert.equal((await merchant.get('/v1/operations?status=ALL')).body.result.total, 0)
  })

  test('is taken in a card payment where both say the same, and a masked card beside the token is named', async () => {
    const merchant = await world().merchant()
    const token = await tokenFor(world(), merchant, APPROVED)
    const set = {
      'payment.total.amount': 33.1 * 3,
      total: { amount: '99.30', currency: 'mxn' },
      // Clients in use send it, and mean nothing by it.
      amount: 10_000,
      'payment.external.transaction': 'a',
      'payment.externa': { transaction: 'a' },
      card: { ...TYPED, number: '555555XXXXXX4444' },
    }
    const answer = await sendCharge(world(), merchant, chargeOf(token, set))
    assert.equal(answer.status, 200, answer.text)
    assert.match(String(answer.headers['ignored-parameters']), /\bamount\b.*\bcard\b|\bcard\b.*\bamount\b/)
  })
})
