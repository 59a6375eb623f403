import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wordsOf } from '../../../../src/core/words.ts'
import { classesOf, hasEach, termsOf } from '../../../../src/operations/finding/terms.ts'
import { amountClassWord, amountWord, referenceWord, wordsOfText } from '../../../../src/operations/finding/words.ts'

test('the samples of the documentation', () => {
  assert.deepEqual(wordsOf('Pedido Núm. 1003-B'), ['pedido', 'num', '1003', 'b'])
  assert.deepEqual(wordsOf('%*_ "\''), [])
  assert.deepEqual(wordsOfText('Ana.X@Ejemplo.mx'), ['@ana.x@ejemplo.mx', 'ana', 'x', 'ejemplo', 'mx'])
  assert.deepEqual(
    termsOf('$1,250.50 4242').map(({ words }) => words),
    [['$0000125050'], ['$0000424200', '#4242']],
  )
  assert.deepEqual(
    termsOf('0042').map(({ words, beginnings }) => [words, beginnings]),
    [[['#0042'], ['0042']]],
    'four digits that are no amount may be those of a card',
  )
  assert.equal(termsOf('%%% *').length, 0)
  assert.equal(termsOf('a b c d e f g h').length, 6)
})

test('for any text of a payment, each of its words finds it, and so does each prefix of one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(200), fc.nat(9), (text, at, length) => {
      const words = wordsOf(text.toWellFormed())
      const word = words[at % Math.max(1, words.length)]
      if (word === undefined) return
      const typed = [...word].slice(0, 1 + length).join('')
      const terms = termsOf(typed)
      // A half letter that stands for a mark alone is no word.
      if (terms.length > 0) assert.ok(hasEach(words, 0, terms), `${JSON.stringify(typed)} in ${JSON.stringify(words)}`)
    }),
  )
})

test('a long text of any letters has whole letters only, in the index and in the query', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', '𠀀', '𡀀', '🌮', 'é', '@', ' '), maxLength: 260 })
  fc.assert(
    fc.property(letters, (text) => {
      const asked = termsOf(text).flatMap(({ words, beginnings }) => [...words, ...beginnings])
      for (const word of [...wordsOf(text), ...wordsOfText(text), referenceWord(text), ...asked])
        assert.ok(word.isWellFormed(), JSON.stringify(word))
    }),
  )
})

test('words of amounts are in the order of the amounts, and every amount of a range is in its classes', () => {
  const centavos = fc.integer({ min: 0, max: 9_999_999_999 })
  fc.assert(
    fc.property(centavos, centavos, centavos, (one, other, third) => {
      const [from = 0, amount = 0, to = 0] = [one, other, third].sort((a, b) => a - b)
      assert.ok(amountWord(from) <= amountWord(amount) && amountWord(amount) <= amountWord(to))
      const word = amountClassWord(amount)
      const [first, last] = classesOf({ from, to })
      assert.ok(first <= word && word <= last)
    }),
  )
})

test('words that stand in most texts are in no index, and a search does not ask for them unless it has no other', () => {
  assert.deepEqual(wordsOfText('La renta de la casa'), ['renta', 'casa'])
  assert.equal(termsOf('la renta de').length, 1)
  assert.deepEqual(
    termsOf('la').map(({ beginnings }) => beginnings),
    [['la']],
  )
})

test('what a person says of a payment is a trait of it, or stands in its texts', () => {
  const today = '2026-12-01'
  const traits = (text: string) => termsOf(text, today).map(({ trait }) => trait)
  assert.deepEqual(traits('350 pesos OXXO ayer'), [undefined, '~chain OXXO', '~day 2026-11-30'])
  assert.deepEqual(traits('7-Eleven'), ['~chain 7ELEVEN'])
  assert.deepEqual(traits('seven eleven $1,250.00 mxn'), ['~chain 7ELEVEN', undefined])
  assert.deepEqual(traits('ana, Farmacias del Ahorro, antier'), [undefined, '~chain AHORRO', '~day 2026-11-29'])
  assert.deepEqual(traits('American Express declinada'), ['~card_brand AMEX', '~status declined'])
  assert.deepEqual(termsOf('circle k', today), [{ words: [], beginnings: ['circle'], trait: '~chain CIRCLEK' }])
  // Elsewhere, as for customers, these are words like others.
  assert.deepEqual(termsOf('oxxo'), [{ words: [], beginnings: ['oxxo'] }])
  assert.deepEqual(termsOf('pesos', today), [{ words: [], beginnings: ['pesos'] }])
  assert.ok(hasEach(['~chain OXXO'], 0, termsOf('oxxo', today)))
  assert.ok(hasEach(['oxxomania'], 0, termsOf('oxxo', today)))
  assert.ok(!hasEach(['~chain SORIANA'], 0, termsOf('oxxo', today)))
})
