// A range of days is cut into whole months and days at its ends; a page is found in what each of them holds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays } from '../../../../src/core/time.ts'
import { locate } from '../../../../src/operations/list/search.ts'
import { rangesOf } from '../../../../src/operations/totals/read.ts'

const START = '2024-01-01'
const LENGTH = 1_000
const day = fc.integer({ min: 0, max: LENGTH - 1 }).map((n) => addDays(START, n))

test('months and days together cover every day of the range once, newest first', () => {
  fc.assert(
    fc.property(fc.option(day, { nil: undefined }), fc.option(day, { nil: undefined }), (startDay, endDay) => {
      fc.pre(startDay === undefined || endDay === undefined || startDay <= endDay)
      const ranges = rangesOf({ startDay, endDay })
      for (let n = 0; n < LENGTH; n += 1) {
        const one = addDays(START, n)
        const inside = (startDay === undefined || one >= startDay) && (endDay === undefined || one <= endDay)
        const holding = ranges.filter(({ unit, from, to }) => {
          const period = unit === 'day' ? one : one.slice(0, 7)
          return period >= from && period <= to
        })
        assert.equal(holding.length, inside ? 1 : 0, `${one} in ${JSON.stringify(ranges)}`)
      }
      for (const [index, range] of ranges.entries()) {
        const newer = ranges[index - 1]
        if (newer) assert.ok(newer.from.slice(0, 7) > range.to.slice(0, 7))
        assert.ok(range.from <= range.to)
      }
    }),
    { numRuns: 60 },
  )
})

test('a day or two, a month, a year and everything are cut as by hand', () => {
  assert.deepEqual(rangesOf({ startDay: '2026-06-01', endDay: '2026-06-01' }), [
    { unit: 'day', from: '2026-06-01', to: '2026-06-01' },
  ])
  assert.deepEqual(rangesOf({ startDay: '2024-02-01', endDay: '2024-02-29' }), [
    { unit: 'month', from: '2024-02', to: '2024-02' },
  ])
  assert.deepEqual(rangesOf({ startDay: '2026-01-15', endDay: '2026-04-02' }), [
    { unit: 'day', from: '2026-04-01', to: '2026-04-02' },
    { unit: 'month', from: '2026-02', to: '2026-03' },
    { unit: 'day', from: '2026-01-15', to: '2026-01-31' },
  ])
  assert.deepEqual(rangesOf({ startDay: undefined, endDay: undefined }), [
    { unit: 'month', from: '0000-00', to: '9999-99' },
  ])
})

test('a page begins where a row-by-row count finds it', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 30 })
  fc.assert(
    fc.property(counts, fc.nat(120), fc.integer({ min: 1, max: 60 }), (sizes, offset, limit) => {
      const buckets = sizes.map((operations, n) => ({ period: addDays(START, LENGTH - n), operations }))
      const rows = buckets.flatMap(({ period, operations }) => Array<string>(operations).fill(period))
      const page = rows.slice(offset, offset + limit)
      const span = locate(buckets, offset, limit)
      if (page.length === 0) assert.equal(span, undefined)
      else {
        assert.deepEqual([span?.newest, span?.oldest], [page[0], page.at(-1)])
        assert.equal(span?.skip, offset - rows.indexOf(page[0] ?? ''))
      }
    }),
  )
})
