// Slots of accounts: limited in all and for each account; the first slot of an account does not wait for others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountSlots } from '../../../src/core/account-slots.ts'

test('an account has at most its own limit, and all together theirs', () => {
  const slots = accountSlots({ all: 5, account: 3 })
  assert.deepEqual(
    ['a', 'a', 'a', 'a', 'b', 'b', 'b'].map((account) => slots.take(account)),
    [true, true, true, false, true, true, false],
  )
  assert.deepEqual(slots.full(), ['a'])
  assert.equal(slots.take('c'), false)
  slots.giveBack('a')
  assert.equal(slots.take('c'), true)
  assert.equal(slots.used(), 5)
})

test('the first slot of an account waits for no other account, up to a number of accounts', () => {
  const slots = accountSlots({ all: 2, account: 2, firsts: 4 })
  assert.deepEqual(
    ['a', 'a', 'b', 'b', 'c', 'd', 'e'].map((account) => slots.take(account)),
    [true, true, true, false, true, true, false],
  )
  for (const account of ['a', 'a', 'b', 'c', 'd']) slots.giveBack(account)
  assert.equal(slots.used(), 0)
  assert.equal(slots.has('a'), false)
})
