// Text from outside: what may be kept, mailed and called.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { beneficiaryOf, beneficiaryProblem } from '../../../src/core/banks/beneficiary.ts'
import { firstCharacters, isEmail, isMexicanPhone, isPrintable } from '../../../src/core/text.ts'

test('ordinary text is printable up to its bound, counted in characters', () => {
  assert.ok(isPrintable('Renta de marzo, piso 3 – ñandú', 250))
  assert.ok(isPrintable('', 0))
  assert.ok(isPrintable('🌮🌮🌮', 3))
  assert.equal(isPrintable('🌮🌮🌮🌮', 3), false)
  assert.equal(isPrintable('abcd', 3), false)
  assert.equal(isPrintable('a'.repeat(1_000_000), 250), false)
})

test('text is cut between characters, and a name that is cut is a name that may be written', () => {
  assert.equal(firstCharacters('🌮🌮🌮', 2), '🌮🌮')
  assert.equal(beneficiaryOf(`${'a'.repeat(39)}🌮🌮`), `${'a'.repeat(39)}🌮`)
  assert.equal(beneficiaryOf('Ana\u202eRuiz'), 'AnaRuiz')
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'ñ', ' ', '🌮', '\u202e'), maxLength: 90 }),
      fc.nat(50),
      (text, most) => {
        const cut = firstCharacters(text, most)
        assert.equal(cut, [...text].slice(0, most).join(''))
        assert.ok(text.startsWith(cut) && cut.isWellFormed())
        if (isPrintable(text, 200)) assert.equal(beneficiaryProblem(beneficiaryOf(text)), undefined)
      },
    ),
  )
})

test('control characters and broken Unicode are refused in every place', () => {
  const bad = fc.constantFrom('\0', '\n', '\r', '\t', '\u001b', '\u007f', '\u0085', '\ud800', '\udc00')
  const good = fc.stringMatching(/^[a-zñ ]{0,20}$/)
  fc.assert(
    fc.property(good, bad, good, (before, wrong, after) => {
      assert.ok(isPrintable(before + after, 250))
      assert.equal(isPrintable(before + wrong + after, 250), false)
    }),
  )
})

test('valid e-mail addresses', () => {
  const good = [
    'ana@ejemplo.com.mx',
    'a.b+c_d@sub.ejemplo.mx',
    "o'hara@x1.io",
    'ANA@EJEMPLO.COM',
    'a@xn--caf-dma.mx',
    'a@XN--CAF-DMA.MX',
    'a@ab--cd.mx',
  ]
  for (const address of [...good, `${'a'.repeat(64)}@ejemplo.mx`]) assert.ok(isEmail(address), address)
})

test('invalid e-mail addresses, and those that contain more than an address', () => {
  const bad = [
    '',
    'ana',
    'ana@ejemplo',
    '@ejemplo.mx',
    'ana@',
    'ana@@ejemplo.mx',
    'ana@ejemplo..mx',
    '.ana@ejemplo.mx',
    'ana.@ejemplo.mx',
    'a..b@ejemplo.mx',
    'ana@-ejemplo.mx',
    'ana@ejemplo-.mx',
    'ana@ejemplo.m',
    'ana@127.0.0.1',
    'ana@ejemplo.mx, otra@ejemplo.mx',
    'ana@ejemplo.mx\nBcc: otra@ejemplo.mx',
    'ana@ejemplo.mx\n',
    'Ana <ana@ejemplo.mx>',
    ' ana@ejemplo.mx',
    'ana @ejemplo.mx',
    '"ana b"@ejemplo.mx',
    'a@xn--a.mx',
    'a@xn--.mx',
    'a@xn--a-.mx',
    'a@ejemplo.xn--99999',
    'ana@[127.0.0.1]',
    'ana@[IPv6:::1]',
    'ana@127.0.0.1.',
    'ana@ejemplo.mx.',
    'ana@ejemplo.mx\0',
    'ana@\u00f1.mx',
    `${'a'.repeat(65)}@ejemplo.mx`,
    `ana@${'a'.repeat(64)}.mx`,
    `ana@${'abcdefghi.'.repeat(25)}mx`,
  ]
  for (const address of bad) assert.equal(isEmail(address), false, address)
})

test('a phone number is ten digits', () => {
  assert.ok(isMexicanPhone('5512345678'))
  for (const text of [
    '551234567',
    '55123456789',
    '+525512345678',
    '55 1234 5678',
    '',
    '551234567x',
    '5512345678\n',
    '٥٥١٢٣٤٥٦٧٨',
  ]) {
    assert.equal(isMexicanPhone(text), false)
  }
})
