import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { septets, toGsm7 } from '../../../src/messages/gsm7.ts'

test('GSM-7 characters stay, others become the nearest one, and those without a likeness are removed', () => {
  assert.equal(toGsm7('¡Páguelo mañana! — José'), '¡Paguelo mañana! - José')
  assert.equal(toGsm7('Ñandú Ü ü $100.00 @'), 'Ñandu Ü ü $100.00 @')
  assert.equal(toGsm7('“Café” … ☕️ 日本'), '"Café" ...  ')
  assert.equal(toGsm7('a\u00a0b\u202fc'), 'a b c')
  assert.equal(septets('abc'), 3)
  assert.equal(septets('a€[b]'), 8)
})

test('any text becomes GSM-7 text, and GSM-7 text is unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const once = toGsm7(text)
      assert.equal(toGsm7(once), once)
      assert.ok(septets(once) >= [...once].length)
    }),
  )
})
