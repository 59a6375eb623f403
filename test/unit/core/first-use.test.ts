// A value of first use is made once, when it is asked for, whatever it is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { firstUse } from '../../../src/core/first-use.ts'

test('a value is made at its first use, and then kept', () => {
  fc.assert(
    fc.property(fc.anything(), fc.integer({ min: 1, max: 5 }), (value, uses) => {
      let made = 0
      const use = firstUse(() => {
        made += 1
        return value
      })
      assert.equal(made, 0)
      for (let at = 0; at < uses; at += 1) assert.equal(Object.is(use(), value), true)
      assert.equal(made, 1)
    }),
  )
})

test('a value that could not be made is made at the next use', () => {
  let tries = 0
  const use = firstUse(() => {
    tries += 1
    if (tries === 1) throw new Error('not yet')
    return tries
  })
  assert.throws(use)
  assert.equal(use(), 2)
})
