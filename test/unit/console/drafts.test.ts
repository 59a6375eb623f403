import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { mayBeKept } from '../../../web/src/drafts.ts'

const field = (value: string, more: object = {}) => ({ name: 'texto', type: 'text', autocomplete: '', value, ...more })

test('a draft never has a password, a code, a file or a field without a name', () => {
  assert.equal(mayBeKept(field('hola')), true)
  for (const more of [
    { type: 'password' },
    { type: 'file' },
    { type: 'hidden' },
    { name: '' },
    { autocomplete: 'one-time-code' },
    { autocomplete: 'current-password' },
    { autocomplete: 'new-password' },
    { autocomplete: 'cc-number' },
    { autocomplete: 'cc-csc' },
  ])
    assert.equal(mayBeKept(field('hola', more)), false, JSON.stringify(more))
})

test('a draft never has a card number, however it is grouped and whatever is around it; a CLABE and a telephone are none', () => {
  const numbers = ['4242424242424242', '5105105105105100', '378282246310005', '4111111111111111']
  const separator = fc.constantFrom('', ' ', '-', '.', ' - ', '·')
  const around = fc.constantFrom('', 'pagó con ', '(', '№ ', '\n', 'tel 55 1234 5678, ')
  fc.assert(
    fc.property(fc.constantFrom(...numbers), separator, around, around, (number, between, before, after) => {
      const grouped = number.match(/.{1,4}/g)?.join(between) ?? ''
      assert.equal(mayBeKept(field(`${before}${grouped}${after}`)), false)
    }),
  )
  for (const text of [
    '002010077777777771',
    '0020 1007 7777 7777 71',
    '5512345678',
    'Guía 1Z 999 AA1 01 2345 6784',
    '$1,250.00',
  ])
    assert.equal(mayBeKept(field(text)), true, text)
})
