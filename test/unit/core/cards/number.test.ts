// Card numbers: one brand each, a check digit that catches a slip, and a mask that shows ten digits at most.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { issuers, unknownIssuer } from '../../../../src/core/cards/issuers.ts'
import {
  type Brand,
  brandOf,
  brands,
  hasBrandLength,
  isBrand,
  isExpired,
  issuerOf,
  maskSixFour,
  parseExpiration,
  passesLuhn,
  securityCodeLength,
} from '../../../../src/core/cards/number.ts'

const digits = (length: number) =>
  fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((all) => all.join(''))

const samples = {
  VISA: ['4242424242424242', '4111111111111111', '4485531263748329', '4222222222222'],
  MAST: ['5555555555554444', '2223000048400011', '5105105105105100'],
  AMEX: ['378282246310005', '371449635398431'],
  CRNT: ['5062210000000009', '5062541600005232'],
} satisfies Record<Brand, string[]>

test('known numbers have their brand, its length and a check digit', () => {
  for (const [brand, numbers] of Object.entries(samples)) {
    for (const number of numbers) {
      assert.equal(brandOf(number), brand, number)
      assert.ok(hasBrandLength(number), number)
      assert.ok(passesLuhn(number), number)
    }
  }
  assert.equal(brandOf('30569309025904'), undefined)
  assert.equal(passesLuhn('4242424242424241'), false)
})

test('the edges of the ranges', () => {
  const edges: [string, Brand | undefined][] = [
    ['5061980000000000', undefined],
    ['5061990000000000', 'CRNT'],
    ['5064990000000000', 'CRNT'],
    ['5065000000000000', undefined],
    ['6394840000000000', 'CRNT'],
    ['6394850000000000', undefined],
    ['6275350000000000', 'CRNT'],
    ['5099990000000000', undefined],
    ['5100000000000000', 'MAST'],
    ['5599990000000000', 'MAST'],
    ['5600000000000000', undefined],
    ['2220990000000000', undefined],
    ['2221000000000000', 'MAST'],
    ['2720990000000000', 'MAST'],
    ['2721000000000000', undefined],
    ['340000000000000', 'AMEX'],
    ['350000000000000', undefined],
    ['370000000000000', 'AMEX'],
  ]
  for (const [number, brand] of edges) assert.equal(brandOf(number), brand, number)
})

test('text that is not digits is no card number', () => {
  for (const text of ['', '4242 4242 4242 4242', '4242-4242', 'VISA', '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', '4242424242424242\n']) {
    assert.equal(brandOf(text), undefined)
    assert.equal(passesLuhn(text), false)
    assert.equal(hasBrandLength(text), false)
  }
})

test('a length belongs to its brand', () => {
  assert.equal(hasBrandLength('424242424242424'), false)
  assert.equal(hasBrandLength('3782822463100050'), false)
  assert.equal(hasBrandLength('55555555555544440'), false)
})

test('one wrong digit breaks the check digit', () => {
  const slip = fc.tuple(digits(15), fc.nat(15), fc.integer({ min: 1, max: 9 }))
  fc.assert(
    fc.property(slip, ([first15, at, step]) => {
      const valid = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((last) => `${first15}${last}`).filter(passesLuhn)
      assert.equal(valid.length, 1, 'exactly one check digit fits')
      const number = valid[0] as string
      const wrong = (Number(number[at]) + step) % 10
      assert.equal(passesLuhn(number.slice(0, at) + wrong + number.slice(at + 1)), false)
    }),
  )
})

test('a number has the brand of its own scheme and no other', () => {
  const looksLike: Record<Brand, RegExp> = {
    VISA: /^4/,
    AMEX: /^3[47]/,
    MAST: /^(5[1-5]|2(22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720))/,
    CRNT: /^(286900|502275|506(199|[234]\d\d)|588772|604622|606333|627535|636318|636379|639388|639484|639559)/,
  }
  fc.assert(
    fc.property(
      fc.constantFrom('', '4', '34', '37', '5', '506', '2', '22', '27', '6394', '6'),
      digits(16),
      (start, rest) => {
        const number = (start + rest).slice(0, 16)
        const matching = Object.entries(looksLike).filter(([, pattern]) => pattern.test(number))
        assert.ok(matching.length <= 1, 'the schemes are disjoint')
        assert.equal(brandOf(number), matching[0]?.[0])
      },
    ),
    { numRuns: 1_000 },
  )
})

test('a mask shows six and four digits, and hides the length', () => {
  assert.equal(maskSixFour('4242424242424242'), '424242XXXXXX4242')
  assert.equal(maskSixFour('378282246310005'), '378282XXXXXX0005')
  for (const short of ['', '1234', '123456789012']) {
    assert.equal(maskSixFour(short), 'XXXXXXXXXXXXXXXX')
  }
  fc.assert(
    fc.property(fc.integer({ min: 13, max: 19 }).chain(digits), (number) => {
      assert.equal(maskSixFour(number), `${number.slice(0, 6)}XXXXXX${number.slice(-4)}`)
    }),
  )
})

test('brands and their security codes', () => {
  assert.equal(securityCodeLength('AMEX'), 4)
  for (const brand of ['VISA', 'MAST', 'CRNT'] as const) assert.equal(securityCodeLength(brand), 3)
  for (const brand of Object.keys(brands)) assert.ok(isBrand(brand))
  for (const other of ['visa', 'OXXO', 'toString', '', null, 4]) assert.equal(isBrand(other), false)
})

test('an expiration is YYMM', () => {
  assert.deepEqual(parseExpiration('3012'), { year: 2030, month: 12 })
  assert.deepEqual(parseExpiration('2901'), { year: 2029, month: 1 })
  for (const text of ['1230', '3000', '3013', '30-12', '301', '30121', '', '3012\n']) {
    assert.equal(parseExpiration(text), undefined, text)
  }
})

test('a card is valid through the end of its month', () => {
  const december = { year: 2030, month: 12 }
  assert.equal(isExpired(december, '2030-12-01'), false)
  assert.equal(isExpired(december, '2030-12-31'), false)
  assert.equal(isExpired(december, '2031-01-01'), true)
  assert.equal(isExpired(december, '2029-12-31'), false)
  assert.equal(isExpired({ year: 2030, month: 1 }, '2030-02-01'), true)
  assert.throws(() => isExpired(december, '31/12/2030'), RangeError)
})

test('issuers of test numbers, and one without promises for the rest', () => {
  assert.deepEqual(issuerOf('448553'), { countryCode: 'MX', bankName: 'VISA TEST', funding: 'CREDIT' })
  assert.equal(issuerOf('42424242').funding, 'DEBIT')
  assert.equal(issuerOf('512745').funding, 'CREDIT')
  for (const bin of ['499999', '', 'toString', '__proto__']) assert.equal(issuerOf(bin), unknownIssuer)
  for (const bin of Object.keys(issuers)) {
    assert.match(bin, /^\d{6}$/)
    assert.notEqual(brandOf(bin), undefined, bin)
  }
})
