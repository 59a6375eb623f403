// The list of events of a type is what the list of all events has of it, page by page, however far apart and close together they were.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { createClock } from '../../../src/core/clock.ts'
import { instantOf } from '../../../src/core/time.ts'
import { otherEvent } from '../../../src/events/append.ts'
import { listEvents } from '../../../src/events/log.ts'
import { refillSpans } from '../../../src/events/spans.ts'
import type { EventRow } from '../../../src/events/tables.ts'
import { audit } from '../../../src/service/audit.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { run } from '../../../src/store/write.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'

const START_MS = Date.parse('2026-11-20T12:00:00.000Z')
const TYPES = ['plan.created', 'plan.charged', 'customer.created'] as const
/** Events at one moment, some seconds apart, and days apart. */
const STEPS_MS = [0, 0, 3, 7_000, 7_000, 250_000, 600_000, 3 * 86_400_000]

for (const engine of ENGINES) {
  describe(`the list of events of a type [${engine}]`, () => {
    after(stopPostgres)

    test('has each of them once, newest first, between instants too', async (t) => {
      const store = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 3 })
      t.after(() => store.close())
      let atMs = START_MS
      const instants: string[] = []
      for (let n = 0; n < 90; n += 1) {
        atMs += STEPS_MS[(n * 5) % STEPS_MS.length] ?? 0
        instants.push(instantOf(atMs))
        const clock = createClock({ offsetMs: 0, frozenMs: atMs })
        const type = TYPES[(n * 7 + Math.floor(n / 4)) % TYPES.length] ?? 'plan.created'
        await Promise.all(
          ['acc_one', 'acc_two'].map((account) => store.commit(otherEvent(clock, type, account, { n }))),
        )
      }
      const paged = async (asked: { type?: string; since?: string; until?: string }, limit: number) => {
        const found: EventRow[] = []
        for (;;) {
          const startingAfter = found.at(-1)?.id
          const page = await listEvents(store, { accountId: 'acc_one', ...asked, startingAfter, limit: limit + 1 })
          found.push(...page.slice(0, limit))
          if (page.length <= limit) return found
        }
      }
      const all = await paged({}, 100)
      assert.equal(all.length, 90)
      for (const type of TYPES) {
        const own = all.filter((one) => one.type === type)
        assert.ok(own.length > 10, `${own.length} of ${type}`)
        for (const limit of [1, 4, 50]) assert.deepEqual(await paged({ type }, limit), own, `${type} by ${limit}`)
        const [since = '', until = ''] = [instants[20], instants[70]]
        const between = own.filter(({ created_at: at }) => at >= since && at <= until)
        assert.deepEqual(await paged({ type, since, until }, 3), between, `${type} from ${since} to ${until}`)
      }
      assert.deepEqual(await paged({ type: 'no.type' }, 5), [])
      const spans = await store.db.selectFrom('event_spans').select('span').execute()
      assert.ok(spans.length < 150, `${spans.length} spans of 180 events`)

      // Somebody has removed spans: the audit says of which events, and they are put back.
      const faults = async () => {
        const { invariants } = await audit(store)
        return invariants.find(({ name }) => name === 'event-spans')?.first ?? null
      }
      assert.equal(await faults(), null)
      const own = await paged({ type: 'plan.charged' }, 50)
      await store.commit([run(sql`delete from event_spans where type = 'plan.charged'`.compile(store.db))])
      assert.deepEqual(await paged({ type: 'plan.charged' }, 50), [])
      assert.match((await faults())?.id ?? '', /^plan.charged evt_/)
      // In several portions.
      await refillSpans(store, 7)
      assert.equal(await faults(), null)
      assert.deepEqual(await paged({ type: 'plan.charged' }, 50), own)
    })

    test('a reader who pages on while processes with clocks apart write gets each event once that was there when it began', async (t) => {
      const store = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 3 })
      t.after(() => store.close())
      let atMs = START_MS
      const happens = async (type: (typeof TYPES)[number], lateMs: number) => {
        atMs += 700
        await store.commit(otherEvent(createClock({ offsetMs: 0, frozenMs: atMs - lateMs }), type, 'acc_one', {}))
      }
      for (let n = 0; n < 40; n += 1) await happens('plan.charged', n % 3 === 0 ? 5_000 : 0)
      for (const type of [undefined, 'plan.charged'] as const) {
        const asked = { accountId: 'acc_one', ...(type !== undefined && { type }) }
        const there = (await listEvents(store, { ...asked, limit: 500 })).map(({ id }) => id)
        const read: string[] = []
        for (;;) {
          const page = await listEvents(store, { ...asked, startingAfter: read.at(-1), limit: 3 })
          if (page.length === 0) break
          read.push(...page.map(({ id }) => id))
          for (const lateMs of [0, 5_000, 9_000]) await happens('plan.charged', lateMs)
        }
        assert.deepEqual([...read].sort().reverse(), read, 'in order')
        assert.equal(new Set(read).size, read.length)
        assert.deepEqual(
          there.filter((id) => !read.includes(id)),
          [],
        )
      }
    })
  })
}
