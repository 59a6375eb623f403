// Ageing keeps the sum, never holds debits and credits at once, and takes the oldest first.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays } from '../../../src/core/time.ts'
import { ageing } from '../../../src/reconciliation/ageing.ts'

const movement = fc.record(
  {
    day: fc.integer({ min: 0, max: 30 }).map((days) => addDays('2026-11-01', days)),
    amountCentavos: fc.integer({ min: -10_000, max: 10_000 }),
  },
  { noNullPrototype: true },
)

test('the remaining amounts have the same sum, one sign, and the days in order', () => {
  fc.assert(
    fc.property(fc.array(movement), (movements) => {
      const left = ageing(movements)
      const sum = (all: { amountCentavos: number }[]) => all.reduce((total, one) => total + one.amountCentavos, 0)
      assert.equal(sum(left), sum(movements))
      assert.ok(new Set(left.map((one) => Math.sign(one.amountCentavos))).size <= 1)
      assert.ok(left.every((one) => one.amountCentavos !== 0))
      assert.deepEqual(
        left.map((one) => one.day),
        left.map((one) => one.day).sort(),
      )
    }),
  )
})

test('the oldest payments are paid first', () => {
  const movements = [
    { day: '2026-11-01', amountCentavos: 100 },
    { day: '2026-11-02', amountCentavos: 50 },
    { day: '2026-11-03', amountCentavos: -120 },
  ]
  assert.deepEqual(ageing(movements), [{ day: '2026-11-02', amountCentavos: 30 }])
})
