// A card number is found however a person or a program wrote it, and what only has many digits is left alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { maskCardData } from '../../../../src/core/cards/mask.ts'
import { passesLuhn } from '../../../../src/core/cards/number.ts'
import { holdsCardNumber, isCardNumber } from '../../../../src/core/cards/number-in-text.ts'
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

const separator = fc.constantFrom(
  '/',
  '_',
  ',',
  ':',
  '·',
  '|',
  ')(',
  ' ',
  '-',
  '  ',
  ' - ',
  '.',
  '\u00a0',
  '\n',
  '–',
  '\u2011',
  '\u2212',
  '\u200b ',
  '',
)
const around = fc.constantFrom('', ' ', 'tarjeta ', 'VISA', ' exp 12/30 ', '":"', '=', '%B', '^', ';', ', ', '\n')

const groupsOf = (digits: string) => {
  if (digits.length === 15) return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
  return digits.match(/\d{1,4}/g) ?? []
}

test('a number is found whole or in groups, among other words', () => {
  fc.assert(
    fc.property(number, separator, around, around, (digits, between, before, after) => {
      assert.ok(holdsCardNumber(`${before}${digits}${after}`))
      assert.ok(holdsCardNumber(`${before}${groupsOf(digits).join(between)}${after}`))
    }),
  )
})

/** Ways to cut a number into groups. */
const cuts: Record<string, (digits: string) => string[]> = {
  '6 and the rest': (digits) => [digits.slice(0, 6), digits.slice(6)],
  '4 and the rest': (digits) => [digits.slice(0, 4), digits.slice(4)],
  'the last 4 apart': (digits) => [digits.slice(0, -4), digits.slice(-4)],
  'in halves': (digits) => [digits.slice(0, 8), digits.slice(8)],
  'by 2': (digits) => digits.match(/\d{1,2}/g) ?? [],
  'by 3': (digits) => digits.match(/\d{1,3}/g) ?? [],
  'by 5': (digits) => digits.match(/\d{1,5}/g) ?? [],
}

test('a number is found in any groups', () => {
  const marks = fc.constantFrom(' ', '-', '.', '/', '\u00a0', '\u2009', '–', '_')
  fc.assert(
    fc.property(number, fc.constantFrom(...Object.keys(cuts)), marks, around, (digits, cut, mark, before) => {
      const groups = cuts[cut]?.(digits) ?? []
      // A group of 13 and more has its own end: it may be a bank account behind something.
      fc.pre(groups.every(({ length }) => length <= 12))
      // Pairs that rise are sizes.
      fc.pre(cut !== 'by 2' || groups.some((group, at) => at > 0 && Number(group) <= Number(groups[at - 1])))
      assert.ok(holdsCardNumber(`${/\d/.test(before) ? '' : before}${groups.join(mark)}`), groups.join(mark))
    }),
  )
})

test('a number is found behind escapes of HTML, of URLs and of JSON, also behind two of them', () => {
  const escapes: ((digit: string) => string)[] = [
    (digit) => `&#${48 + Number(digit)};`,
    (digit) => `&#0${48 + Number(digit)}`,
    (digit) => `&#x3${digit};`,
    (digit) => `&#X003${digit};`,
    (digit) => `&amp;#5${digit}`.replace(/5(\d)$/, (_, last) => `${48 + Number(last)};`),
    (digit) => `%3${digit}`,
    (digit) => `%253${digit}`,
    (digit) => `\\u003${digit}`,
    // The same of a digit of full width, as a browser writes it into an address and a program into JSON.
    (digit) => `%EF%BC%9${digit}`,
    (digit) => `%25ef%25bc%259${digit}`,
    (digit) => `\\uff1${digit}`,
  ]
  fc.assert(
    fc.property(number, fc.constantFrom(...escapes), (digits, write) => {
      assert.ok(holdsCardNumber([...digits].map(write).join('')), [...digits].map(write).join(''))
      assert.ok(holdsCardNumber(groupsOf(digits).join('%20')))
      assert.ok(holdsCardNumber(groupsOf(digits).join('&nbsp;')))
      for (const mark of ['%C2%A0', '%A0', '%E2%80%93', '\\u00a0', '\\u2013', '%00', '\\u0000'])
        assert.ok(holdsCardNumber(groupsOf(digits).join(mark)), mark)
    }),
  )
})

test('what merchants write is left alone: CLABEs, tracking keys, phones, dates and orders', () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
  const written = fc.oneof(
    digits(17),
    digits(18),
    digits(20),
    digits(10).map((phone) => `55${phone.slice(2)} 221126`),
    fc.tuple(digits(10), digits(10)).map(([one, other]) => `${one} ${other}`),
    fc.tuple(digits(4), digits(4)).map(([one, other]) => `55 ${one} ${other}, +52 55 ${other} ${one}`),
    fc.tuple(digits(18), digits(10)).map(([clabe, phone]) => `${clabe} ${phone}`),
    digits(7).map((order) => `MBAN01002611${order}`),
  )
  fc.assert(fc.property(written, (text) => assert.ok(!holdsCardNumber(text), text)))
  const dates = fc.date({ min: new Date(2024, 0, 1), max: new Date(2029, 0, 1), noInvalidDate: true })
  fc.assert(
    fc.property(dates, dates, (from, to) => {
      const day = (date: Date) =>
        date.toLocaleDateString('es-MX', { day: '2-digit', month: '2-digit', year: 'numeric' })
      assert.ok(!holdsCardNumber(`${day(from)} - ${day(to)}`), `${day(from)} - ${day(to)}`)
      assert.ok(!holdsCardNumber(`${from.toISOString()}/${to.toISOString()}`))
    }),
  )
  const hours = fc.array(fc.integer({ min: 0, max: 23 * 60 + 59 }), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(hours, (minutes) => {
      const list = minutes.map(
        (at) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`,
      )
      assert.ok(!holdsCardNumber(list.join(' ')), list.join(' '))
    }),
  )
})

test('a list of order numbers contains no card number', () => {
  // With the check digit of a Visa card, were they one number.
  assert.ok(holdsCardNumber('4242/4242/4242/4242'))
  assert.ok(!holdsCardNumber('Pedidos 4242, 4242, 4242, 4242'))
})

test('a number is found digit by digit, in full-width digits and with invisible characters', () => {
  fc.assert(
    fc.property(number, (digits) => {
      assert.ok(holdsCardNumber([...digits].join(' ')))
      assert.ok(holdsCardNumber([...digits].join('\u200b')))
      for (const zero of [0xff10, 0x660, 0x966])
        assert.ok(holdsCardNumber(digits.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)))))
    }),
  )
})

test('a number is found with marks and fillers between its digits, and beside or of superscript digits', () => {
  fc.assert(
    fc.property(number, (digits) => {
      for (const unseen of [
        '\ufe0f',
        '\u034f',
        '\u3164',
        '\u115f',
        '\u0301',
        '\u0334\u0344',
        '\ufe0f\u20e3',
        '\u{e0100}',
      ])
        assert.ok(holdsCardNumber([...digits].join(unseen)), unseen)
      for (const [before, after] of [
        ['', '²'],
        ['¹', ''],
        ['nota ³', '①'],
        ['½', '\u2074\u2075'],
      ])
        assert.ok(holdsCardNumber(`${before}${digits}${after}`))
      const circled = digits.replace(/[1-9]/g, (digit) => String.fromCharCode(0x245f + Number(digit)))
      assert.ok(holdsCardNumber(circled.replaceAll('0', '\u24ea')))
      assert.ok(holdsCardNumber(groupsOf(digits).join('\u00b8')))
    }),
  )
})

test('with another check digit it is not a card number', () => {
  fc.assert(
    fc.property(number, fc.integer({ min: 1, max: 9 }), (digits, step) => {
      const wrong = `${digits.slice(0, -1)}${(Number(digits.at(-1)) + step) % 10}`
      assert.ok(!holdsCardNumber(wrong))
    }),
  )
})

for (const [title, text] of [
  ['a CLABE', '646180157042875763'],
  ['a phone', '+52 55 4242 4242'],
  ['a masked card', '424242XXXXXX4242'],
  ['a UUID', '01a1fa12-b5f0-7000-a0f9-f1d0e4162f1d'],
  ['a hash', 'a4242424242424242f00d00112233445566778899aabbccddeeff0011223344f'],
  ['a coordinate', '19.370000000000001,-99.4133209123456'],
  ['a coordinate with a card’s digits behind the point', '0.4242424242424242'],
  ['a time in microseconds', '1763700000000000'],
  ['a cookie', 'GA1.2.4242424242.1700000000'],
  ['an instant', '2026-11-22T00:45:00.123Z'],
  ['sizes', '38 39 40 41 42 43 44 45 46'],
  ['sizes with the digits of a card', '40 41 42 43 44 45 47 51'],
  ['a number of a card that is not taken here', '30569309025904'],
  ['a longer number with a card’s digits inside', '10004242424242424242000'],
] as const) {
  test(`${title} is no card number`, () => assert.ok(!holdsCardNumber(text)))
}

test('a number as JSON writes it is checked too; one too great to be exact, by its first digits', () => {
  assert.ok(isCardNumber(4242424242424242))
  assert.ok(isCardNumber(378282246310005))
  assert.ok(isCardNumber(4000000000000000000))
  assert.ok(isCardNumber(4485531263748329.5))
  assert.ok(isCardNumber(-378282246310005.25))
  for (const value of [4242424242424241, 0.4242424242424242, 1e21, -5, 1763700000000000, 3000000000000000000])
    assert.ok(!isCardNumber(value), String(value))
})

test('a long text is checked quickly', () => {
  for (const text of [
    '4 '.repeat(8_000),
    '4'.repeat(16_000),
    '4242 '.repeat(3_000),
    'a1'.repeat(8_000),
    '1.'.repeat(8_000),
  ]) {
    const start = spentMs()
    holdsCardNumber(text)
    const took = spentMs() - start
    assert.ok(took < 1_000, `${took} ms for ${text.slice(0, 10)}`)
  }
})

test('no text of 16 KiB costs much more than a plain one', () => {
  const fastest = (text: string) =>
    Math.min(
      ...Array.from({ length: 20 }, () => {
        const start = performance.now()
        holdsCardNumber(text)
        return performance.now() - start
      }),
    )
  const plain = fastest('Pedido 4242 de Ana, 12/30. '.repeat(600))
  for (const text of [
    '\u0344'.repeat(4_090) + '\u0334'.repeat(4_090),
    '4\u0344\u0334'.repeat(3_200),
    '\uff9e'.repeat(2_700) + '\uff9f'.repeat(2_700),
    '\u00b8'.repeat(8_190),
    '\ufdfa'.repeat(5_460),
    '4²'.repeat(5_460),
  ]) {
    const took = fastest(text)
    assert.ok(took < 60 * plain, `${took} ms, a plain one ${plain} ms, for ${JSON.stringify(text.slice(0, 3))}`)
  }
})

test('a masked text contains no card number in any form, and any other text is unchanged', () => {
  const escapes = [
    (digits: string) => digits,
    (digits: string) => groupsOf(digits).join('-'),
    (digits: string) => [...digits].join(' '),
    (digits: string) => [...digits].map((digit) => String.fromCharCode(0xff10 + Number(digit))).join(''),
    (digits: string) => [...digits].map((digit) => `\\u003${digit}`).join(''),
    (digits: string) => [...digits].map((digit) => `%3${digit}`).join(''),
    (digits: string) => [...digits].map((digit) => `%EF%BC%9${digit}`).join(''),
    (digits: string) => groupsOf(digits).join('%E2%80%93'),
    (digits: string) => [...digits].map((digit) => `&#x3${digit};`).join(''),
    (digits: string) => [...digits].join('\u200b'),
  ]
  fc.assert(
    fc.property(number, number, fc.constantFrom(...escapes), around, fc.string(), (one, two, write, before, after) => {
      const masked = maskCardData(`${before}${write(one)} ${after} x ${write(two)}`)
      assert.ok(!holdsCardNumber(masked), masked)
      assert.ok(!masked.includes(one) && !masked.includes(write(one)), masked)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'abc :"{},.\n12'), maxLength: 14 }), (text) => {
      assert.equal(maskCardData(text), text)
    }),
  )
  const report =
    '{"clabe":"646180118000000018","clave":"MBAN01002611230001","monto":"350.10","fecha":"2026-11-23T23:58:00-06:00"}'
  assert.equal(maskCardData(report), report)
  assert.equal(maskCardData('<cvv>123</cvv>&cvc=1234&"cvv2": "999"'), '<cvv>***</cvv>&cvc=***&"cvv2": "***"')
})
