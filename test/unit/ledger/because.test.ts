import assert from 'node:assert/strict'
import { test } from 'node:test'
import { becauseIn } from '../../../src/ledger/because.ts'

test('a known reason is in Spanish, and words that every object has stay as they were written', () => {
  assert.equal(becauseIn('amount-differs', 'es'), 'no es el monto de la ficha')
  for (const word of ['constructor', 'toString', '__proto__']) {
    assert.equal(becauseIn(word, 'es'), word)
    assert.equal(becauseIn(word, 'en'), word)
    assert.equal(becauseIn(`the ${word} is refused: ${word}`, 'es'), `se rechaza ${word}: ${word}`)
  }
})
