import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  END,
  indexWord,
  keyOf,
  mergedPostings,
  pagesOf,
  postingsOf,
  postingsOfPlaces,
} from '../../../../src/operations/finding/pages.ts'
import { boundsOf, idsAt, isNewer, placeNumber } from '../../../../src/operations/finding/places.ts'

/** Words that share beginnings, and words of any letters up to the longest. */
const word = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '1', 'ñ', '𠀀'), minLength: 1, maxLength: 6 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 254 }).map((text) => text.toWellFormed().replaceAll('\0', 'o')),
)
/** Many near each other, as payments of one hour, and some anywhere. */
const place = fc.oneof(fc.integer({ min: 1_790_000_000_000, max: 1_790_000_005_000 }), fc.nat(2 ** 48 - 1))
const words = fc
  .uniqueArray(fc.tuple(word, fc.array(place, { minLength: 1, maxLength: 1_500 })), {
    maxLength: 40,
    selector: ([one]) => one,
  })
  .map((pairs) => new Map(pairs.map(([one, places]) => [indexWord(one), places])))
const flat = (postings: readonly { word: string; places: readonly number[] }[]) =>
  postings.flatMap(({ word, places }) => places.map((one) => keyOf(word, one)))
const sorted = (keys: string[]) => [...new Set(keys)].sort()
const keysOf = (map: ReadonlyMap<string, readonly number[]>) =>
  [...map].flatMap(([one, places]) => places.map((at) => keyOf(one, at)))

test('pages hold every place once, in the order of their keys, and each begins with the key that it is found by', () => {
  fc.assert(
    fc.property(words, (map) => {
      const pages = pagesOf(postingsOfPlaces(map))
      const read = pages.map(({ content }) => flat(postingsOf(content)))
      assert.deepEqual(read.flat(), sorted(keysOf(map)))
      for (const [at, { begins, content }] of pages.entries()) {
        assert.equal(begins, read[at]?.[0])
        assert.ok(content.length < 3_000, `${content.length}`)
      }
    }),
  )
})

test('a page of common words stays below what PostgreSQL keeps in a row, and holds hundreds of places', () => {
  const places = Array.from({ length: 20_000 }, (_, at) => 1_790_000_000_000 + at * 700)
  const pages = pagesOf(postingsOfPlaces(new Map([['renta', places]])))
  for (const { begins, content } of pages) assert.ok(begins.length + content.length < 1_950)
  assert.ok(pages.length <= 20_000 / 800, `${pages.length}`)
})

test('runs that are put together are the sorted places of all, each once', () => {
  fc.assert(
    fc.property(fc.array(words, { maxLength: 4 }), (maps) => {
      assert.deepEqual(flat(mergedPostings(maps.map(postingsOfPlaces))), sorted(maps.flatMap(keysOf)))
    }),
    { numRuns: 40 },
  )
})

test('keys are in the order of the letters of words, the newest place of a word first, and before the next word', () => {
  const order = (text: string) => Buffer.from(text, 'utf8')
  fc.assert(
    fc.property(word, word, place, place, (one, other, first, second) => {
      const compared = Buffer.compare(order(one), order(other))
      const [a, b] = [keyOf(indexWord(one), first), keyOf(indexWord(other), second)]
      const expected = compared === 0 ? second - first : compared
      assert.equal(a < b, expected < 0)
      assert.ok(indexWord(one) < a && a < `${indexWord(one)}${END}`)
    }),
  )
})

test('places are in the order of the list, and each leads back to the operations that it stands for', () => {
  const day = fc
    .integer({ min: Date.UTC(2019, 0, 1), max: Date.UTC(2039, 0, 1) })
    .map((ms) => new Date(ms).toISOString().slice(0, 10))
  // Ids of the day, of its edges, and of other times.
  const operation = fc
    .tuple(day, fc.oneof(fc.integer({ min: -2, max: 2 }), fc.nat(86_400_000), fc.nat(2 ** 47)), fc.boolean(), fc.uuid())
    .map(([on, offset, fromEnd, id]) => {
      const { first, last } = boundsOf(on)
      const hex = Math.max(0, (fromEnd ? last : first) + offset)
        .toString(16)
        .padStart(12, '0')
      return { day: on, id: `${hex.slice(0, 8)}-${hex.slice(8)}${id.slice(13)}` }
    })
  fc.assert(
    fc.property(operation, operation, fc.boolean(), (one, another, together) => {
      const other = together ? { ...another, day: one.day } : another
      const [a, b] = [placeNumber(one), placeNumber(other)]
      if (isNewer(one, other)) assert.ok(a >= b)
      for (const [of, at] of [
        [one, a],
        [other, b],
      ] as const) {
        const { day, from, to } = idsAt(at)
        assert.ok(day === of.day && from <= of.id && of.id < to, JSON.stringify({ of, at, day, from, to }))
      }
    }),
    { numRuns: 1_000 },
  )
})
