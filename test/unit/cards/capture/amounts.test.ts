import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Capturable, capturedAmounts } from '../../../../src/cards/capture/carry-out.ts'
import type { FeeSchedule } from '../../../../src/core/fees.ts'
import { instalmentMonths } from '../../../../src/core/instalments.ts'
import { Failure } from '../../../../src/failures.ts'

const schedules = fc.record({
  percentageMillis: fc.integer({ min: 0, max: 20_000 }),
  fixedCentavos: fc.integer({ min: 0, max: 5_000 }),
  ivaPercent: fc.constantFrom(0, 8, 16),
})

const capturables: fc.Arbitrary<Capturable> = fc.integer({ min: 1, max: 100_000_000 }).chain((authorized) =>
  fc.record({
    authorized_centavos: fc.constant(authorized),
    total_centavos: fc.constant(authorized),
    tip_centavos: fc.integer({ min: 0, max: authorized }),
    affiliate_centavos: fc.integer({ min: 0, max: authorized }),
    months: fc.constantFrom(null, ...instalmentMonths),
  }),
)

const cases = capturables.chain((operation) =>
  fc.tuple(fc.constant(operation), fc.integer({ min: 1, max: operation.total_centavos }), schedules),
)

/** The amounts, or undefined for a refusal. */
function amountsOf(operation: Capturable, captureCentavos: number, schedule: FeeSchedule) {
  try {
    return capturedAmounts(operation, captureCentavos, schedule)
  } catch (error) {
    assert.ok(error instanceof Failure && error.reason === 'parameters-invalid', String(error))
    return undefined
  }
}

describe('the amounts of a capture', () => {
  test('add up to what is captured, and none is negative or more than it', () => {
    fc.assert(
      fc.property(cases, ([operation, captureCentavos, schedule]) => {
        const amounts = amountsOf(operation, captureCentavos, schedule)
        if (amounts === undefined) return
        assert.equal(amounts.total_centavos, captureCentavos)
        const {
          fee_centavos: fee,
          iva_centavos: iva,
          affiliate_centavos: share,
          surcharge_centavos: surcharge,
        } = amounts
        const parts = [fee, iva, share, surcharge, amounts.tip_centavos, captureCentavos - fee - iva - share]
        for (const part of parts) assert.ok(part >= 0 && part <= captureCentavos, `${part} of ${captureCentavos}`)
        assert.ok(surcharge <= fee)
      }),
    )
  })

  test('of the whole authorisation have its whole tip and share', () => {
    fc.assert(
      fc.property(capturables, schedules, (operation, schedule) => {
        const amounts = amountsOf(operation, operation.total_centavos, schedule)
        if (amounts === undefined) return
        assert.equal(amounts.affiliate_centavos, operation.affiliate_centavos)
        assert.equal(amounts.tip_centavos, operation.tip_centavos)
      }),
    )
  })

  test('are refused above the authorisation, and exactly where fee and share take more than is captured', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 1_000 }), ([operation, captureCentavos, schedule], more) => {
        assert.equal(amountsOf(operation, operation.total_centavos + more, schedule), undefined)
        // Without a share the fee alone is never more than the amount.
        assert.ok(amountsOf({ ...operation, affiliate_centavos: 0 }, captureCentavos, schedule))
      }),
    )
  })
})
