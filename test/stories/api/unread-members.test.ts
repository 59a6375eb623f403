// What a client sends and nobody reads is named in a header; a term of money that would not be carried out is refused by its name.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, chargeOf, sendCharge } from '../../support/fixtures/charges.ts'
import { operationOf, payAtStore, payBySpei, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { onBothEngines } from '../../support/harness/world.ts'

const ANA = { name: 'Ana', email: 'ana@example.mx' }
const STORE = '/v1/payment/convenience-store'
const SPEI = '/v1/payment/spei'

onBothEngines('members that nobody reads', (world) => {
  for (const [title, path, body, named] of [
    ['of a customer', '/v1/customer', { ...ANA, idUser: 7, idCustomer: null }, ['idUser', 'idCustomer']],
    [
      'of a store voucher',
      STORE,
      { total: 10, idUser: 7, payment: { reference: { no: '1' } } },
      ['idUser', 'payment.reference.no'],
    ],
    ['of a SPEI voucher', SPEI, { total: 10, totl: 10 }, ['totl']],
  ] as const) {
    test(`${title} are ignored and named`, async () => {
      const merchant = await world().merchant()
      const answer = await merchant.post(path, body)
      assert.equal(answer.status, 200, answer.text)
      const ignored = String(answer.headers['ignored-parameters']).split(', ')
      for (const name of named) assert.ok(ignored.includes(name), `${name}: ${ignored}`)
    })
  }

  test('are refused where a call of ours moves money', async () => {
    const merchant = await world().merchant()
    const { transaction: id } = await storeVoucher(merchant)
    await payAtStore(merchant, { transaction: id })
    const refund = await merchant.post(`/v1/operations/${id}/refunds`, { amount: 1, monto: 2 })
    assert.equal(refund.status, 400, refund.text)
    assert.ok(refund.body.error.messages.monto)
  })
})

onBothEngines('a term of money that is not carried out', (world) => {
  for (const [title, set] of [
    ['a share as a text', { 'payment.affiliated': 'luz' }],
    [
      'a share under another name',
      { 'payment.disperse': { user_affiliated: 'luz', users: [{ user: 'luz', fee: '10' }] } },
    ],
    ['a share at the top', { disperse: { users: [{ user: 'luz', fee: '10' }] } }],
    ['a charge that is not to be captured', { 'payment.capture': false }],
    ['a charge that is captured by hand', { capture_method: 'manual' }],
    ['a tip in brackets', { 'payment[tip][amount]': 7 }],
    ['a tip under a joined name', { payment_tip_amount: '7' }],
    ['a tip under a joined name of a program', { paymentTipAmount: 7 }],
    ['a discount as an amount', { discountAmount: 5 }],
    ['a deferral', { deferral: 3 }],
    ['months under a joined name', { paymentMonths: 6 }],
    ['two numbers of months', { months: 3, installments: 6 }],
  ] as const) {
    test(`is refused by name in a card payment: ${title}`, async () => {
      const merchant = await world().merchant()
      const token = await tokenFor(world(), merchant, APPROVED)
      const charge = { 'payment.total.amount': 600, ...set }
      const answer = await sendCharge(world(), merchant, chargeOf(token, charge))
      assert.equal(answer.status, 400, answer.text)
      assert.equal((await merchant.get('/v1/operations?status=ALL')).body.result.total, 0)
    })
  }

  test('is refused beside a sealed message, with where it goes', async () => {
    const merchant = await world().merchant()
    const token = await tokenFor(world(), merchant, APPROVED)
    const { status, body } = await sendCharge(world(), merchant, chargeOf(token), { beside: { months: 3 } })
    assert.equal(status, 400)
    assert.deepEqual(body.error.messages.months, ['months no se lee junto a key y data: va dentro del mensaje cifrado'])
  })

  for (const path of [STORE, SPEI])
    for (const [name, body] of [
      ['months', { months: 3 }],
      ['installments', { installments: 3 }],
      ['payment.tip', { payment: { tip: { amount: 5 } } }],
      ['payment.affiliated', { payment: { affiliated: { user: 'luz', total_fee: '5' } } }],
      ['payment.disperse', { payment: { disperse: { users: [{ user: 'luz', fee: '5' }] } } }],
    ] as const)
      test(`is refused by name at ${path}: ${name}`, async () => {
        const merchant = await world().merchant()
        const answer = await merchant.post(path, { total: 600, ...body })
        assert.equal(answer.status, 400, answer.text)
        assert.ok(
          Object.keys(answer.body.error.messages).some((one) => one.startsWith(name)),
          answer.text,
        )
      })

  test('is taken where it is empty', async () => {
    const merchant = await world().merchant()
    for (const payment of [
      { tip: { amount: '0.0', currency: 'MXN' } },
      { affiliated: null },
      { affiliated: { user: '', total_fee: '' } },
    ])
      assert.equal((await merchant.post(STORE, { total: 10, payment })).status, 200, JSON.stringify(payment))
  })

  for (const set of [{ installments: 3 }, { months: '3' }, { 'payment.total.months': 3 }])
    test(`is carried out under any of its names: ${JSON.stringify(set)}`, async () => {
      const merchant = await world().merchant()
      const token = await tokenFor(world(), merchant, '4485531263748329')
      const answer = await sendCharge(world(), merchant, chargeOf(token, { 'payment.total.amount': 600, ...set }))
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.body.result.operations[0].monthly_installments, 3)
    })
})

onBothEngines('parameters of an address that nobody reads', (world) => {
  test('are ignored and named, also where something is changed', async () => {
    const merchant = await world().merchant()
    const { id } = (await merchant.post('/v1/customer', ANA)).body.result
    for (const [method, path, body] of [
      ['POST', SPEI, { total: 10, totl: 10 }],
      ['PUT', `/v1/customer/${id}`, { name: 'Luz', totl: 10 }],
      ['DELETE', `/v1/customer/${id}`, { totl: 10 }],
    ] as const) {
      const answer = await merchant.call(method, `${path}?_=7&tip=0`, body)
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.headers['ignored-parameters'], '_, tip, totl', `${method} ${path}`)
    }
  })

  for (const [method, path, body] of [
    ['GET', 'apply-reversal/:id?amount=5', undefined],
    ['POST', 'apply-reversal/:id?amount=5', undefined],
    ['POST', ':id/refunds?amount=5', {}],
    ['POST', ':id/refunds?refund%5Bmonto%5D=5', {}],
  ] as const)
    test(`are refused by name where they ask for a part of the money: ${method} ${path}`, async () => {
      const merchant = await world().merchant()
      const { transaction, bank_account_number: clabe } = await speiVoucher(merchant, { total: 10 })
      await payBySpei(merchant, { clabe, amount: 10 })
      const answer = await merchant.call(method, `/v1/operations/${path.replace(':id', transaction)}`, body)
      assert.equal(answer.status, 400, answer.text)
      assert.match(Object.keys(answer.body.error.messages).join(), /amount|monto/)
      const { status, hasDevolution, refunded } = await operationOf(merchant, transaction)
      assert.deepEqual([status, hasDevolution, refunded.amount], ['N', false, '0.00'])
    })

  test('are no way around: a reversal by GET refuses a body that says something, and takes an empty one', async () => {
    const merchant = await world().merchant()
    const { transaction } = await speiVoucher(merchant, { total: 10 })
    const path = `/v1/operations/apply-reversal/${transaction}`
    const refused = await merchant.call('GET', path, { amount: 5 })
    assert.equal(refused.status, 400, refused.text)
    assert.ok(refused.body.error.messages.body, refused.text)
    assert.equal((await operationOf(merchant, transaction)).status, 'P')
    for (const nothing of [null, {}, []]) assert.equal((await merchant.call('GET', path, nothing)).status, 200)
  })

  test('are refused by name where they ask for a term of a payment', async () => {
    const merchant = await world().merchant()
    const answer = await merchant.post(`${SPEI}?months=3&total=7`, { total: 10 })
    assert.equal(answer.status, 400, answer.text)
    assert.deepEqual(Object.keys(answer.body.error.messages), ['months', 'total'])
  })
})
