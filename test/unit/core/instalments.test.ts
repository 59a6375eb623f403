// Meses sin intereses: offered to credit cards from an amount on, and dear in proportion to the wait.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { instalmentPlanOf, instalmentPlans, promotionsFor } from '../../../src/core/instalments.ts'

test('600.00 on a credit card is 3 or 6 months', () => {
  assert.deepEqual(promotionsFor({ funding: 'CREDIT', centavos: 60_000 }), [
    { months: 3, rate: 5, amountCentavos: 20_000, promotionId: 'MSI03' },
    { months: 6, rate: 7.5, amountCentavos: 10_000, promotionId: 'MSI06' },
  ])
})

test('500.00 is the minimum', () => {
  assert.deepEqual(promotionsFor({ funding: 'CREDIT', centavos: 49_999 }), [])
  assert.deepEqual(
    promotionsFor({ funding: 'CREDIT', centavos: 50_000 }).map(({ months, amountCentavos }) => [
      months,
      amountCentavos,
    ]),
    [[3, 16_667]],
  )
})

test('debit and prepaid cards have no months', () => {
  for (const funding of ['DEBIT', 'PREPAID'] as const)
    assert.deepEqual(promotionsFor({ funding, centavos: 10_000_000 }), [])
})

test('a larger amount never offers less, and the instalments make up the amount within half a centavo each', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.nat(1_000_000), (centavos, more) => {
      const offers = promotionsFor({ funding: 'CREDIT', centavos })
      assert.ok(promotionsFor({ funding: 'CREDIT', centavos: centavos + more }).length >= offers.length)
      for (const { months, amountCentavos } of offers) {
        assert.ok(Math.abs(amountCentavos * months - centavos) * 2 <= months)
        assert.ok(amountCentavos >= 10_000)
      }
    }),
  )
})

test('a longer plan requires a larger payment and costs the merchant more', () => {
  assert.deepEqual(
    instalmentPlans.map((plan) => plan.months),
    [3, 6, 9, 12, 18],
  )
  for (const [at, plan] of instalmentPlans.entries()) {
    const longer = instalmentPlans[at + 1]
    if (longer !== undefined) assert.ok(longer.minCentavos > plan.minCentavos && longer.rateMillis > plan.rateMillis)
    assert.equal(instalmentPlanOf(plan.months), plan)
  }
  for (const months of [0, 1, 4, -3, 3.5, Number.NaN]) assert.equal(instalmentPlanOf(months), undefined)
})
