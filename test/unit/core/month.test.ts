import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closableAt, lastClosable, lastDayOf, monthOf, monthPlus, readMonth } from '../../../src/core/month.ts'

test('months follow each other over years, and a month is closed ten minutes after its end in Mexico City', () => {
  assert.deepEqual(
    [monthPlus('2026-12', 1), monthPlus('2026-01', -1), monthPlus('2026-11', 14)],
    ['2027-01', '2025-12', '2028-01'],
  )
  assert.deepEqual(['2026-11', '2026-12', '2028-02'].map(lastDayOf), ['2026-11-30', '2026-12-31', '2028-02-29'])
  assert.equal(closableAt('2026-11'), '2026-12-01T06:10:00.000Z')
  const [before, at] = [Date.parse('2026-12-01T06:09:59.999Z'), Date.parse('2026-12-01T06:10:00.000Z')]
  assert.deepEqual([lastClosable(before), lastClosable(at)], ['2026-10', '2026-11'])
  assert.deepEqual([monthOf(Date.parse('2026-12-01T05:59:59Z')), monthOf(before)], ['2026-11', '2026-12'])
  assert.equal(readMonth('2026-11'), '2026-11')
  for (const text of ['2026-13', '2026-00', '2026-1', '20261', 'x', '', '2026-11-01'])
    assert.equal(readMonth(text), undefined)
})
