// A search finds what a plain filter over all operations finds, in the same order, page after page.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { fill } from '../../../../bench/fill.ts'
import { SANDBOX_ACCOUNT } from '../../../../src/accounts/open-account.ts'
import { amountsTerm, lastFourTerm, type Term, termsOf } from '../../../../src/operations/finding/terms.ts'
import { finderOfMany } from '../../../../src/operations/list/found-page.ts'
import { openDatabase } from '../../../../src/store/database.ts'
import type { Store } from '../../../../src/store/store.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../../../support/harness/engines.ts'

after(stopPostgres)

const OPERATIONS = 3_000
const LIMIT = 200
const columns = [
  'id',
  'day',
  'posted_day',
  'status',
  'rail',
  'card_last_four',
  'total_centavos',
  'description',
] as const

/** Between the least and the greatest amount of the filled operations, and a little beyond them. */
const centavos = fc.oneof(
  fc.integer({ min: 500, max: 350_000 }),
  fc.double({ min: Math.log(1), max: Math.log(9_999_999_999), noNaN: true }).map((log) => Math.round(Math.exp(log))),
)
const amounts = fc.oneof(
  fc.tuple(centavos, centavos).map(([one, other]) => ({ from: Math.min(one, other), to: Math.max(one, other) })),
  fc.tuple(centavos, fc.nat(2_000)).map(([from, width]) => ({ from, to: Math.min(9_999_999_999, from + width) })),
  fc.constant({ from: 35_000, to: 35_000 }),
)
const asked = fc.record({
  amounts,
  word: fc.constantFrom(undefined, 'fill', 'pedido', 'nunez'),
  lastFour: fc.constantFrom(undefined, undefined, '4242'),
  status: fc.constantFrom(undefined, 'paid', 'expired', 'declined'),
  declinedToo: fc.constantFrom(undefined, true as const),
  rail: fc.constantFrom(undefined, undefined, 'card', 'spei'),
  months: fc.constantFrom(undefined, ['2025-08', '2025-12'], ['2026-02', '2026-02']),
  byPosting: fc.constantFrom(undefined, undefined, 'paid' as const),
})

for (const engine of ENGINES) {
  test(`pages of a search by amounts and more are pages of a plain filter (${engine})`, async () => {
    const url = await newDatabaseUrl(engine, { migrated: true })
    await fill(url, OPERATIONS, Date.UTC(2026, 5, 1), { listed: true })
    const store = await openDatabase(url, { connections: 1 })
    try {
      const all = await store.db
        .selectFrom('operations')
        .select(columns)
        .orderBy('day', 'desc')
        .orderBy('id', 'desc')
        .execute()
      const find = finderOfMany(store)
      let found = 0
      await fc.assert(
        fc.asyncProperty(asked, async ({ amounts: { from, to }, word, lastFour, months, ...given }) => {
          const { status, declinedToo, rail, byPosting } = given
          const terms = [
            amountsTerm(from, to),
            ...(word === undefined ? [] : termsOf(word)),
            ...(lastFour === undefined ? [] : [lastFourTerm(lastFour)]),
          ]
          const [startDay, endDay] = months === undefined ? [] : [`${months[0]}-01`, `${months[1]}-28`]
          const filter = { ...given, startDay, endDay, brand: undefined, operator: undefined }
          const wanted = { terms, reference: undefined, email: undefined, transaction: undefined }
          const expected = all.filter((row) => {
            const day = byPosting ? row.posted_day : row.day
            const texts = { fill: row.rail !== 'card', pedido: true, nunez: row.rail === 'card' }
            return (
              row.total_centavos >= from &&
              row.total_centavos <= to &&
              (word === undefined || texts[word as keyof typeof texts]) &&
              (lastFour === undefined || row.card_last_four === lastFour) &&
              (status === undefined ? declinedToo || row.status !== 'declined' : row.status === status) &&
              (rail === undefined || row.rail === rail) &&
              day !== null &&
              (startDay === undefined || day >= startDay) &&
              (endDay === undefined || day <= endDay)
            )
          })
          const pages: string[] = []
          let startingAfter: string | undefined
          do {
            const page = await find(SANDBOX_ACCOUNT.id, filter, wanted, { limit: LIMIT, offset: 0, startingAfter })
            pages.push(...page.operations.map(({ id }) => id))
            // The totals are of the whole of what is found, or the answer says that there is more.
            if (!page.more) assert.equal(page.totals?.operations, expected.length)
            startingAfter = page.next ?? undefined
          } while (startingAfter !== undefined)
          assert.deepEqual(
            pages,
            expected.map(({ id }) => id),
          )
          found += pages.length
        }),
        { numRuns: 40 },
      )
      assert.ok(found > 0)
    } finally {
      await store.close()
    }
  })
}

/** Everything that pages of a search lead to. */
async function walked(store: Store, terms: Term[], limit: number): Promise<string[]> {
  const find = finderOfMany(store)
  const filter = { startDay: undefined, endDay: undefined, brand: undefined, operator: undefined, byPosting: undefined }
  const every = { ...filter, status: undefined, rail: undefined, declinedToo: true as const }
  const wanted = { terms, reference: undefined, email: undefined, transaction: undefined }
  const ids: string[] = []
  let startingAfter: string | undefined
  do {
    const page = await find(SANDBOX_ACCOUNT.id, every, wanted, { limit, offset: 0, startingAfter })
    ids.push(...page.operations.map(({ id }) => id))
    startingAfter = page.next ?? undefined
  } while (startingAfter !== undefined)
  return ids
}

const spans: [title: string, spanMs: number][] = [
  ['of a year', 365 * 86_400_000],
  ['of a second', 1_000],
  ['of one instant, as when the clock stands still', 0],
]

for (const engine of ENGINES)
  for (const [title, spanMs] of spans)
    test(`words of operations ${title} lead to each once, also to a few old ones that have two of them (${engine})`, async () => {
      const url = await newDatabaseUrl(engine, { migrated: true })
      const describe = (i: number) => (i < 6 ? 'rojo azul' : i % 2 === 0 ? 'rojo' : 'azul')
      await fill(url, 5_000, Date.UTC(2026, 5, 1), { listed: true, spanMs, describe })
      const store = await openDatabase(url, { connections: 1 })
      try {
        const all = await store.db
          .selectFrom('operations')
          .select(['id', 'description', 'card_last_four'])
          .orderBy('day', 'desc')
          .orderBy('id', 'desc')
          .execute()
        const idsOf = (has: (row: (typeof all)[number]) => boolean) => all.filter(has).map(({ id }) => id)
        assert.deepEqual(
          await walked(store, termsOf('rojo azul'), 50),
          idsOf((row) => row.description === 'rojo azul'),
        )
        assert.deepEqual(
          await walked(store, termsOf('az'), 300),
          idsOf((row) => row.description.includes('azul')),
        )
        assert.deepEqual(
          await walked(store, [...termsOf('rojo'), lastFourTerm('4242')], 500),
          idsOf((row) => row.description.includes('rojo') && row.card_last_four === '4242'),
        )
      } finally {
        await store.close()
      }
    })
