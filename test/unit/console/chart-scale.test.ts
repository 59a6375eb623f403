// The height of a chart of days: one large sale does not flatten the others, and no other day is cut off.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { scaleOf } from '../../../web/src/parts/scale.ts'

const days = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { maxLength: 120 })

test('one large day is cut off, and the others use the whole height', () => {
  const { top, beyond } = scaleOf([900, 1_200, 66_000, 800, 1_000])
  assert.deepEqual(beyond, [2])
  assert.ok(top >= 1_200 && top < 1_500, String(top))
})

test('two large days of a month are both cut off', () => {
  const month = Array.from({ length: 30 }, (_, at) => 1_000 + at)
  month[3] = 50_000
  month[20] = 90_000
  assert.deepEqual(scaleOf(month).beyond, [3, 20])
})

test('days that differ as days do are not cut off, and neither is a single day with sales', () => {
  assert.deepEqual(scaleOf([900, 1_200, 2_600, 800]).beyond, [])
  assert.deepEqual(scaleOf([0, 0, 5_000, 0]).beyond, [])
  assert.deepEqual(scaleOf([]), { top: 0, beyond: [] })
})

test('on request the scale is that of the largest day', () => {
  assert.deepEqual(scaleOf([900, 66_000], true), { top: 66_000 * 1.08, beyond: [] })
})

test('what is beyond is little and far above, and all others are shown whole', () => {
  fc.assert(
    fc.property(days, (values) => {
      const { top, beyond } = scaleOf(values)
      assert.ok(beyond.length <= Math.max(1, Math.floor(values.length / 15)))
      for (const [at, value] of values.entries()) {
        if (beyond.includes(at)) assert.ok(value > top)
        else assert.ok(value <= top)
      }
      // The highest of the others reaches nearly to the top.
      const others = values.filter((_, at) => !beyond.includes(at))
      if (others.length > 0) assert.ok(Math.max(...others) >= top / 1.1)
    }),
  )
})
