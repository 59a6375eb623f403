import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginningOf, endOf } from '../../../src/api/moment.ts'
import { Failure } from '../../../src/failures.ts'

test('a moment is an instant or a day, and one without an end comes after all others', () => {
  assert.equal(endOf('until', '2026-11-20T10:00:00-06:00'), '2026-11-20T16:00:00.000Z')
  assert.equal(endOf('until', '2026-11-20T10:00:00 02:00'), '2026-11-20T08:00:00.000Z', 'a plus that became a blank')
  assert.equal(beginningOf('since', '2026-11-20'), '2026-11-20T06:00:00.000Z')
  assert.equal(endOf('until', '9999-12-31T23:59:59-06:00'), '9999-12-31T23:59:59.999Z')
  assert.equal(beginningOf('since', '0001-01-01T00:00:00Z'), '1970-01-01T00:00:00.000Z')
  assert.throws(() => endOf('until', '2026-11-20T10:00:00'), Failure)
})
