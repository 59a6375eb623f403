import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BRANDS, brandOf, grouped, isCardNumber, isExpired, readExpiration } from '../../client/src/card-number.ts'
import * as core from '../../src/core/cards/number.ts'

const starts = [
  '2869',
  '502275',
  '506199',
  '5062',
  '5887',
  '6046',
  '6063',
  '6275',
  '6363',
  '6393',
  '6394',
  '6395',
  '34',
  '37',
  '51',
  '55',
  '56',
  '2221',
  '2720',
  '2721',
  '4',
  '30',
]

test('the browser recognises brands and numbers as the service does', () => {
  const number = fc
    .tuple(fc.constantFrom(...starts), fc.stringMatching(/^\d{6,17}$/))
    .map(([start, rest]) => start + rest)
  fc.assert(
    fc.property(number, (digits) => {
      assert.equal(brandOf(digits), core.brandOf(digits))
      assert.equal(isCardNumber(digits), core.hasBrandLength(digits) && core.passesLuhn(digits))
    }),
    { numRuns: 2_000 },
  )
  for (const [brand, { lengths, codeLength }] of Object.entries(BRANDS)) {
    assert.deepEqual(lengths, core.brands[brand as core.Brand].lengths)
    assert.equal(codeLength, core.brands[brand as core.Brand].securityCodeLength)
  }
})

test('digits are grouped as on the card, and none is lost', () => {
  assert.equal(grouped('4242424242424242'), '4242 4242 4242 4242')
  assert.equal(grouped('378282246310005'), '3782 822463 10005')
  assert.equal(grouped('42424'), '4242 4')
  fc.assert(
    fc.property(fc.stringMatching(/^\d{0,19}$/), (digits) => {
      const longest = brandOf(digits) === 'AMEX' ? 15 : 19
      assert.equal(grouped(digits).replaceAll(' ', ''), digits.slice(0, longest))
    }),
  )
})

test('an expiration is read as people write it', () => {
  for (const text of ['12/30', '12 / 30', '1230', '12/2030', '12-30', ' 12/30 '])
    assert.equal(readExpiration(text), '3012')
  assert.equal(readExpiration('4/29'), '2904')
  for (const text of ['', '13/30', '00/30', '12', '12/3', '123/0', 'abc']) assert.equal(readExpiration(text), undefined)
})

test('a card is valid through the last day of its month', () => {
  assert.equal(isExpired('3012', new Date(2030, 11, 31, 23, 59)), false)
  assert.equal(isExpired('3012', new Date(2031, 0, 1)), true)
})
