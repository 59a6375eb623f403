// The marks of what a search has found: no character of the text is lost, and a mark begins with a word that was searched for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { piecesOf } from '../../../web/src/operations/marks.ts'

const found = (text: string, searched: string) =>
  piecesOf(text, searched).flatMap((piece) => (piece.isFound ? [piece.text] : []))
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const word = fc.constantFrom('Ana', 'Núñez', 'año', '1003', 'ana@ejemplo.mx', 'ANAÏS', 'b')
const words = fc.array(word, { maxLength: 6 }).map((all) => all.join(' '))

test('words are marked by their beginning, without accents and capitals', () => {
  assert.deepEqual(found('Ana Núñez · Pedido 1003', 'nune 1003'), ['Núñez', '1003'])
  assert.deepEqual(found('Mañana', 'ana'), [])
  assert.deepEqual(found('ana.nunez@ejemplo.mx', 'Ana.Nunez@'), ['ana.nunez@ejemplo.mx'])
  assert.deepEqual(found('ana.nunez@ejemplo.mx', 'nunez@'), [])
  assert.deepEqual(found('ana.nunez@ejemplo.mx', 'nunez'), ['nunez'])
})

test('the pieces of any text are the text, each at its place', () => {
  fc.assert(
    fc.property(fc.oneof(words, fc.string({ unit: 'grapheme' })), fc.oneof(words, fc.string()), (text, searched) => {
      const pieces = piecesOf(text, searched)
      assert.equal(pieces.map((piece) => piece.text).join(''), text)
      for (const { text: part, at } of pieces) assert.equal(text.slice(at, at + part.length), part)
    }),
  )
})

test('each word of the search marks the words that begin with it, and nothing else is marked', () => {
  fc.assert(
    fc.property(words, word, (text, searched) => {
      const expected = text.split(' ').filter((one) => one !== '' && plain(one).startsWith(plain(searched)))
      const marked = found(text, searched).filter((one) => !one.includes('@'))
      for (const one of expected.filter((each) => !each.includes('@'))) assert.ok(marked.includes(one))
      for (const one of marked) assert.ok(plain(one).startsWith(plain(searched)))
    }),
  )
})
