import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createClock } from '../../../src/core/clock.ts'
import { firstUuidAt, newUuid } from '../../../src/core/ids.ts'
import { asUuid } from '../../../src/store/uuid.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** The digits of the time, the hyphens and the digit of the version. */
const BEGINNING = 15

const id = fc
  .integer({ min: 0, max: Date.UTC(2100, 0) })
  .map((frozenMs) => newUuid(createClock({ offsetMs: 0, frozenMs })))
const anyText = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'-/09:@AF`afg~'), maxLength: 40 }),
)

test('an id and the bound of a day are values of a uuid as they are', () => {
  fc.assert(
    fc.property(id, fc.integer({ min: 0, max: Date.UTC(2100, 0) }), (one, ms) => {
      assert.equal(asUuid(one), one)
      assert.equal(asUuid(firstUuidAt(ms)), firstUuidAt(ms))
    }),
  )
})

test('a text that is no uuid becomes one that no operation has', () => {
  const parts = fc.tuple(id, fc.nat({ max: 36 }), anyText).map(([one, length, rest]) => one.slice(0, length) + rest)
  fc.assert(
    fc.property(parts, (text) => {
      fc.pre(!UUID.test(text))
      assert.match(asUuid(text), UUID)
      assert.notEqual(asUuid(text)[14], '7')
    }),
  )
})

test('it is above and below the same ids as the text', () => {
  const near = fc.tuple(id, fc.nat({ max: BEGINNING }), anyText).map(([one, length, rest]) => ({
    one,
    text: one.slice(0, length) + rest,
  }))
  fc.assert(
    fc.property(near, ({ one, text }) => {
      fc.pre(!UUID.test(text) && text.slice(0, BEGINNING) !== one.slice(0, BEGINNING))
      assert.equal(asUuid(text) < one, text < one, `${text} is ${asUuid(text)}`)
    }),
    { numRuns: 2_000 },
  )
})
