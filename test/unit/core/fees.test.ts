// Fees: what is kept and what is left always make the total, to the centavo.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { computeFees } from '../../../src/core/fees.ts'
import { MAX_AMOUNT_CENTAVOS } from '../../../src/core/money.ts'
import { rails } from '../../../src/core/rail.ts'

const schedule = rails.card.standardFee

const anySchedule = fc.record({
  percentageMillis: fc.nat(100_000),
  fixedCentavos: fc.nat(100_000),
  ivaPercent: fc.constantFrom(0, 8, 16),
})

test('the worked sample: 100.00 at 3.6 %', () => {
  assert.deepEqual(computeFees({ totalCentavos: 10_000, schedule }), {
    feeCentavos: 360,
    ivaCentavos: 58,
    feeWithIvaCentavos: 418,
    affiliateCentavos: 0,
    commissionCentavos: 418,
    netCentavos: 9_582,
    details: [{ type: 'fee', percentage: 3.6, amountCentavos: 418, description: '' }],
    fits: true,
  })
})

test("an affiliate's share is a line of its own, without IVA", () => {
  const fees = computeFees({ totalCentavos: 10_000, schedule, affiliateCentavos: 1_000 })
  assert.deepEqual(fees.details, [
    { type: 'fee', percentage: 3.6, amountCentavos: 418, description: '' },
    { type: 'application_fee', percentage: 0, amountCentavos: 1_000, description: '' },
  ])
  assert.equal(fees.commissionCentavos, 1_418)
  assert.equal(fees.netCentavos, 8_582)
  assert.equal(fees.ivaCentavos, 58)
})

test('a share of more than the fee leaves is refused', () => {
  assert.equal(computeFees({ totalCentavos: 10_000, schedule, affiliateCentavos: 9_582 }).fits, true)
  assert.equal(computeFees({ totalCentavos: 10_000, schedule, affiliateCentavos: 9_582 }).netCentavos, 0)
  assert.equal(computeFees({ totalCentavos: 10_000, schedule, affiliateCentavos: 9_583 }).fits, false)
})

test('a fixed fee never exceeds the payment', () => {
  const fees = computeFees({
    totalCentavos: 100,
    schedule: { percentageMillis: 0, fixedCentavos: 300, ivaPercent: 16 },
  })
  assert.equal(fees.feeWithIvaCentavos, 100)
  assert.equal(fees.netCentavos, 0)
  assert.equal(fees.feeCentavos + fees.ivaCentavos, 100)
})

test('percentage and fixed part are rounded together', () => {
  const fees = computeFees({
    totalCentavos: 10_000,
    schedule: { percentageMillis: 2_900, fixedCentavos: 250, ivaPercent: 16 },
  })
  assert.equal(fees.feeWithIvaCentavos, 626) // (290 + 250) x 1.16 = 626.4
})

test('fee, IVA, share and net add up to the total, and the lines to the commission', () => {
  const anyTotal = fc.integer({ min: 0, max: MAX_AMOUNT_CENTAVOS })
  fc.assert(
    fc.property(anyTotal, anySchedule, fc.nat(1_000_000), (totalCentavos, schedule, affiliateCentavos) => {
      const fees = computeFees({ totalCentavos, schedule, affiliateCentavos })
      assert.equal(fees.feeCentavos + fees.ivaCentavos, fees.feeWithIvaCentavos)
      assert.equal(fees.feeWithIvaCentavos + fees.affiliateCentavos + fees.netCentavos, totalCentavos)
      const lines = fees.details.reduce((sum, line) => sum + line.amountCentavos, 0)
      assert.equal(lines, fees.commissionCentavos)
      assert.equal(fees.fits, fees.netCentavos >= 0)
      for (const part of [fees.feeCentavos, fees.ivaCentavos]) assert.ok(Number.isSafeInteger(part) && part >= 0)
      assert.ok(fees.feeWithIvaCentavos <= totalCentavos)
    }),
  )
})

test('the included IVA is within half a centavo of its percentage of the fee', () => {
  fc.assert(
    fc.property(fc.nat(100_000_000), (totalCentavos) => {
      const { feeWithIvaCentavos, ivaCentavos } = computeFees({ totalCentavos, schedule })
      assert.ok(Math.abs(ivaCentavos * 116 - feeWithIvaCentavos * 16) * 2 <= 116)
    }),
  )
})

test('invalid amounts are refused', () => {
  for (const affiliateCentavos of [-1, 0.5, Number.NaN]) {
    assert.throws(() => computeFees({ totalCentavos: 10_000, schedule, affiliateCentavos }), RangeError)
  }
  for (const totalCentavos of [-1, 0.5, Number.NaN]) {
    assert.throws(() => computeFees({ totalCentavos, schedule }), RangeError)
  }
})
