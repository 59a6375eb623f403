import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, businessDaysAfter } from '../../../src/core/time.ts'
import { isPayoutDay, lastDayDue, lastPayoutDay, nextPayoutDay } from '../../../src/payouts/calendar.ts'

const day = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2026-01-01', days))
const terms = fc.record({ settlementDays: fc.integer({ min: 0, max: 5 }) })

test('the samples of the documentation', () => {
  const next = { settlementDays: 1 }
  assert.equal(lastPayoutDay(next, '2026-11-22'), '2026-11-20')
  assert.equal(nextPayoutDay(next, '2026-11-20'), '2026-11-23')
  assert.equal(lastDayDue(next, '2026-11-23'), '2026-11-22')
  assert.equal(lastDayDue(next, '2026-11-24'), '2026-11-23')
  assert.equal(lastDayDue({ settlementDays: 0 }, '2026-11-22'), '2026-11-21')
  // Monday 16 November 2026 is a holiday.
  assert.equal(nextPayoutDay(next, '2026-11-13'), '2026-11-17')
  assert.equal(lastDayDue(next, '2026-11-17'), '2026-11-16')
  // 2 and 3 April 2026 are Maundy Thursday and Good Friday.
  assert.equal(nextPayoutDay(next, '2026-04-01'), '2026-04-06')
  assert.equal(lastDayDue(next, '2026-04-06'), '2026-04-05')
})

test('every day is paid out on exactly one payout day, not before its term and not a payout day later', () => {
  fc.assert(
    fc.property(terms, day, (terms, paidOn) => {
      let payoutDay = nextPayoutDay(terms, paidOn)
      while (lastDayDue(terms, payoutDay) < paidOn) payoutDay = nextPayoutDay(terms, payoutDay)
      const { settlementDays } = terms
      const term = settlementDays === 0 ? addDays(paidOn, 1) : businessDaysAfter(paidOn, settlementDays)
      assert.equal(payoutDay, term)
      assert.ok(isPayoutDay(terms, payoutDay))
    }),
  )
})

test('payout days cover the calendar without gap or overlap', () => {
  fc.assert(
    fc.property(terms, day, (terms, someDay) => {
      const one = lastPayoutDay(terms, someDay)
      const two = nextPayoutDay(terms, one)
      assert.ok(one <= someDay && someDay < two)
      assert.ok(lastDayDue(terms, one) < lastDayDue(terms, two))
      assert.ok(lastDayDue(terms, two) < two)
    }),
  )
})
