import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrastToWhite } from '../../../src/core/contrast.ts'
import { isRfc, plainRfc } from '../../../src/core/rfc.ts'

test('an RFC has its form and a day of the calendar, whatever its last character', () => {
  for (const good of ['SAT970701NN3', 'GODE561231GR8', 'GODE000229GR8', 'XAXX010101000', 'XEXX010101000', ...ISSUED])
    assert.ok(isRfc(good), good)
  for (const bad of [
    '',
    'GODE561331GR8',
    'GODE560230GR8',
    'gode561231gr8',
    'GODE561231GR',
    'GOD E561231GR8',
    'GODE561231GRB',
  ])
    assert.equal(isRfc(bad), false, bad)
})

test('an RFC is read as people write it', () => {
  for (const typed of ['sat970701nn3', ' SAT 970701 NN3 ', 'SAT-970701-NN3'])
    assert.equal(plainRfc(typed), 'SAT970701NN3')
  assert.equal(plainRfc('n\u0303an970701nn3'), 'ÑAN970701NN3')
})

/** Companies' own, as the tax office issued them: the computed check digit is another. */
const ISSUED = ['LME060822IH5', 'FNI970829JR9', 'RTO840921RE4', 'CCA980429MD4']

test('contrast to white is that of WCAG', () => {
  assert.equal(contrastToWhite('#000000').toFixed(1), '21.0')
  assert.equal(contrastToWhite('#ffffff').toFixed(1), '1.0')
  assert.equal(contrastToWhite('#767676').toFixed(2), '4.54')
})
