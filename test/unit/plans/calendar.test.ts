import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays } from '../../../src/core/time.ts'
import { firstPeriodFrom, periodDay, RETRY_DAYS, retryAt } from '../../../src/plans/calendar.ts'
import { MISSED_AND_CHARGED, skippedPeriods } from '../../../src/plans/skip.ts'

const start = fc.record({
  day: fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2026-01-01', days)),
  period: fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'year' as const),
})

test('month and year ends hold, counted from the first day', () => {
  const monthly = { day: '2027-01-31', period: 'month' } as const
  const days = Array.from({ length: 5 }, (_, number) => periodDay(monthly, number))
  assert.deepEqual(days, ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
  const yearly = { day: '2028-02-29', period: 'year' } as const
  assert.deepEqual([periodDay(yearly, 1), periodDay(yearly, 4)], ['2029-02-28', '2032-02-29'])
})

test('periods follow each other, and the first period from a day on is found', () => {
  fc.assert(
    fc.property(start, fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 400 }), (start, number, later) => {
      assert.ok(periodDay(start, number) < periodDay(start, number + 1))
      const day = addDays(periodDay(start, number), later)
      const first = firstPeriodFrom(start, number, day)
      assert.ok(periodDay(start, first) >= day)
      assert.ok(first === number || periodDay(start, first - 1) < day)
    }),
  )
})

test('a declined card is tried as often as the schedule says', () => {
  const now = '2027-06-01T18:00:00.000Z'
  const tries = RETRY_DAYS.map((_, index) => retryAt(now, index + 1))
  assert.deepEqual(tries, ['2027-06-02T06:00:00.000Z', '2027-06-04T06:00:00.000Z', '2027-06-06T06:00:00.000Z'])
  assert.equal(retryAt(now, RETRY_DAYS.length + 1), undefined)
})

test('of any number of missed periods at most three are charged late, besides the one that has begun', () => {
  fc.assert(
    fc.property(start, fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 2_000 }), (start, next, later) => {
      const today = addDays(periodDay(start, next), later)
      const skipped = skippedPeriods(start, next, today)
      const first = next + skipped
      assert.ok(periodDay(start, first) <= today, 'what is charged has begun')
      const due = firstPeriodFrom(start, first, addDays(today, 1)) - first
      assert.ok(due >= 1 && due <= MISSED_AND_CHARGED + 1)
      if (skipped > 0) assert.equal(due, MISSED_AND_CHARGED + 1)
    }),
  )
})
