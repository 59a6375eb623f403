// The chance of the seeded shop: it repeats, and it keeps its bounds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diceOf } from '../../../../src/cli/seed/dice.ts'

test('dice of one seed fall the same way each time, and those of another differently', () => {
  const falls = (seed: number) => {
    const dice = diceOf(seed)
    return Array.from({ length: 200 }, () => dice.between(1, 1_000))
  }
  assert.deepEqual(falls(7), falls(7))
  assert.notDeepEqual(falls(7), falls(8))
})

test('dice reach both bounds and nothing beyond them', () => {
  const dice = diceOf(3)
  const seen = new Set(Array.from({ length: 500 }, () => dice.between(2, 5)))
  assert.deepEqual([...seen].sort(), [2, 3, 4, 5])
  assert.ok(Array.from({ length: 100 }, () => dice.percent(0)).every((hit) => !hit))
  assert.ok(Array.from({ length: 100 }, () => dice.percent(100)).every((hit) => hit))
})
