// Days by a name: each period is whole, ends where the next begins, and is the same on every machine.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, type Day } from '../../../src/core/time.ts'
import { periods } from '../../../web/src/operations/periods.ts'

const day = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1990-01-01' as Day, days))

function of(today: string) {
  return Object.fromEntries(periods(today).map(({ name, from, to }) => [name, [from, to]]))
}

test('the last month of a March has the days of its February', () => {
  assert.deepEqual(of('2028-03-01'), {
    today: ['2028-03-01', '2028-03-01'],
    yesterday: ['2028-02-29', '2028-02-29'],
    'this-month': ['2028-03-01', '2028-03-01'],
    'last-month': ['2028-02-01', '2028-02-29'],
  })
})

test('yesterday is the day before, and the last month ends where this one begins', () => {
  fc.assert(
    fc.property(day, (today) => {
      const { yesterday, 'this-month': now, 'last-month': last } = of(today) as Record<string, [Day, Day]>
      assert.deepEqual(yesterday, [addDays(today, -1), addDays(today, -1)])
      assert.equal(now?.[1], today)
      assert.equal(now?.[0].slice(-2), '01')
      assert.equal(addDays(last?.[1] as Day, 1), now?.[0])
      assert.equal(last?.[0].slice(-2), '01')
      assert.equal(last?.[0].slice(0, 7), last?.[1].slice(0, 7))
    }),
  )
})
