import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preferredLanguage } from '../../../src/api/answer.ts'

test('English is answered only to clients that prefer it to Spanish', () => {
  const english = ['en', 'EN-us', 'en-GB,es;q=0.9', 'es;q=0.5, en;q=0.7', 'fr, en;q=0.1', 'es;q=0, en;q=0.2']
  const spanish = [undefined, '', '*', 'es', 'es-MX,en;q=0.9', 'en;q=0.5,es', 'es,en', 'fr', 'en;q=0', 'enm', ';;q=,,']
  for (const header of english) assert.equal(preferredLanguage(header), 'en', header)
  for (const header of spanish) assert.equal(preferredLanguage(header), 'es', String(header))
})
