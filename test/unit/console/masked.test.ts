import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { HIDDEN, KEPT_CHARACTERS, maskedAnswer, maskedBody, maskedHeaders } from '../../../src/console/masked.ts'

test('secrets are hidden wherever they stand, and what is no secret stays', () => {
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

test('what is deeper or longer than anybody reads is cut, and nothing hides behind it', () => {
  const deep = Array.from({ length: 40 }).reduce((inner: object) => ({ inner }), { secret: 'hondo' })
  assert.doesNotMatch(maskedBody('/v1/x', deep) ?? '', /hondo/)
  assert.ok((maskedBody('/v1/x', { text: 'a'.repeat(50_000) }) ?? '').length <= KEPT_CHARACTERS + 1)
})

test('the code of a refusal is read, the code that somebody sends is not', () => {
  assert.match(maskedAnswer('/v1/x', '{"error":{"code":"InvalidParamException"}}') ?? '', /InvalidParam/)
  assert.doesNotMatch(maskedBody('/v1/settlement/account/confirm', { code: '12345678' }) ?? '', /12345678/)
  assert.doesNotMatch(maskedHeaders({ authorization: 'Basic abc', cookie: 'x=1', accept: '*/*' }), /abc|x=1/)
  assert.match(maskedBody('/v1/token', { key: 'k'.repeat(344), data: 'd' }) ?? '', /sealed, 344 characters/)
})
