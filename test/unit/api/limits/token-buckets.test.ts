// A bucket gives no more than it holds and what has flowed in since; each key has its own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { tokenBuckets } from '../../../../src/api/limits/token-buckets.ts'

test('no period allows more than the capacity and the refill', () => {
  const steps = fc.array(fc.record({ afterMs: fc.nat(2_000), cost: fc.integer({ min: 1, max: 5 }) }), {
    maxLength: 200,
  })
  fc.assert(
    fc.property(steps, (given) => {
      let now = 0
      let taken = 0
      const buckets = tokenBuckets({ capacity: 10, perSecond: 2, wallMs: () => now })
      for (const { afterMs, cost } of given) {
        now += afterMs
        const wait = buckets.take('key', cost)
        if (wait === 0) taken += cost
        assert.ok(taken <= 10 + (now / 1_000) * 2 + 1e-6)
        if (wait > 0) {
          // After the time that was named it may be taken.
          now += Math.ceil(wait * 1_000)
          assert.equal(buckets.take('key', cost), 0)
          taken += cost
        }
      }
    }),
    { numRuns: 1_000 },
  )
})

test('keys have separate buckets, a clock that goes back adds nothing, and a cost above the capacity takes all', () => {
  let now = 1_000
  const buckets = tokenBuckets({ capacity: 10, perSecond: 1, wallMs: () => now })
  assert.equal(buckets.take('a', 20), 0)
  assert.ok(buckets.take('a') > 0)
  assert.equal(buckets.take('b'), 0)
  now = 0
  assert.ok(buckets.take('a') > 0)
  buckets.charge('b', 100)
  assert.ok(buckets.waitSeconds('b') > 0)
})
