import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrastToWhite } from '../../../src/core/contrast.ts'
import { hasRfcForm, isRfc } from '../../../src/core/rfc.ts'

test('an RFC has its form, a date and its check digit', () => {
  for (const good of ['SAT970701NN3', 'GODE561231GR8']) assert.ok(isRfc(good), good)
  for (const bad of [
    '',
    'SAT970701NN4',
    'GODE561331GR8',
    'gode561231gr8',
    'GODE561231GR',
    'XAXX010101000',
    'XEXX010101000',
    'GOD E561231GR8',
  ])
    assert.equal(isRfc(bad), false, bad)
})

test('invoices ask only for the form of an RFC, which the generic ones have', () => {
  for (const good of ['SAT970701NN4', 'XAXX010101000', 'XEXX010101000']) assert.ok(hasRfcForm(good), good)
  for (const bad of ['', 'GODE561331GR8', 'gode561231gr8', 'GODE561231GR']) assert.equal(hasRfcForm(bad), false, bad)
})

test('each character of an RFC affects the check digit, except the third, whose weight is eleven', () => {
  for (const at of [0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11]) {
    for (const other of '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ&') {
      const changed = `${'GODE561231GR8'.slice(0, at)}${other}${'GODE561231GR8'.slice(at + 1)}`
      // A weight and eleven have nothing in common, so one changed character is seen, unless its value is eleven apart.
      if (changed !== 'GODE561231GR8' && isRfc(changed)) {
        const values = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'
        const apart = Math.abs(values.indexOf(other) - values.indexOf('GODE561231GR8'[at] ?? ''))
        assert.equal(apart % 11, 0, changed)
      }
    }
  }
})

test('contrast to white is that of WCAG', () => {
  assert.equal(contrastToWhite('#000000').toFixed(1), '21.0')
  assert.equal(contrastToWhite('#ffffff').toFixed(1), '1.0')
  assert.equal(contrastToWhite('#767676').toFixed(2), '4.54')
})
