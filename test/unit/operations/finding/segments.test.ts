// Whatever is added and however it is put together, also by two processes that stop between any two batches, a search reads what a sorted list has.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { createClock } from '../../../../src/core/clock.ts'
import { mergerOf } from '../../../../src/operations/finding/merging.ts'
import { END, pagesOf, postingsOfPlaces } from '../../../../src/operations/finding/pages.ts'
import { newestPlaces, wordsBetween } from '../../../../src/operations/finding/read-index.ts'
import { levelOf, newSegment, pagesWrite, segmentReader } from '../../../../src/operations/finding/segments.ts'
import { openDatabase } from '../../../../src/store/database.ts'
import type { Store } from '../../../../src/store/store.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../../../support/harness/engines.ts'

after(stopPostgres)

const WORDS = ['$01', '$02', 'ana', 'anabel', 'pedido', 'pedro', 'z']
const FIRST = 1_790_000_000_000
type Action =
  | { add: { words: string[]; from: number; count: number; step: number } }
  | { steps: number; by: 0 | 1 }
  | { stops: 0 | 1 }

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({
        words: fc.subarray(WORDS, { minLength: 1 }),
        from: fc.nat(5_000),
        // Of a few and of many pages.
        count: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 500, max: 4_000 })),
        step: fc.integer({ min: 1, max: 3 }),
      })
      .map((add) => ({ add })),
  },
  { weight: 4, arbitrary: fc.record({ steps: fc.integer({ min: 1, max: 6 }), by: fc.constantFrom(0, 1) }) },
  { weight: 1, arbitrary: fc.record({ stops: fc.constantFrom(0, 1) }) },
)

/** The clock of a process, whose rests after a conflict end at once. */
const impatient = () => {
  const clock = createClock()
  let ms = clock.wallMs()
  return {
    ...clock,
    wallMs: () => {
      ms += 60_000
      return ms
    },
  }
}

for (const engine of ENGINES) {
  test(`any order of adding, putting together and stopping reads as a sorted list (${engine})`, async () => {
    const store = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 2 })
    const reader = segmentReader(store)
    let run = 0
    let merged = 0
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 25 }), async (actions) => {
          run += 1
          const accountId = `acc_${run}`
          const all = new Map<string, Set<number>>()
          const merger = (of: Store = store) =>
            mergerOf({ store: of, clock: impatient() }, { fewest: 3, most: 4, pagesAtOnce: 2 })
          const mergers = [merger(), merger()]
          let ms = Date.now()
          for (const one of actions) {
            if ('stops' in one) mergers[one.stops] = merger()
            else if ('add' in one) {
              ms += 1
              const { words, from, count, step } = one.add
              const places = Array.from({ length: count }, (_, at) => FIRST + from + at * step)
              const postings = postingsOfPlaces(new Map(words.map((word) => [word, places])))
              const segment = newSegment(0, ms)
              await store.commit([
                pagesWrite(
                  store,
                  pagesOf(postings).map((page) => ({ accountId, segment, page })),
                ),
              ])
              for (const word of words) all.set(word, new Set([...(all.get(word) ?? []), ...places]))
            } else {
              const by = mergers[one.by]
              by?.note([accountId])
              for (let step = 0; step < one.steps; step += 1) await by?.step()
            }
            await assertReads(accountId, all)
          }
          const last = merger()
          last.note([accountId])
          while (await last.step());
          await assertReads(accountId, all)
          const levels = Map.groupBy(await reader.segments(accountId), levelOf)
          for (const segments of levels.values())
            assert.ok(segments.length < 3, `${segments.length} segments of a level`)
          merged += levels.size > 1 ? 1 : 0
        }),
        { numRuns: 25 },
      )
      assert.ok(merged > 0)
    } finally {
      await store.close()
    }

    async function assertReads(accountId: string, all: ReadonlyMap<string, ReadonlySet<number>>): Promise<void> {
      const known = [...all.keys()].sort()
      assert.deepEqual(await wordsBetween(reader, accountId, { from: '', to: '\u00ff', most: 50 }), known)
      assert.deepEqual(
        await wordsBetween(reader, accountId, { from: 'ana', to: `pedido${END}`, most: 1 }),
        known.filter((word) => word >= 'ana' && word <= 'pedido').slice(0, 2),
      )
      for (const words of [['ana'], ['pedido', 'z'], WORDS]) {
        const expected = [...new Set(words.flatMap((word) => [...(all.get(word) ?? [])]))].sort((a, b) => b - a)
        const [oldest, newest] = [FIRST + 700, FIRST + 6_000]
        for (const bounds of [
          { oldest: 0, newest: 2 ** 48 - 1 },
          { oldest, newest },
        ]) {
          const read: number[] = []
          let end: number = bounds.newest
          for (;;) {
            const { places, cut } = await newestPlaces(reader, accountId, words, { ...bounds, newest: end })
            read.push(...places)
            if (cut === undefined) break
            assert.ok(places.length > 0 && cut <= end)
            end = cut - 1
          }
          assert.deepEqual(
            read,
            expected.filter((place) => place >= bounds.oldest && place <= bounds.newest),
          )
        }
      }
    }
  })

  test(`two processes that put the same segments together at once lose and double nothing (${engine})`, async () => {
    const url = await newDatabaseUrl(engine, { migrated: true })
    const stores = [await openDatabase(url, { connections: 2 }), await openDatabase(url, { connections: 2 })]
    const [store] = stores as [Store, Store]
    const accountId = 'acc_two'
    try {
      const expected = new Set<string>()
      for (let n = 0; n < 40; n += 1) {
        const places = Array.from({ length: 1_500 }, (_, at) => FIRST + n * 1_000 + at)
        for (const place of places) expected.add(`ana ${place}`).add(`pedido ${place}`)
        const postings = postingsOfPlaces(
          new Map([
            ['ana', places],
            ['pedido', places],
          ]),
        )
        const pages = pagesOf(postings).map((page) => ({ accountId, segment: newSegment(0, 1_000_000 + n), page }))
        const segment = pages[0]?.segment ?? 0
        await store.commit([
          pagesWrite(
            store,
            pages.map((one) => ({ ...one, segment })),
          ),
        ])
      }
      const mergers = stores.map((one) => mergerOf({ store: one, clock: impatient() }, { fewest: 4, most: 8 }))
      await Promise.all(
        mergers.map(async (merger) => {
          merger.note([accountId])
          for (let step = 0; step < 200 && (await merger.step()); step += 1) merger.note([accountId])
        }),
      )
      const found = new Set<string>()
      for (const word of ['ana', 'pedido']) {
        for (let newest = 2 ** 48 - 1; ; ) {
          const { places, cut } = await newestPlaces(segmentReader(store), accountId, [word], { oldest: 0, newest })
          for (const place of places) found.add(`${word} ${place}`)
          if (cut === undefined) break
          newest = cut - 1
        }
      }
      assert.equal(found.symmetricDifference(expected).size, 0)
      assert.ok((await segmentReader(store).segments(accountId)).length < 20)
    } finally {
      for (const one of stores) await one.close()
    }
  })
}
