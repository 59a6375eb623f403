// CLABE: the control digit, made and checked, and the bank behind the first three digits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  bankNameOf,
  clabeControlDigit,
  clabeProblem,
  isValidClabe,
  makeClabe,
  optionalClabe,
  plainClabe,
} from '../../../../src/core/banks/clabe.ts'
import { bankCodes } from '../../../../src/core/banks/institutions.ts'

const digits = (length: number) =>
  fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((all) => all.join(''))
const anyParts = fc.record({ bank: fc.constantFrom(...Object.keys(bankCodes)), place: digits(3), account: digits(11) })

test('known accounts are valid', () => {
  for (const clabe of ['002010077777777771', '032180000118359719', '646420125500105719', '646180118012345673']) {
    assert.ok(isValidClabe(clabe), clabe)
  }
  assert.equal(isValidClabe('032180000118359718'), false)
  assert.equal(clabeControlDigit('64618011801234567'), 3)
  assert.equal(makeClabe({ bank: '646', place: '180', account: '11801234567' }), '646180118012345673')
})

test('the bank is named by its first three digits', () => {
  assert.equal(bankNameOf('646180118012345673'), 'STP')
  assert.equal(bankNameOf('002010077777777771'), 'Banamex')
  for (const clabe of ['999010077777777771', '', 'toString']) assert.equal(bankNameOf(clabe), undefined)
  for (const [code, name] of Object.entries(bankCodes)) {
    assert.match(code, /^\d{3}$/)
    assert.equal(name, name.trim())
    assert.notEqual(name, '')
  }
})

test('a generated CLABE is valid, and one with a wrong digit is not', () => {
  fc.assert(
    fc.property(anyParts, fc.nat(17), fc.integer({ min: 1, max: 9 }), (parts, at, step) => {
      const clabe = makeClabe(parts)
      assert.match(clabe, /^\d{18}$/)
      assert.ok(isValidClabe(clabe))
      assert.equal(clabe.slice(0, 17), parts.bank + parts.place + parts.account)
      assert.equal(bankNameOf(clabe), bankCodes[parts.bank])
      const wrong = (Number(clabe[at]) + step) % 10
      assert.equal(isValidClabe(clabe.slice(0, at) + wrong + clabe.slice(at + 1)), false)
    }),
  )
})

test('parts and texts of another form are refused', () => {
  for (const text of ['', '64618011801234567', '6461801180123456730', '64618011801234567X', '646180118012345673\n']) {
    assert.equal(isValidClabe(text), false)
  }
  assert.throws(() => clabeControlDigit('646'), RangeError)
  assert.throws(() => makeClabe({ bank: '64', place: '180', account: '11801234567' }), RangeError)
  assert.throws(() => makeClabe({ bank: '646', place: '1800', account: '11801234567' }), RangeError)
  assert.throws(() => makeClabe({ bank: '646', place: '180', account: '1180123456' }), RangeError)
  assert.throws(() => makeClabe({ bank: '646', place: '180', account: '1180123456x' }), RangeError)
})

test('a CLABE that somebody wrote is of a known bank, whatever stands between its digits', () => {
  assert.equal(clabeProblem('032180000118359719'), undefined)
  assert.equal(plainClabe('032 180-00011835971.9'), '032180000118359719')
  const unknown = makeClabe({ bank: '999', place: '180', account: '11801234567' })
  assert.ok(isValidClabe(unknown))
  for (const bad of ['', '0321800001183597', '032180000118359718', unknown, '٠٣٢١٨٠٠٠٠١١٨٣٥٩٧١٩'])
    assert.equal(clabeProblem(bad)?.length, 2, bad)
  for (const none of [undefined, null, '', ' ']) assert.equal(optionalClabe(none), undefined)
})
