// The look for encodings of a card number suspects every text in which plain decoding finds one, and almost no other.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { isSuspect, READABLE } from '../../../../src/core/cards/encoded-number.ts'
import { formsOf, type NumberForms } from '../../../../src/core/cards/known-number-forms.ts'

type Encoding = Parameters<typeof isSuspect>[1]

const encodings = {
  hex: { alphabet: '0123456789abcdef', bits: 4 },
  base32: { alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', bits: 5 },
  base64: { alphabet: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', bits: 6 },
} as const

/** The characters of the bits, filled up with zeros at the end. */
function encode(bytes: Buffer, encoding: Encoding): string {
  const { alphabet, bits } = encodings[encoding]
  const all = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (all.match(new RegExp(`.{1,${bits}}`, 'g')) ?? [])
    .map((some) => alphabet[Number.parseInt(some.padEnd(bits, '0'), 2)])
    .join('')
}

/** The whole bytes of the characters from a place on. */
function decode(characters: string, encoding: Encoding): Buffer {
  const { alphabet, bits } = encodings[encoding]
  const all = [...characters].map((one) => alphabet.indexOf(one).toString(2).padStart(bits, '0')).join('')
  return Buffer.from((all.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Whether the characters, decoded from one of eight places, have a form of the number or a text that may be decoded again. */
function isFound(characters: string, encoding: Encoding, forms: NumberForms): boolean {
  return [0, 1, 2, 3, 4, 5, 6, 7].some((start) => {
    const bytes = decode(characters.slice(start), encoding)
    const text = bytes.toString('latin1')
    const digits = text.replace(/[^0-9]/g, '')
    return (
      [...forms.digits, forms.start].some((form) => digits.includes(form)) ||
      forms.bytes.some((form) => bytes.includes(form)) ||
      new RegExp(`[!-~]{${READABLE}}`).test(text)
    )
  })
}

const encoding = fc.constantFrom<Encoding>('hex', 'base32', 'base64')
const number = fc.stringMatching(/^[2-6][0-9]{11,18}$/)
/** Characters of an encoding: any of them, or some bytes, among which forms of the number stand with anything between their digits. */
const encoded = fc.tuple(encoding, number).chain(([name, digits]) => {
  const forms = formsOf(digits)
  const spread = fc
    .tuple(fc.constantFrom(...forms.digits, forms.start), fc.constantFrom('', ' ', '-', '\u0000', 'é\n'))
    .map(([form, mark]) => Buffer.from([...form].join(mark), 'latin1'))
  const part = fc.oneof(
    spread,
    fc.constantFrom(...forms.bytes),
    fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
    fc.string({ maxLength: READABLE + 2 }).map((text) => Buffer.from(text)),
  )
  const { alphabet } = encodings[name]
  const characters = fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 12 })
  return fc.record({
    name: fc.constant(name),
    forms: fc.constant(forms),
    characters: fc
      .tuple(characters, fc.array(part, { maxLength: 4 }), characters)
      .map(([before, parts, after]) => before + encode(Buffer.concat(parts), name) + after),
  })
})

describe('the look for an encoded number', () => {
  test('suspects whatever plain decoding finds, from whatever place', () => {
    let found = 0
    fc.assert(
      fc.property(encoded, ({ name, forms, characters }) => {
        if (!isFound(characters, name, forms)) return
        found += 1
        assert.ok(isSuspect(characters, name, forms), characters)
      }),
      { numRuns: 3_000 },
    )
    assert.ok(found > 500, `only ${found} held a number`)
  })

  test('reads base32 of either case, and base64 of either alphabet', () => {
    const forms = formsOf('4242424242424242')
    const bytes = Buffer.concat([Buffer.from('??>~'), Buffer.from('4242424242424242')])
    assert.ok(isSuspect(encode(bytes, 'base32').toLowerCase(), 'base32', forms))
    assert.ok(isSuspect(bytes.toString('base64'), 'base64', forms))
    assert.ok(isSuspect(bytes.toString('base64url'), 'base64', forms))
  })

  test('suspects almost no other text', () => {
    const forms = formsOf('4242424242424242')
    let suspected = 0
    let state = 1
    // A fixed row of random characters, so that every run sees the same ones.
    const next = (below: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
    for (const [name, { alphabet }] of Object.entries(encodings))
      for (let times = 0; times < 300; times += 1) {
        const characters = Array.from({ length: 300 }, () => alphabet[next(alphabet.length)]).join('')
        if (isSuspect(characters, name as Encoding, forms)) suspected += 1
      }
    assert.ok(suspected < 20, `${suspected} of 900`)
  })
})
