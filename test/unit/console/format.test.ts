// Amounts and days as the console writes them, in one form everywhere.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, moment, money } from '../../../web/src/format.ts'

test('an amount below zero has a minus, not a hyphen', () => {
  assert.deepEqual(['1250.00', '0.00', '-500.29', '-12345678901.00'].map(money), [
    '$1,250.00',
    '$0.00',
    '−$500.29',
    '−$12,345,678,901.00',
  ])
})

test('a day is written like the day of a moment, with or without its weekday', () => {
  assert.equal(moment('2026-12-30T18:00:00Z', 'es'), '30 dic 2026, 12:00')
  const styles = ['short', 'dated', 'plain', 'long'] as const
  assert.deepEqual(
    styles.map((style) => day('2026-12-30', 'es', style)),
    ['mié 30 dic', 'mié 30 dic 2026', '30 dic 2026', 'miércoles, 30 de diciembre de 2026'],
  )
  assert.deepEqual(
    styles.map((style) => day('2026-12-30', 'en', style)),
    ['Wed, Dec 30', 'Wed, Dec 30, 2026', 'Dec 30, 2026', 'Wednesday, December 30, 2026'],
  )
})
