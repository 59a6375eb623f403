import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { accountNumber } from '../../../src/core/account-number.ts'

test('an account has one number, which never changes, because rows are found by it', () => {
  assert.equal(accountNumber('acc_00000000000000000000000000'), 222_212_421_148_256)
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      assert.equal(accountNumber(one), accountNumber(one))
      assert.equal(accountNumber(one) === accountNumber(other), one === other)
    }),
  )
})

test('a number is one that both engines and JavaScript keep exactly', () => {
  fc.assert(
    fc.property(fc.string(), (id) => {
      const number = accountNumber(id)
      assert.ok(Number.isSafeInteger(number) && number >= 0 && number < 2 ** 48)
    }),
  )
})
