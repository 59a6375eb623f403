import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { KeyTally, SlotTally } from '../../../src/audit/tally.ts'

const counts = fc.array(fc.tuple(fc.string({ maxLength: 6 }), fc.integer({ min: 1, max: 1e9 })), { maxLength: 50 })

test('the same counts are equal, in any order and portions', () => {
  fc.assert(
    fc.property(counts, (counts) => {
      const tally = new SlotTally(2)
      for (const [key, value] of counts) tally.expect(key, 1, value)
      for (const [key, value] of counts.toReversed()) {
        tally.find(key, 1, value - 1)
        tally.find(key, 0, 1)
      }
      assert.ok(tally.isEven())
    }),
    { numRuns: 30 },
  )
})

test('one difference is found, and its key is named with both sides', () => {
  fc.assert(
    fc.property(counts, fc.string({ maxLength: 6 }), fc.integer({ min: 1, max: 1e9 }), (counts, culprit, wrong) => {
      const count = (tally: SlotTally | KeyTally) => {
        for (const [key, value] of counts) tally.expect(key, value)
        for (const [key, value] of counts) tally.find(key, value)
        tally.find(culprit, wrong)
      }
      const slots = new SlotTally(1)
      count(slots)
      assert.ok(!slots.isEven())
      const keys = new KeyTally(slots)
      count(keys)
      const right = counts.filter(([key]) => key === culprit).reduce((sum, [, value]) => sum + value, 0)
      assert.deepEqual(keys.differences(), [{ key: culprit, expected: [right], found: [right + wrong] }])
    }),
    { numRuns: 30 },
  )
})
