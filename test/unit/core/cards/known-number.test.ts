// A known card number is found in whatever form it is written of those that docs/security.md names, and ordinary texts are left alone.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type PlacedText, placesOfNumber } from '../../../../src/core/cards/known-number.ts'
import { passesLuhn } from '../../../../src/core/cards/number.ts'
import { metadataTexts } from '../../../../src/core/metadata.ts'
import { spentMs } from '../../../support/harness/spent-ms.ts'

/** A number of each brand, with the check digit that belongs to it. */
const number = fc
  .tuple(
    fc.constantFrom(['4', 16], ['4', 19], ['55', 16], ['2223', 16], ['37', 15], ['506221', 16] as const),
    fc.array(fc.nat(9), { minLength: 18, maxLength: 18 }),
  )
  .map(([[start, length], drawn]) => {
    const body = (start + drawn.join('')).slice(0, Number(length) - 1)
    return `${body}${[...'0123456789'].find((digit) => passesLuhn(body + digit))}`
  })

type Write = (number: string) => string
const base64 = (text: string) => Buffer.from(text).toString('base64')
const hex = (text: string) => Buffer.from(text).toString('hex')
const base32 = (text: string) => {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letter = (five: string) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)]
  return (bits.match(/.{1,5}/g) ?? []).map(letter).join('')
}
const percent = (text: string) => [...text].map((one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')

/** What a person or a program does with the digits; each leaves digits. */
const spelt: fc.Arbitrary<Write> = fc.oneof(
  fc.constant<Write>((digits) => digits),
  fc.constant<Write>((digits) => [...digits].reverse().join('')),
  fc.constant<Write>((digits) => `0${digits}`),
  fc.constantFrom('3012', '/12', ' 12/30', '=30121010').map(
    (expiry): Write =>
      (digits) =>
        `${digits}${expiry}`,
  ),
  // Groups of any lengths with anything between them that is no digit.
  fc
    .tuple(
      fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 19 }),
      fc.constantFrom(' ', '-', "'", '=', ' / ', ' | ', '.', ',', '_', ':', '~', '*', ' x ', '--', '\t', '\n', ' y '),
    )
    .map(
      ([lengths, mark]): Write =>
        (digits) => {
          const groups: string[] = []
          let at = 0
          for (const length of lengths) {
            groups.push(digits.slice(at, at + length))
            at += length
          }
          return [...groups, digits.slice(at)].filter((group) => group !== '').join(mark)
        },
    ),
)

const encoded: fc.Arbitrary<Write> = fc.constantFrom<Write[]>(
  (text) => text,
  percent,
  (text) => encodeURIComponent(percent(text)),
  (text) => hex(text),
  (text) => hex(text).toUpperCase(),
  (text) => `0x${hex(text)}`,
  (text) => [...text].map((one) => `0x${hex(one)}`).join(', '),
  (text) => [...text].map((one) => `\\x${hex(one)}`).join(''),
  (text) => [...text].map((one) => `\\u00${hex(one)}`).join(''),
  (text) => [...text].map((one) => `&#${one.charCodeAt(0)};`).join(''),
  (text) => [...text].map((one) => `&#x${hex(one)};`).join(''),
  (text) => [...text].map((one) => `=${hex(one)}`).join(''),
  (text) => hex(text).replace(/(..)/g, '$1:'),
  base64,
  (text) => Buffer.from(text).toString('base64url'),
  (text) => base64(base64(text)),
  (text) => Buffer.from(Buffer.from(text).toString('base64url')).toString('base64url'),
  (text) => base64(text).replace(/(.{8})/g, '$1\n'),
  (text) => `pedido-${base64(text)}`,
  (text) => base64(`{"n":"${text}"}`),
  (text) => base64(hex(text)),
  (text) => hex(base64(text)),
  (text) => percent(base64(text)),
  (text) => base64(percent(text)),
  (text) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (text) => text.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
  (text) => [...text].join('\u200b'),
  base32,
  (text) => base32(`x${text}`).toLowerCase(),
  (text) => base32(`abc${text}ab`),
  ...['⓪❶❷❸❹❺❻❼❽❾', '〇一二三四五六七八九', '零壹贰叁肆伍陆柒捌玖', '0ⅠⅡⅢⅣⅤⅥⅦⅧⅨ', '0➀➁➂➃➄➅➆➇➈'].map(
    (signs): Write =>
      (text) =>
        text.replace(/\d/g, (digit) => [...signs][Number(digit)] ?? ''),
  ),
  (text) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xe0030 + Number(digit))),
)

const words = fc.constantFrom('', 'Pedido 1001 ', 'tarjeta: ', 'Ana Núñez, 2 playeras: ', 'x')
/** What follows does not lengthen an encoding. */
const wordsBehind = fc.constantFrom('', ' gracias', ' (12/30)', '.', ' á')

const one = (text: string): PlacedText[] => [
  { place: 'first', text: 'Pedido 7' },
  { place: 'this', text },
  { place: 'last', text: 'Ana' },
]

describe('a known card number', () => {
  test('is found in any spelling and encoding, by the place of its text', () => {
    fc.assert(
      fc.property(number, spelt, encoded, words, wordsBehind, (card, spell, encode, before, behind) => {
        const text = `${before}${encode(spell(card))}${behind}`
        assert.deepEqual(placesOfNumber(one(text), card), ['this'], JSON.stringify(text))
      }),
      { numRuns: 3_000 },
    )
  })

  test('is found as the codes of its characters, as one number to another base, with its pairs or groups exchanged', () => {
    const codes: Write[] = [
      (card) => [...card].map((digit) => digit.charCodeAt(0)).join(' '),
      (card) => [...card].map((digit) => `\\${digit.charCodeAt(0).toString(8)}`).join(''),
      (card) => [...card].map((digit) => `\\0${digit.charCodeAt(0).toString(8)}`).join(''),
      (card) => BigInt(card).toString(16),
      (card) => BigInt(card).toString(36).toUpperCase(),
      (card) => BigInt(card).toString(32),
      (card) => card.replace(/(\d)(\d)/g, '$2$1'),
      (card) => (card.match(/\d{1,4}/g) ?? []).reverse().join('-'),
      (card) => (card.match(/\d{1,4}/g) ?? []).map((group, at) => `g${at + 1}: ${group}`).join(', '),
      (card) => (card.match(/\d{1,4}/g) ?? []).map((group) => `<h2>${group}</h2>`).join(''),
      (card) => [...card].map((digit, at) => `${at + 1}.${digit}`).join('\n'),
      (card) => card.replaceAll('0', 'O').replaceAll('1', 'l'),
      (card) => card.replaceAll('5', 'S').replaceAll('8', 'B').replaceAll('2', 'Z'),
      (card) => card.slice(0, -4),
      (card) => `${card.slice(0, -3)}XXX`,
      (card) => Buffer.from(card.length % 2 === 0 ? card : `${card}f`, 'hex').toString('base64'),
      (card) => {
        const bytes = Buffer.alloc(8)
        bytes.writeBigUInt64BE(BigInt(card))
        return bytes.toString('base64')
      },
    ]
    fc.assert(
      fc.property(number, fc.constantFrom(...codes), (card, write) => {
        assert.deepEqual(placesOfNumber(one(`ref ${write(card)}`), card), ['this'])
      }),
    )
  })

  test('is found in parts of a list with other digits beside each, and not by its start over several values', () => {
    const parts = (card: string) => (card.match(/\d{1,4}/g) ?? []).map((v, at) => ({ i: at + 1, v }))
    fc.assert(
      fc.property(number, (card) => {
        assert.notEqual(placesOfNumber(metadataTexts({ list: parts(card) }), card).length, 0)
        const start = { bin: card.slice(0, 6), phone: card.slice(6, 12) }
        assert.deepEqual(placesOfNumber(metadataTexts(start), card), [])
      }),
    )
  })

  test('is found when it is split over neighbouring values, by the places of all its parts', () => {
    fc.assert(
      fc.property(number, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }), (card, lengths) => {
        const parts: string[] = []
        let at = 0
        for (const length of lengths) {
          parts.push(card.slice(at, at + length))
          at += length
        }
        const all = [...parts, card.slice(at)].filter((part) => part !== '')
        const metadata = Object.fromEntries(all.map((part, at) => [`part ${'abcdef'[at]}`, part]))
        assert.deepEqual(
          placesOfNumber(metadataTexts({ before: 'x', ...metadata, after: 'y' }), card).sort(),
          Object.keys(metadata).map((name) => `metadata.${name}`),
        )
      }),
    )
  })

  test('is found in names, whose place is the whole', () => {
    fc.assert(
      fc.property(number, encoded, fc.integer({ min: 1, max: 14 }), (card, encode, cut) => {
        assert.deepEqual(placesOfNumber(metadataTexts({ a: { [encode(card)]: 1 } }), card), ['metadata'])
        const split = { [`a${card.slice(0, cut)}`]: 'x', [`b${card.slice(cut)}`]: 'y' }
        assert.deepEqual(placesOfNumber(metadataTexts(split), card), ['metadata'])
      }),
    )
  })

  test('is not found in ordinary texts, nor is another card’s', () => {
    const digits = (length: number) =>
      fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((drawn) => drawn.join(''))
    const ordinary = fc.oneof(
      digits(6).map((id) => `Pedido ${id}`),
      digits(10).map((phone) => `+52 ${phone}`),
      digits(18),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.float({ min: 0, max: 1e6, noNaN: true }).map((amount) => amount.toFixed(2)),
      fc.uuid(),
      fc.emailAddress(),
      fc.webUrl(),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes).toString('base64')),
      fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes).toString('hex')),
      number,
    )
    fc.assert(
      fc.property(fc.array(ordinary, { maxLength: 20 }), number, (texts, card) => {
        fc.pre(!texts.includes(card))
        const placed = texts.map((text, at) => ({ place: String(at), text }))
        assert.deepEqual(placesOfNumber(placed, card), [])
      }),
      { numRuns: 1_000 },
    )
  })

  test('is searched in the longest metadata in little time, whatever it holds', () => {
    const long = 16_384
    for (const text of [
      '%25'.repeat(long / 3),
      '&amp;#'.repeat(long / 6),
      base64(base64('x1'.repeat(long / 4))),
      '4'.repeat(long),
      'e\u0301'.repeat(long / 2),
      hex('ab'.repeat(long / 4)),
    ]) {
      const before = spentMs()
      assert.deepEqual(placesOfNumber([{ place: 'a', text }], '4242424242424242'), [])
      assert.ok(spentMs() - before < 500)
    }
    const many = Array.from({ length: 1_000 }, (_, at) => ({ place: String(at), text: `${at % 10}` }))
    const before = spentMs()
    placesOfNumber(many, '4567890123456789')
    assert.ok(spentMs() - before < 500)
  })
})
