// Response codes: every one has two texts, and an unknown one is still a decline that can be read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  APPROVED,
  declines,
  declineText,
  isDeclineCode,
  isHardDecline,
} from '../../../../src/core/cards/decline-codes.ts'

test('every code has two digits, is a decline, and has a text in both languages', () => {
  for (const [code, [spanish, english]] of Object.entries(declines)) {
    assert.match(code, /^\d\d$/)
    assert.notEqual(code, APPROVED)
    assert.ok(spanish.length > 0 && english.length > 0)
    assert.notEqual(spanish, english)
  }
})

test('the codes that existing clients know are in the table', () => {
  for (const code of ['05', '14', '41', '43', '51', '54', '57', '61', '62', '65', '91', '96'])
    assert.ok(isDeclineCode(code))
  assert.deepEqual(declineText('51'), [
    'Fondos insuficientes; usa otra tarjeta',
    'Insufficient funds; use another card',
  ])
})

test('an unknown code reads as do not honour', () => {
  for (const code of ['N7', '', 'toString', '__proto__']) {
    assert.equal(isDeclineCode(code), false)
    assert.deepEqual(declineText(code), declines['05'])
  }
})

test('declines of the card itself are hard, and those of the day are not', () => {
  for (const code of ['04', '07', '14', '41', '43', '46', '54', 'R1']) assert.ok(isHardDecline(code), code)
  for (const code of ['05', '51', '61', '65', '91', '96', '', 'toString']) assert.ok(!isHardDecline(code), code)
})
