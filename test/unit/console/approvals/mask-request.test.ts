import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  HIDDEN,
  KEPT_CHARACTERS,
  maskedAnswer,
  maskedBody,
  maskedHeaders,
  maskedPath,
} from '../../../../src/console/approvals/mask-request.ts'

test('secrets are hidden in every place, and other values stay', () => {
  const secret = fc.constantFrom('app_secret', 'secret', 'password', 'cvv', 'CVV2', 'pin', 'Authorization')
  const depth = fc.array(fc.constantFrom('payment', 'list', 'reference'), { maxLength: 6 })
  fc.assert(
    fc.property(secret, depth, fc.uuid(), (name, path, value) => {
      const inner: unknown = { [name]: value, total: 12.5 }
      const body = path.reduce((held: unknown, step) => (step === 'list' ? [held] : { [step]: held }), inner)
      for (const text of [maskedBody('/v1/x', body), maskedAnswer('/v1/x', JSON.stringify(body))]) {
        assert.ok(text !== null && !text.includes(value) && text.includes(HIDDEN))
        assert.match(text, /12\.5/)
      }
    }),
  )
})

test('values that are too deep or too long are cut, and nothing hides behind them', () => {
  const deep = Array.from({ length: 40 }).reduce((inner: object) => ({ inner }), { secret: 'hondo' })
  assert.doesNotMatch(maskedBody('/v1/x', deep) ?? '', /hondo/)
  assert.ok((maskedBody('/v1/x', { text: 'a'.repeat(50_000) }) ?? '').length <= KEPT_CHARACTERS + 1)
})

test('the code of a refusal is shown, a code that a client sends is not', () => {
  assert.match(maskedAnswer('/v1/x', '{"error":{"code":"InvalidParamException"}}') ?? '', /InvalidParam/)
  assert.doesNotMatch(maskedBody('/v1/settlement/account/confirm', { code: '12345678' }) ?? '', /12345678/)
  assert.doesNotMatch(maskedHeaders({ authorization: 'Basic abc', cookie: 'x=1', accept: '*/*' }), /abc|x=1/)
  assert.match(maskedBody('/v1/token', { key: 'k'.repeat(344), data: 'd' }) ?? '', /sealed, 344 characters/)
})

/** One way to write each digit of a number, so that masking it makes the text shorter or does not. */
const spellings: Record<string, (digit: string) => string> = {
  'as it is': (digit) => digit,
  'as escapes of JSON': (digit) => `\\u003${digit}`,
  'as references of XML': (digit) => `&#${48 + Number(digit)};`,
  'as escapes of addresses': (digit) => `%3${digit}`,
  'with unseen characters between': (digit) => `${digit}\u200b`,
  'with many unseen characters between': (digit) => `${digit}${'\u200b'.repeat(200)}`,
  'with escaped unseen characters between': (digit) => `${digit}${'&#x200b;'.repeat(90)}`,
}

for (const [how, spell] of Object.entries(spellings)) {
  test(`a card number ${how} is not shown in part where a text is cut`, () => {
    const spelled = (number: string) => number.replace(/\d/g, spell)
    const first = spelled('4242424242424242')
    const last = spelled('5454545454545454')
    const shifts = fc.oneof(...[-600, 400, 900].map((min) => fc.integer({ min, max: min + 130 })))
    fc.assert(
      fc.property(fc.constantFrom(0, 60, 120), shifts, fc.nat(3), (repeats, shift, fields) => {
        const head = `${first} `.repeat(repeats)
        const filler = 'x'.repeat(Math.max(0, KEPT_CHARACTERS + shift - head.length))
        const rest = Object.fromEntries(Array.from({ length: fields * 200 }, (_, at) => [`campo ${at}`, 'más']))
        const text = `${head}${filler} ${last} fin`
        const short = `${'x'.repeat(Math.max(0, 400 + (shift % 100)))} ${last} ${'y'.repeat(1_000)}`
        const answers = [
          maskedBody('/v1/x', { text, ...rest }),
          maskedBody('/v1/x', { inner: [text], ...rest }),
          maskedAnswer('/v1/x', JSON.stringify({ text, ...rest })),
          maskedAnswer('/v1/x', text),
          maskedHeaders({ 'x-name': short }),
          maskedPath(`/v1/x?${short}`, 500),
        ]
        for (const kept of answers) {
          assert.ok(kept !== null && kept.length <= KEPT_CHARACTERS + 1)
          assert.doesNotMatch(plain(kept), /(?:54){3}5|(?:42){3}4/)
        }
      }),
      { numRuns: 80 },
    )
  })
}

/** As somebody reads it who takes the escapes away. */
function plain(text: string): string {
  return text
    .replace(/\\+u00(..)|%(3\d)|&#(\d\d);/g, (_, json, path, xml) =>
      String.fromCharCode(xml === undefined ? Number.parseInt(json ?? path, 16) : Number(xml)),
    )
    .replace(/&#x200b;|\u200b/g, '')
}
