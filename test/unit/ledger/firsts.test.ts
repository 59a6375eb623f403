// A table that a checkpoint does not read has no record in its span, whatever ids and instants somebody has written into the database.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { firstIdAt } from '../../../src/core/ids.ts'
import { instantOf } from '../../../src/core/time.ts'
import { firstsFrom, oldestMs, tablesUntil } from '../../../src/ledger/book-firsts.ts'
import { recordsBetween } from '../../../src/ledger/book-records.ts'
import { bookTables } from '../../../src/ledger/book-tables.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { run } from '../../../src/store/write.ts'

const BEGIN_MS = Date.parse('2027-01-12T18:00:00.000Z')
const store = await openDatabase(':memory:', { connections: 1 })
after(() => store.close())

const write = (statement: ReturnType<typeof sql>) => run(statement.compile(store.db))
const instants = fc.integer({ min: 0, max: 20 }).map((at) => BEGIN_MS + at * 1_000)
/** Ids as the program makes them, and others. */
const ids = fc.oneof(
  instants.map((ms) => firstIdAt('evt', ms)),
  instants.map((ms) => `${firstIdAt('evt', ms)}x`),
  fc.constantFrom('evt_', 'evt_0', 'evt_otro', 'evt_zzz', 'pay_0', ''),
)
const texts = fc.oneof(
  instants.map(instantOf),
  instants.map((ms) => `${instantOf(ms)}x`),
  fc.constantFrom('', '2027', 'otro', '2027-01-12T18:00:07'),
)

test('every table with a record in a span is among those that are read', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(fc.constantFrom('acc_1', 'acc_2'), ids), { selector: String, maxLength: 6 }),
      fc.array(texts, { maxLength: 4 }),
      instants,
      instants,
      async (events, entries, fromMs, untilMs) => {
        await store.commit([
          write(sql`delete from events`),
          write(sql`delete from entries`),
          ...events.map(([account, id]) =>
            write(sql`insert into events (account_id, id, type, created_at, bucket)
              values (${account}, ${id}, 'webhook.ping', '2027-01-12T18:00:00.000Z', 0)`),
          ),
          ...entries.map((at, index) =>
            write(sql`insert into entries (account_id, entry, day, lines, created_at)
              values ('acc_1', ${`entry-${index}`}, '2027-01-12', '[]', ${at})`),
          ),
        ])
        const firsts = await firstsFrom(store.db, fromMs)
        const read = tablesUntil(untilMs, firsts)
        const having: string[] = []
        for (const table of bookTables)
          for await (const { length } of recordsBetween(store.db, table, { fromMs, untilMs }))
            if (length > 0) having.push(table)
        assert.deepEqual(
          having.filter((table) => !read.some((one) => one === table)),
          [],
        )
        // No table is read in vain: otherwise a list of all tables would pass.
        if (untilMs > fromMs) assert.equal(read.length, having.length)
        // The oldest record is within the span, so a reader may begin there.
        if (having.length > 0) assert.ok(Number(oldestMs(firsts)) < untilMs, `${oldestMs(firsts)}`)
        // A later reading that knows these results asks fewer tables, and finds the same.
        const laterMs = Math.max(fromMs, untilMs)
        const known = await firstsFrom(store.db, laterMs, firsts)
        assert.deepEqual(new Map([...known].sort()), new Map([...(await firstsFrom(store.db, laterMs))].sort()))
      },
    ),
    { numRuns: 40 },
  )
})
