import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APPROVED, CREDIT, operationsOf, payByCard } from '../../support/fixtures/charges.ts'
import { onBothEngines } from '../../support/harness/world.ts'

onBothEngines('months without interest are offered and accepted by one table', (world) => {
  test('a credit card is offered the months that its amount allows', async () => {
    const merchant = await world().merchant()
    const { status, body } = await merchant.get('/v1/partial-payment/promotion/512745/600.00')
    assert.equal(status, 200)
    assert.deepEqual(body.result, {
      binInfo: {
        bin: '512745',
        brand: 'MAST',
        bank_name: 'MASTERCARD TEST',
        country_code: 'MX',
        funding: 'CREDIT',
      },
      promotions: [
        { months: 3, rate: 5, amount: 200, promotionId: 'MSI03' },
        { months: 6, rate: 7.5, amount: 100, promotionId: 'MSI06' },
      ],
      cash: 600,
    })
  })

  test('below 500.00, and on a debit card, only payment at once is offered', async () => {
    const merchant = await world().merchant()
    for (const path of ['512745/499.99', '424242/600', '999999/600']) {
      const { status, body } = await merchant.get(`/v1/partial-payment/promotion/${path}`)
      assert.equal(status, 200)
      assert.deepEqual(body.result.promotions, [])
    }
  })

  for (const [path, field] of [
    ['51274/600', 'bin'],
    ['51274x/600', 'bin'],
    ['4242424242424242/600', 'bin'],
    ['512745/0', 'amount'],
    ['512745/-1', 'amount'],
    ['512745/abc', 'amount'],
  ] as const) {
    test(`${path} is refused by name`, async () => {
      const { status, body } = await (await world().merchant()).get(`/v1/partial-payment/promotion/${path}`)
      assert.equal(status, 400)
      assert.deepEqual(Object.keys(body.error.messages), [field])
    })
  }

  test('a charge over months costs the merchant the promotion’s rate too', async () => {
    const merchant = await world().merchant()
    for (const months of [6, '6']) {
      const change = { months, 'payment.total.amount': 600 }
      const { status, body } = await payByCard(world(), merchant, CREDIT, change)
      assert.equal(status, 200)
      // 600.00 x (3.6 % + 7.5 %) x 1.16
      assert.equal(body.result.recipe.fee.amount, '77.26')
      assert.deepEqual(
        body.result.recipe.fee_details.map((line: { type: string; percentage: number }) => [
          line.type,
          line.percentage,
        ]),
        [
          ['fee', 3.6],
          ['monthly_installments', 7.5],
        ],
      )
    }
    assert.deepEqual(
      (await operationsOf(world(), merchant)).map((operation) => operation.months),
      [6, 6],
    )
  })

  test('a charge without months may be written in several ways', async () => {
    const merchant = await world().merchant()
    for (const months of [null, '', 0, 1, '1']) {
      assert.equal((await payByCard(world(), merchant, APPROVED, { months })).status, 200)
    }
  })

  test('a debit card and too small an amount are refused by name, and nothing is written', async () => {
    const merchant = await world().merchant()
    for (const [number, change] of [
      [APPROVED, { months: 3, 'payment.total.amount': 600 }],
      [CREDIT, { months: 3, 'payment.total.amount': 499.99 }],
      [CREDIT, { months: 18, 'payment.total.amount': 1_799.99 }],
    ] as const) {
      const { status, body } = await payByCard(world(), merchant, number, change)
      assert.equal(status, 400)
      assert.deepEqual(Object.keys(body.error.messages), ['months'])
    }
    assert.deepEqual(await operationsOf(world(), merchant), [])
  })
})
