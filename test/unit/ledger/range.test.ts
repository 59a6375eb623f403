import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Clock } from '../../../src/core/clock.ts'
import { Failure } from '../../../src/failures.ts'
import { readRange } from '../../../src/ledger/range.ts'

const clock = { now: () => '2027-03-02T16:00:00.000Z' } as Clock

/** What is wrong with the first day, in English. */
function fault(start_date: string, end_date?: string): string | undefined {
  try {
    readRange({ start_date, ...(end_date !== undefined && { end_date }) }, clock)
    return undefined
  } catch (error) {
    assert.ok(error instanceof Failure)
    return error.options.fields?.start_date?.[0]?.[1]
  }
}

test('a range of days says which of its bounds is passed', () => {
  assert.deepEqual(readRange({}, clock), { startDay: '2027-02-01', endDay: '2027-03-02' })
  assert.equal(fault('2027-03-02'), undefined)
  assert.equal(fault('2027-01-01', '2028-01-01'), undefined)
  assert.equal(fault('2027-01-01', '2028-01-02'), 'start_date and end_date span at most 366 days, both included')
  assert.equal(fault('2027-03-03'), 'start_date must not be after end_date')
  assert.equal(fault('2027-02-30'), 'start_date must be a day that exists, YYYY-MM-DD')
})
