// What a refund takes of whom: never more than its amount, and all refunds of a payment together never more than its parts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { affiliatePart } from '../../../src/core/affiliate-part.ts'
import { computeFees } from '../../../src/core/fees.ts'
import type { RefundParts } from '../../../src/operations/returned-parts.ts'
import { coverOf } from '../../../src/refunds/book.ts'
import { refundCancelledLines, refundLines } from '../../../src/refunds/entries.ts'
import { netOf, partsOf } from '../../../src/refunds/parts.ts'

/** More than any share: nothing was paid out to the affiliate. */
const OWED = 100_000_000
const schedule = { percentageMillis: 3_600, fixedCentavos: 0, ivaPercent: 16 }

/** A payment with its fees and an affiliate's share, and how it is cut up. */
const cut = fc
  .record({
    total: fc.integer({ min: 100, max: 10_000_000 }),
    shareMillis: fc.integer({ min: 0, max: 1_000 }),
    weights: fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 12 }),
    feeBack: fc.boolean(),
  })
  .map(({ total, shareMillis, weights, feeBack }) => {
    const { netCentavos } = computeFees({ totalCentavos: total, schedule })
    const affiliate = Math.floor((netCentavos * shareMillis) / 1_000)
    const fees = computeFees({ totalCentavos: total, schedule, affiliateCentavos: affiliate })
    const paid = {
      total_centavos: total,
      fee_centavos: fees.feeCentavos,
      iva_centavos: fees.ivaCentavos,
      affiliate_centavos: affiliate,
      affiliate_rule: 'proportional' as const,
    }
    const sum = weights.reduce((all, one) => all + one, 0)
    const amounts = weights.map((one) => Math.max(1, Math.floor((total * one) / sum)))
    return { paid, amounts, feeBack }
  })

const sumOf = (all: RefundParts[], name: keyof RefundParts) => all.reduce((sum, one) => sum + one[name], 0)

function refundAll(paid: Parameters<typeof partsOf>[0], amounts: number[], feeBack: boolean): RefundParts[] {
  const made: RefundParts[] = []
  for (const wanted of amounts) {
    const amountCentavos = Math.min(wanted, paid.total_centavos - sumOf(made, 'amount_centavos'))
    if (amountCentavos > 0) made.push(partsOf(paid, made, { amountCentavos, feeBack, affiliateCentavos: OWED }))
  }
  return made
}

test('no part is negative, together they are at most the amount, and an entry of them balances', () => {
  fc.assert(
    fc.property(cut, ({ paid, amounts, feeBack }) => {
      for (const parts of refundAll(paid, amounts, feeBack)) {
        for (const part of Object.values(parts)) assert.ok(part >= 0)
        assert.ok(netOf(parts) >= 0)
        const lines = [...refundLines(parts), ...refundCancelledLines(parts)]
        assert.equal(
          lines.reduce((sum, line) => sum + line.amountCentavos, 0),
          0,
        )
        assert.equal(
          refundLines(parts).reduce((sum, line) => sum + line.amountCentavos, 0),
          0,
        )
      }
    }),
  )
})

test('all refunds of a payment give back its parts to the centavo when all is refunded', () => {
  fc.assert(
    fc.property(cut, ({ paid, amounts, feeBack }) => {
      const made = refundAll(paid, [...amounts, paid.total_centavos], feeBack)
      assert.equal(sumOf(made, 'amount_centavos'), paid.total_centavos)
      assert.equal(sumOf(made, 'affiliate_centavos'), paid.affiliate_centavos)
      for (const name of ['fee_centavos', 'iva_centavos'] as const)
        assert.equal(sumOf(made, name), feeBack ? paid[name] : 0)
    }),
  )
})

test('refunds of a few centavos each give back what one refund of their sum would, also where nothing is left to the merchant', () => {
  const small = fc
    .record({
      fee: fc.integer({ min: 0, max: 200 }),
      iva: fc.integer({ min: 0, max: 40 }),
      share: fc.integer({ min: 0, max: 200 }),
      net: fc.integer({ min: 0, max: 100 }),
      each: fc.integer({ min: 1, max: 3 }),
    })
    .filter(({ fee, iva, share, net }) => fee + iva + share + net > 0)
  fc.assert(
    fc.property(small, ({ fee, iva, share, net, each }) => {
      const paid = {
        total_centavos: fee + iva + share + net,
        fee_centavos: fee,
        iva_centavos: iva,
        affiliate_centavos: share,
        affiliate_rule: 'proportional' as const,
      }
      const amounts = Array.from({ length: Math.ceil(paid.total_centavos / each) }, () => each)
      const made = refundAll(paid, amounts, true)
      for (const one of made) assert.ok(Math.min(netOf(one), ...Object.values(one)) >= 0)
      const { total_centavos: amount_centavos, affiliate_rule: _, ...parts } = paid
      for (const [name, all] of Object.entries({ amount_centavos, ...parts }))
        assert.equal(sumOf(made, name as keyof RefundParts), all, name)
    }),
  )
})

test('one whole refund takes exactly the parts of the payment', () => {
  fc.assert(
    fc.property(cut, ({ paid }) => {
      const whole = partsOf(paid, [], {
        amountCentavos: paid.total_centavos,
        feeBack: true,
        affiliateCentavos: OWED,
      })
      const { total_centavos: amount_centavos, affiliate_rule: _, ...parts } = paid
      assert.deepEqual(whole, { amount_centavos, ...parts })
    }),
  )
})

test('a refund never takes more than the balance: not of the amounts owed, not of the reserve', () => {
  const centavos = fc.integer({ min: -1_000, max: 1_000 })
  const positive = fc.integer({ min: 0, max: 1_000 })
  const rule = fc.constantFrom('refuse' as const, 'wait' as const, 'reserve' as const)
  const standing = fc.record({
    accountId: fc.constant('acc_one'),
    owedCentavos: centavos,
    affiliateCentavos: centavos,
    reserveCentavos: positive,
    version: fc.constant(0),
  })
  fc.assert(
    fc.property(standing, positive, positive, rule, (standing, net, share, beyond) => {
      const parts = { amount_centavos: net + share, fee_centavos: 0, iva_centavos: 0, affiliate_centavos: share }
      const { owedCentavos, affiliateCentavos, reserveCentavos } = standing
      const cover = coverOf(standing, parts, beyond)
      if (cover.kind !== 'taken') return assert.ok(net > owedCentavos || share > affiliateCentavos)
      assert.ok(share <= Math.max(0, affiliateCentavos))
      assert.ok(cover.reserveCentavos <= reserveCentavos)
      assert.ok(net <= Math.max(0, owedCentavos) + cover.reserveCentavos)
      if (beyond !== 'reserve') assert.equal(cover.reserveCentavos, 0)
    }),
  )
})

test('an affiliate gives back no more than it is owed, and the merchant pays the rest of the share', () => {
  fc.assert(
    fc.property(cut, fc.integer({ min: -1_000, max: 10_000_000 }), ({ paid, feeBack }, affiliateCentavos) => {
      const whole = { amountCentavos: paid.total_centavos, feeBack }
      const parts = partsOf(paid, [], { ...whole, affiliateCentavos })
      assert.equal(parts.affiliate_centavos, Math.min(paid.affiliate_centavos, Math.max(0, affiliateCentavos)))
      const lacking = paid.affiliate_centavos - parts.affiliate_centavos
      assert.equal(netOf(parts), netOf(partsOf(paid, [], { ...whole, affiliateCentavos: OWED })) + lacking)
    }),
  )
})

test('a fee that comes back from now on does not come back for earlier refunds', () => {
  fc.assert(
    fc.property(cut, fc.integer({ min: 1, max: 999 }), ({ paid }, millis) => {
      const first = Math.max(1, Math.floor((paid.total_centavos * millis) / 1_000))
      const [kept] = refundAll(paid, [first], false)
      const given = { amountCentavos: paid.total_centavos - first, feeBack: true, affiliateCentavos: OWED }
      const rest = partsOf(paid, kept === undefined ? [] : [kept], given)
      for (const name of ['fee_centavos', 'iva_centavos'] as const) {
        const due = (paid[name] * given.amountCentavos) / paid.total_centavos
        assert.ok(Math.abs(rest[name] - due) <= 1, `${name} ${rest[name]} of ${due}`)
      }
    }),
  )
})

test('by the rule that the merchant pays all, no refund takes anything of the affiliate', () => {
  fc.assert(
    fc.property(cut, ({ paid, amounts, feeBack }) => {
      const made = refundAll({ ...paid, affiliate_rule: 'merchant' }, amounts, feeBack)
      assert.equal(sumOf(made, 'affiliate_centavos'), 0)
    }),
  )
})

test('a refund does not take a share that a dispute has taken', () => {
  fc.assert(
    fc.property(cut, fc.integer({ min: 1, max: 999 }), ({ paid, amounts, feeBack }, millis) => {
      const amount_centavos = Math.max(1, Math.floor((paid.total_centavos * millis) / 1_000))
      const dispute = { amount_centavos, affiliate_centavos: affiliatePart(paid, { amountCentavos: amount_centavos }) }
      const made: RefundParts[] = []
      for (const wanted of [...amounts, paid.total_centavos]) {
        const left = paid.total_centavos - amount_centavos - sumOf(made, 'amount_centavos')
        const amountCentavos = Math.min(wanted, left)
        if (amountCentavos > 0)
          made.push(partsOf(paid, made, { amountCentavos, feeBack, affiliateCentavos: OWED, disputed: [dispute] }))
      }
      assert.equal(sumOf(made, 'affiliate_centavos') + dispute.affiliate_centavos, paid.affiliate_centavos)
    }),
  )
})
