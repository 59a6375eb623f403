// The promise: when a month is closed, the IVA of its books is exactly that of its fees, whatever was paid and given back, and no merchant owes anything for it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { computeFees, exactIva, IVA_PERCENT, ivaDue } from '../../../../src/core/fees.ts'
import { borneOf, roundingLines } from '../../../../src/payouts/invoices/entries.ts'

const schedules = fc.record({
  percentageMillis: fc.integer({ min: 0, max: 20_000 }),
  fixedCentavos: fc.integer({ min: 0, max: 1_000 }),
})
/** Payments at a few terms, and payments whose fees are given back, of which those of the month before are the more. */
const months = fc.array(schedules, { minLength: 1, maxLength: 3 }).chain((terms) =>
  fc.array(
    fc.record({
      totalCentavos: fc.integer({ min: 1, max: 2_000_000 }),
      schedule: fc.constantFrom(...terms),
      sign: fc.constantFrom(1, 1, 1, -1),
    }),
    { maxLength: 60 },
  ),
)
const owed = fc.oneof(fc.integer({ min: -1_000, max: 100 }), fc.constant(0))

test('the IVA of a month is that of its fees to the centavo, and what its merchant owes does not grow by it', () => {
  fc.assert(
    fc.property(months, owed, (payments, owedCentavos) => {
      const charged = payments.map(({ totalCentavos, schedule, sign }) => {
        const fees = computeFees({ totalCentavos, schedule: { ...schedule, ivaPercent: IVA_PERCENT } })
        return { fee: sign * fees.feeCentavos, iva: sign * fees.ivaCentavos }
      })
      const fee = charged.reduce((sum, one) => sum + one.fee, 0)
      const iva = charged.reduce((sum, one) => sum + one.iva, 0)
      const due = ivaDue(fee)
      const rounding = iva - due
      const borne = borneOf(rounding, owedCentavos)
      const lines = roundingLines({ rounding_centavos: rounding, borne_centavos: borne })
      const on = (account: string) => lines.find((line) => line.account === account)?.amountCentavos ?? 0
      // Debits are positive.
      assert.equal(iva - on('payable:iva'), due, 'the books have the IVA of the invoice')
      assert.equal(
        lines.reduce((sum, line) => sum + line.amountCentavos, 0),
        0,
      )
      const after = owedCentavos - on('payable:merchant')
      assert.ok(after >= Math.min(0, owedCentavos), 'it makes no debt, and no debt greater')
      assert.equal(borne, on('cost:differences'))
      assert.ok(borne >= 0 && borne <= Math.max(0, -rounding), 'at most the shortage is borne')
      assert.ok(borne === 0 || after === Math.min(0, owedCentavos), 'the merchant pays first')
      // Each fee's unrounded IVA, in ten-thousandths of a peso, is of the same sum.
      const exact = charged.reduce((sum, one) => sum + Number(exactIva(one.fee).replace('.', '')), 0)
      assert.equal(exact, fee * IVA_PERCENT)
      assert.ok(Math.abs(due * 100 - exact) <= 50, 'and the invoice rounds it once')
    }),
    { numRuns: 500 },
  )
})

test('a shortage is taken of what the merchant is owed, and the rest is borne', () => {
  for (const [rounding, owedCentavos, borne] of [
    [-2, 0, 2],
    [-2, 1, 1],
    [-2, 2, 0],
    [-2, -500, 2],
    [2, 0, 0],
    [0, -500, 0],
  ] as const)
    assert.equal(borneOf(rounding, owedCentavos), borne, `${rounding} of ${owedCentavos}`)
  assert.deepEqual(roundingLines({ rounding_centavos: 0, borne_centavos: 0 }), [])
})
