// Background work looks for what waits many times a minute, and people ask what is open: neither reads what is done, however much that is.
import assert from 'node:assert/strict'
import { StatementSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { answeredRails } from '../../../src/core/rail.ts'
import type { DueExpression } from '../../../src/core/task.ts'
import { nothingEarlier } from '../../../src/events/webhooks/lane.ts'
import { isOfRails } from '../../../src/operations/due.ts'
import { eachOpen } from '../../../src/service/open-items.ts'
import { atOnce, dueAt, dueReader, firstOf } from '../../../src/store/queues/next-due.ts'
import { onBothEngines, openWorld, type World } from '../../support/harness/world.ts'

/** Tables that grow with the payments or with the merchants. */
const GROWING = new Set(
  `operations postings events payments_received found_pages transfers payouts payout_lines refunds disputes messages
  webhook_deliveries delivery_attempts statement_lines advices cards customers idempotency card_tokens envelope_claims
  reversals affiliate_entries mailbox`.split(/\s+/),
)

describe('background work, and the list of what is open, on SQLite, which keeps no statistics,', () => {
  let world: World
  before(async () => {
    world = await openWorld('sqlite')
  })
  after(() => world.close())

  test('ask for the work of all tasks in one statement', async (t) => {
    await world.work()
    const asked: string[] = []
    const { all } = StatementSync.prototype
    t.after(() => {
      StatementSync.prototype.all = all
    })
    StatementSync.prototype.all = function (...values) {
      asked.push(this.sourceSQL)
      return all.apply(this, values as never)
    }
    const { worker } = world.service
    await worker.alone(() => worker.runDue())
    StatementSync.prototype.all = all
    const together = asked.filter((text) =>
      ['advices', 'messages', 'transfers'].every((table) => text.includes(`"${table}"`)),
    )
    assert.equal(together.length, 1, asked.join('\n'))
    assert.ok(asked.length < 15, asked.join('\n'))
  })

  test('read no table from its beginning, only the rows of an index that wait', async (t) => {
    const asked = new Map<string, unknown[]>()
    const { all } = StatementSync.prototype
    t.after(() => {
      StatementSync.prototype.all = all
    })
    StatementSync.prototype.all = function (...values) {
      if (/^(select|with)/i.test(this.sourceSQL)) asked.set(this.sourceSQL, values)
      return all.apply(this, values as never)
    }
    await world.work()
    await world.service.worker.nextDue()
    for await (const _ of eachOpen(world.service.store));
    StatementSync.prototype.all = all
    assert.ok(asked.size > 30, `${asked.size} statements`)

    const { db } = world.service.store
    const indexes = await sql<{ name: string; sql: string }>`select name, sql from sqlite_schema
      where type = 'index' and sql is not null`.execute(db)
    // A name that some rows do not have leaves most rows in the index.
    const isOfFew = (text: string) => / where /i.test(text) && !/ where (?!\w*due_at)\w+ is not null$/i.test(text)
    const partial = new Set(indexes.rows.filter((one) => isOfFew(one.sql)).map(({ name }) => name))
    const faults: string[] = []
    for (const [text, values] of asked) {
      let at = 0
      const literal = () => literalOf(values[at++])
      const plan = await sql<{
        detail: string
      }>`${sql.raw(`explain query plan ${text.replace(/\?/g, literal)}`)}`.execute(db)
      const details = plan.rows.map(({ detail }) => detail)
      // In the order of an index, and no further than the first rows.
      const endsEarly = /\blimit\b/i.test(text) && details.length === 1
      for (const detail of details) {
        // All rows by their key are the whole table too.
        const scan = /^(?:SCAN (\w+)|SEARCH (\w+)(?=.*\(\w+>\?\)))( USING (?:COVERING )?INDEX (\w+))?/.exec(detail)
        if (scan === null) continue
        const name = scan[1] ?? scan[2] ?? ''
        const index = scan[4]
        const table = tableOf(text, name)
        const isKey = /^SEARCH \w+ USING INDEX sqlite_autoindex_/.test(detail)
        const isWhole = index === undefined || isKey || !(partial.has(index) || endsEarly)
        if (GROWING.has(table) && isWhole) faults.push(`${detail}: ${text}`)
      }
    }
    assert.deepEqual(faults, [])
  })
})

onBothEngines('whether an earlier webhook of its operation waits', (world) => {
  test('is read of the first that waits, however many wait for its endpoint', async () => {
    const { db, engine } = world().service.store
    if (engine === 'postgres') {
      // Hundreds of its own, among operations of two.
      await sql`insert into webhook_deliveries
          (event_id, endpoint_id, account_id, operation_id, state, tries, attempts, due_at, leased_until, created_at)
        select 'evt_' || n, 'whk_one', 'acc_one', lpad((case when n % 2 = 0 then 0 else n / 4 end)::text, 32, '0')::uuid, 'pending', 0, 0,
          now(), 0, now() from generate_series(1, 3000) as n`.execute(db)
      await sql`analyze webhook_deliveries`.execute(db)
    }
    const explain = sql.raw(engine === 'sqlite' ? 'explain query plan ' : 'explain ')
    // As the queues of all accounts are read, and as one of them is leased.
    for (const account of [sql.ref('due.account_id'), sql`'acc_one'`]) {
      const plan = await sql<Record<string, string>>`${explain}select due_at from webhook_deliveries as due
        where due.account_id = 'acc_one' and due.endpoint_id = 'whk_one' and due.due_at is not null and ${nothingEarlier('due', account)}
        order by due.due_at limit 1`.execute(db)
      const told = plan.rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n')
      const wanted =
        engine === 'sqlite'
          ? /SEARCH earlier USING INDEX webhook_deliveries_in_order \(account_id=\? AND operation_id=\? AND endpoint_id=\?\)/
          : /Index Scan using webhook_deliveries_in_order on webhook_deliveries earlier/
      assert.match(told, wanted)
      assert.doesNotMatch(told, /TEMP B-TREE|Sort Key: earlier/)
    }
  })
})

function literalOf(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

/** The table that an alias stands for. */
function tableOf(text: string, name: string): string {
  return new RegExp(`"?(\\w+)"? as "?${name}"?\\b`).exec(text)?.[1] ?? name
}

onBothEngines('when work falls due', (world) => {
  test('is the same asked alone and with all others, and rows that are worked off at once are due by now', async () => {
    const { store, clock } = world().service
    const needs = { store, clock }
    const early = '2020-01-01T00:00:00.000Z'
    const late = '2999-01-01T00:00:00.000Z'
    const some = (...instants: (string | null)[]) =>
      firstOf(instants.map((at) => store.db.selectNoFrom(sql<string | null>`cast(${at} as text)`.as('due_at'))))
    const now = clock.now()
    const frozen = { ...needs, clock: { ...clock, now: () => now } }
    const expected = new Map<DueExpression, string | undefined>([
      [() => some(late, early, null), early],
      [() => some(null, null), undefined],
      [() => some(late), late],
      [atOnce(() => some(late)), now],
      [atOnce(() => some(early)), early],
      [atOnce(() => some(null)), undefined],
      [(hole) => sql`(select case when ${hole('wallNow')} > 1700000000000 then cast(${hole('now')} as text) end)`, now],
    ])
    const together = dueReader(frozen, [...expected.keys()])
    assert.deepEqual((await together()).dues, [...expected.values()])
    for (const [expression, due] of expected) assert.equal(await dueAt(frozen, expression)(), due)
    assert.deepEqual((await dueReader(frozen, [])()).dues, [])
  })
})

onBothEngines('the search for unanswered charges', (world) => {
  test('reads their own index, however many vouchers are open', async () => {
    const { db, engine } = world().service.store
    const query = sql`select due_at from operations
      where due_at is not null and ${isOfRails(answeredRails)} and status = 'pending' order by due_at limit 1`
    const explain = sql.raw(engine === 'sqlite' ? 'explain query plan ' : 'explain ')
    const plan = await sql`${explain}${query}`.execute(db)
    assert.match(JSON.stringify(plan.rows), /operations_unanswered/)
  })
})
