// Members of a header: a dictionary of RFC 9651, as far as the sandbox's headers use it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { membersOf } from '../../../src/api/members.ts'

test('numbers, words, and what is true or false', () => {
  assert.deepEqual(membersOf('delay_seconds=2, reorder,twice=?1,other_bank=?0, charge=declined'), {
    delay_seconds: 2,
    reorder: true,
    twice: true,
    other_bank: false,
    charge: 'declined',
  })
  assert.deepEqual(membersOf('drop=-1, duplicate=?2'), { drop: '-1', duplicate: '?2' })
})
