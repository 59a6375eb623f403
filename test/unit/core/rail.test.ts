// The ways of paying: a row for each, and the wire's names of them read back to the same row.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chargeMethods,
  railByChargeMethod,
  railByCode,
  railNames,
  rails,
  voucherRails,
} from '../../../src/core/rail.ts'
import { ledgerAccounts } from '../../../src/ledger/postings.ts'

test('each rail has its own code and receivable account', () => {
  for (const read of [
    (rail: keyof typeof rails) => rails[rail].code,
    (rail: keyof typeof rails) => rails[rail].receivable,
  ])
    assert.equal(new Set(railNames.map(read)).size, railNames.length)
  for (const rail of railNames) assert.ok(ledgerAccounts.includes(rails[rail].receivable), rail)
})

test('the codes of the API are read back to their rails, and no other text is', () => {
  assert.deepEqual(
    railNames.map((rail) => rails[rail].code),
    ['POS', 'OXX', 'SPE'],
  )
  for (const rail of railNames) assert.equal(railByCode(rails[rail].code), rail)
  for (const other of ['pos', 'card', '', 'constructor', '__proto__']) assert.equal(railByCode(other), undefined)
  assert.deepEqual(chargeMethods, ['CARD', 'SPE'])
  assert.equal(railByChargeMethod('CARD'), 'card')
  assert.equal(railByChargeMethod('SPE'), 'spei')
  for (const other of ['card', 'OXX', 'constructor', '']) assert.equal(railByChargeMethod(other), undefined)
})

test('vouchers exist on the rails that have a waiting time', () => {
  assert.deepEqual(voucherRails, ['store', 'spei'])
})
