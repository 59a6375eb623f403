// Compiled readers and makers of rows do what a loop over the columns does.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rowMaker, rowReader } from '../../../src/store/row-forms.ts'

const columns = fc.uniqueArray(fc.stringMatching(/^[a-z"'\\`${}\u2028 ]{1,12}$/), { maxLength: 80 })
const value = fc.oneof(fc.integer(), fc.string(), fc.constant(null))

test('a row that is made of values has them again, in the order of the columns', () => {
  fc.assert(
    fc.property(
      columns.chain((names) =>
        fc.tuple(fc.constant(names), fc.array(value, { minLength: names.length, maxLength: names.length })),
      ),
      ([names, values]) => {
        const row = rowMaker(names)(values)
        assert.deepEqual(Object.keys(row), names)
        assert.deepEqual(rowReader(names)(row), values)
        assert.deepEqual(rowReader([...names].reverse())(row), [...values].reverse())
      },
    ),
  )
})

test('a column that a row lacks is undefined', () => {
  assert.deepEqual(rowReader(['a', 'b', 'c'])({ c: null, a: 1 }), [1, undefined, null])
})
