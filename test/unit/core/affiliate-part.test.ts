import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { affiliatePart } from '../../../src/core/affiliate-part.ts'

const shared = fc.integer({ min: 1, max: 9_999_999_999 }).chain((total_centavos) =>
  fc.record({
    total_centavos: fc.constant(total_centavos),
    affiliate_centavos: fc.integer({ min: 0, max: total_centavos }),
  }),
)

test('in any parts that a payment goes back, an affiliate gives back the share and no centavo more', () => {
  fc.assert(
    fc.property(shared, fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { maxLength: 12 }), (of, cuts) => {
      const operation = { ...of, affiliate_rule: 'proportional' as const }
      let beforeCentavos = 0
      let given = 0
      for (const cut of [...cuts, of.total_centavos]) {
        const amountCentavos = Math.min(cut, of.total_centavos - beforeCentavos)
        const part = affiliatePart(operation, { beforeCentavos, amountCentavos })
        assert.ok(part >= 0 && part <= amountCentavos, `${part} of ${amountCentavos}`)
        beforeCentavos += amountCentavos
        given += part
      }
      assert.equal(given, of.affiliate_centavos)
    }),
  )
})

test('the rule of the merchant takes nothing from the affiliate; no rule means the proportional one', () => {
  const of = { total_centavos: 10_000, affiliate_centavos: 1_001 }
  assert.equal(affiliatePart({ ...of, affiliate_rule: 'merchant' }, { amountCentavos: 10_000 }), 0)
  assert.equal(affiliatePart({ ...of, affiliate_rule: null }, { amountCentavos: 5_000 }), 501)
  assert.equal(affiliatePart({ ...of, affiliate_rule: null }, { beforeCentavos: 5_000, amountCentavos: 5_000 }), 500)
  assert.throws(() => affiliatePart({ ...of, affiliate_rule: null }, { beforeCentavos: 1, amountCentavos: 10_000 }))
})

test('in any sequence of parts given back and taken anew, an affiliate never gives back more than the share', () => {
  const step = fc.record({ amount: fc.integer({ min: 1, max: 60 }), isUndone: fc.boolean(), which: fc.nat() })
  const few = fc.integer({ min: 1, max: 60 }).chain((total_centavos) =>
    fc.record({
      total_centavos: fc.constant(total_centavos),
      affiliate_centavos: fc.integer({ min: 0, max: total_centavos }),
    }),
  )
  fc.assert(
    fc.property(few, fc.array(step, { maxLength: 20 }), (of, steps) => {
      const operation = { ...of, affiliate_rule: 'proportional' as const }
      const parts: { amount: number; share: number }[] = []
      const all = (name: 'amount' | 'share') => parts.reduce((sum, part) => sum + part[name], 0)
      for (const { amount, isUndone, which } of steps) {
        if (isUndone) parts.splice(which % (parts.length + 1), 1)
        const amountCentavos = Math.min(amount, of.total_centavos - all('amount'))
        const earlier = { beforeCentavos: all('amount'), takenCentavos: all('share') }
        const share = affiliatePart(operation, { ...earlier, amountCentavos })
        assert.ok(share >= 0 && share <= amountCentavos)
        parts.push({ amount: amountCentavos, share })
        assert.ok(all('share') <= of.affiliate_centavos)
      }
    }),
  )
})
