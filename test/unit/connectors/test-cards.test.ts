import assert from 'node:assert/strict'
import { test } from 'node:test'
import { behaviourOf, type TestCard, testCards } from '../../../src/connectors/sandbox/test-cards.ts'
import { brandOf, hasBrandLength, passesLuhn } from '../../../src/core/cards/number.ts'

const listed: [string, TestCard][] = Object.entries(testCards)

test('every test card has an accepted brand; one has a wrong check digit on purpose', () => {
  for (const [number] of listed) assert.ok(hasBrandLength(number), number)
  const wrong = listed.filter(([number]) => !passesLuhn(number)).map(([number]) => number)
  assert.deepEqual(wrong, ['4242424242424241'])
  assert.deepEqual(new Set(listed.map(([number]) => brandOf(number))), new Set(['VISA', 'MAST', 'AMEX', 'CRNT']))
})

test('a card that begins with 4000 0000 0000 0 is declined with the two digits that follow', () => {
  const numbered = listed.filter(([number]) => /^4000000000000(?!82)/.test(number))
  assert.ok(numbered.length > 15)
  for (const [number, { behaviour }] of numbered)
    assert.deepEqual(behaviour, { kind: 'declined', code: number.slice(13, 15) })
})

test('the recovery of an unknown outcome finds a card by its first six and last four: no two test cards have the same mask', () => {
  const masks = listed.map(([number]) => `${number.slice(0, 6)} ${number.slice(-4)}`)
  assert.equal(new Set(masks).size, masks.length)
})

test('an unlisted number is approved, with any name', () => {
  assert.deepEqual(behaviourOf('4012888888881881'), { kind: 'approved' })
  assert.deepEqual(behaviourOf('constructor'), { kind: 'approved' })
})
