import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CARD_LIMITS, parseCardLimits } from '../../../../src/core/cards/try-limits.ts'

test('named limits are changed, the others keep their defaults', () => {
  assert.deepEqual(parseCardLimits(''), CARD_LIMITS)
  assert.deepEqual(parseCardLimits('codes-hour=3, bin-hour = 50'), { ...CARD_LIMITS, 'codes-hour': 3, 'bin-hour': 50 })
})

test('an unknown name and an invalid number are refused', () => {
  for (const text of [
    'codes=3',
    'codes-hour=0',
    'codes-hour=-1',
    'codes-hour=x',
    'codes-hour',
    'bin-hour=1000001',
    'codes-day=1001',
    'toString=1',
  ])
    assert.equal(parseCardLimits(text), undefined, text)
})
