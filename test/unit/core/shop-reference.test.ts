import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClock } from '../../../src/core/clock.ts'
import { newId } from '../../../src/core/ids.ts'
import { shopReference } from '../../../src/core/shop-reference.ts'

test('the id of a subscription is no reference, and a shop’s own number that begins like one is', () => {
  assert.equal(shopReference(newId(createClock(), 'sub')), '')
  for (const own of ['sub_2026', 'sub_tienda0001', 'A-1']) assert.equal(shopReference(own), own)
  assert.equal(shopReference(null), '')
})
