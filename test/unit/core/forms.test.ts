import assert from 'node:assert/strict'
import { test } from 'node:test'
import { choiceForm, digitsForm, emailInQuery, phoneForm, rfcForm, trimmed } from '../../../src/core/forms.ts'
import { isMexicanPhone } from '../../../src/core/text.ts'
import { spentMs } from '../../support/harness/spent-ms.ts'

test('a Mexican phone number has one form, however it is written', () => {
  for (const text of [
    '5512345678',
    ' 55 1234 5678 ',
    '55-1234-5678',
    '(55) 1234 5678',
    '55.1234.5678',
    '+52 55 1234 5678',
    '+525512345678',
    '52 1 55 1234 5678',
    '5215512345678',
    '+52 1 (55) 1234‑5678',
    '0052 55 1234 5678',
    '044 55 1234 5678',
    '045 55 1234 5678',
    '01 55 1234 5678',
    '\u00a055\u20091234\u200b5678',
  ])
    assert.equal(phoneForm(text), '5512345678', JSON.stringify(text))
  assert.equal(phoneForm('5212345678'), '5212345678')
})

test('what is not ten digits after that stays, to be refused', () => {
  for (const text of [
    '551234567',
    '55123456789',
    '+1 415 555 0100',
    '+1 55 1234 5678',
    '5512345678 ext 2',
    '٥٥١٢٣٤٥٦٧٨',
    '',
    '+',
  ])
    assert.equal(isMexicanPhone(phoneForm(text)), false, text)
})

test('every form is the form of itself', () => {
  const texts = [
    '+52 55 1234 5678',
    ' x ',
    '646 180 1180 1234 5673',
    'sat-970701-nn3',
    'ana x@ejemplo.mx',
    '\u200bVisa ',
    '01 55 12',
  ]
  for (const form of [
    trimmed,
    phoneForm,
    digitsForm,
    rfcForm,
    emailInQuery,
    (text: string) => choiceForm(['VISA'], text),
  ])
    for (const text of texts) assert.equal(form(form(text)), form(text), text)
})

test('digits lose what stands between them, and other texts only the blanks around them', () => {
  assert.equal(digitsForm('646 180 1180 1234 5673'), '646180118012345673')
  assert.equal(digitsForm('646-180-118012345673 '), '646180118012345673')
  assert.equal(digitsForm(' PEDIDO 1 '), 'PEDIDO 1')
  assert.equal(rfcForm(' sat 970701-nn3'), 'SAT970701NN3')
  assert.equal(emailInQuery('ana x@ejemplo.mx '), 'ana+x@ejemplo.mx')
  assert.equal(choiceForm(['VISA', 'MAST'], ' visa'), 'VISA')
  assert.equal(choiceForm(['VISA', 'MAST'], ' visas'), 'visas')
})

test('a quarter of a megabyte of blanks takes no time', () => {
  const long = `x${' '.repeat(250_000)}x`
  const startMs = spentMs()
  for (const form of [trimmed, phoneForm, digitsForm, rfcForm, emailInQuery]) form(long)
  assert.ok(spentMs() - startMs < 500)
})
