// A copy of the database on another server, whose numbers of transactions are lower, loses no event and delivers none that had been read.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { createClock } from '../../../src/core/clock.ts'
import { otherEvent } from '../../../src/events/append.ts'
import { columns } from '../../../src/store/columns.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { logReader, passedWrite } from '../../../src/store/log/read-committed.ts'
import { logFaults, logWatch } from '../../../src/store/log/watch.ts'
import { NoDatabase } from '../../../src/store/no-database.ts'
import { inOrder } from '../../../src/store/schema/create-tables.ts'
import type { Store } from '../../../src/store/store.ts'
import { run } from '../../../src/store/write.ts'
import { tables } from '../../../src/tables.ts'
import { describeOnPostgres, ENGINES, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'
import { makeDatabase, type PostgresServer, startPostgres } from '../../support/harness/postgres-server.ts'

const clock = createClock()

async function happens(store: Store, n: number, account = 'acc_1'): Promise<string> {
  const write = otherEvent(clock, 'plan.created', account, { n })
  await store.commit(write)
  const rows = await store.db.selectFrom('events').select('id').orderBy('id', 'desc').limit(1).execute()
  return rows[0]?.id ?? assert.fail()
}

/** Passes everything that may be read; answers the events in the order of reading. */
async function readAll(store: Store, reader: 'webhooks' | 'search' = 'search'): Promise<string[]> {
  const log = logReader(store, reader)
  const ids: string[] = []
  for (;;) {
    const portion = await log.next(3)
    if (portion === undefined) return ids
    ids.push(...portion.events.map(({ id }) => id))
    await store.commit([passedWrite(portion)])
  }
}

async function asked(url: string, text: string): Promise<Record<string, never>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Copies all rows of `from` into a new database, as `pg_dump` does: places stay, and so does what the column of places has by default. */
async function copied(from: string, server: PostgresServer, name: string): Promise<string> {
  const to = await makeDatabase(server.url, name)
  const made = await openDatabase(to, { connections: 1 })
  await made.close()
  const [source, target] = [new pg.Client(from), new pg.Client(to)]
  await Promise.all([source.connect(), target.connect()])
  const [row] = (
    await source.query(
      `select pg_get_expr(adbin, adrelid) as place from pg_attrdef where adrelid = 'events'::regclass and pg_get_expr(adbin, adrelid) like '%xact%'`,
    )
  ).rows
  await target.query('begin')
  await target.query(`alter table events alter column position set default ${row.place}`)
  await target.query(`truncate ${tables.map((table) => table.name).join(', ')}`)
  for (const { name: table, keys } of inOrder(tables)) {
    const { rows } = await source.query(`select to_jsonb(${table}) as row from ${table}`)
    // The database makes the columns that it derives.
    const names = [...(keys.isLog ? ['position'] : []), ...columns[table as 'events']].join(', ')
    for (const { row } of rows)
      await target.query(
        `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1)`,
        [row],
      )
  }
  await target.query('commit')
  await Promise.all([source.end(), target.end()])
  return to
}

/** Uses up numbers of transactions. */
const spend = (url: string, count: number) =>
  asked(url, `do $$ begin for n in 1..${count} loop perform pg_current_xact_id(); commit; end loop; end $$`)

describeOnPostgres('a copy of the database on another server', () => {
  let servers: PostgresServer[] = []
  before(async () => {
    servers = await Promise.all([startPostgres('quick'), startPostgres('quick'), startPostgres('quick')])
  })
  after(async () => {
    for (const server of servers) await server.stop()
    await stopPostgres()
  })

  test('delivers what waited, then what happens on the new server, each once, also when it is copied again', async () => {
    let url = await makeDatabase(servers[0]?.url ?? '', 'original')
    let store = await openDatabase(url, { connections: 2 })
    await spend(url, 5_000)
    const read = await happens(store, 1)
    assert.deepEqual(await readAll(store), [read])
    let waits = await happens(store, 2)
    for (const [copy, server] of servers.slice(1).entries()) {
      await store.close()
      url = await copied(url, server, `copy_${copy}`)
      // Two processes start at once.
      const opened = await Promise.all([1, 2].map(() => openDatabase(url, { connections: 2 })))
      store = opened[0] as Store
      await opened[1]?.close()
      const after = await happens(store, 3)
      assert.deepEqual(await readAll(store), [waits, after])
      assert.deepEqual(await readAll(store), [])
      waits = await happens(store, 4)
    }
    // Places go on upwards by themselves: nothing is mended again.
    assert.deepEqual(await store.mendLog(), [])
    await store.close()
  })

  test('takes events that running processes wrote on it before it was mended behind all others, in their order', async () => {
    const from = await makeDatabase(servers[0]?.url ?? '', 'switched')
    const original = await openDatabase(from, { connections: 1 })
    await spend(from, 5_000)
    await happens(original, 1)
    await readAll(original)
    const waits = await happens(original, 2)
    await original.close()
    const url = await copied(from, servers[1] as PostgresServer, 'switched')
    const { openPostgres } = await import('../../../src/store/postgres/engine.ts')
    // It was connected through a pooler, and was not started again.
    const store = openPostgres(url, { connections: 2 })
    const unseen = [await happens(store, 3), await happens(store, 4)]
    assert.equal((await store.mendLog()).length, 1)
    const seen = await happens(store, 5)
    assert.deepEqual(await readAll(store), [waits, ...unseen, seen])
    await store.close()
  })

  test('is mended by a process that runs, which says so, and until then the status says what is wrong', async () => {
    const from = await makeDatabase(servers[0]?.url ?? '', 'watched')
    const original = await openDatabase(from, { connections: 1 })
    await spend(from, 5_000)
    await happens(original, 1)
    await readAll(original)
    await original.close()
    const url = await copied(from, servers[1] as PostgresServer, 'watched')
    const { openPostgres } = await import('../../../src/store/postgres/engine.ts')
    const store = openPostgres(url, { connections: 2 })
    const unseen = await happens(store, 2)
    const patience = { nowMs: Date.now(), overdueMs: 60_000 }
    assert.match((await logFaults(store, patience)).join(), /copied to another server.*run cobro migrate/)
    const lines: string[] = []
    const say = (fields: object) => lines.push(JSON.stringify(fields))
    const watch = logWatch({ store, clock }, { warn: say, error: say })
    const broken = () => watch.gauges.find(({ name }) => name === 'cobro_log_broken')?.read()
    for (const { collect } of watch.collectors) await collect()
    assert.match(lines.join(), /places in the log go on/)
    assert.equal(broken(), 0)
    assert.deepEqual(await readAll(store), [unseen])
    assert.deepEqual(await logFaults(store, patience), [])
    await store.close()
  })

  test('whose readers are held up by somebody who writes events names the connection and how to end it', async () => {
    const url = await makeDatabase(servers[0]?.url ?? '', 'held')
    const store = await openDatabase(url, { connections: 2 })
    const client = new pg.Client({ connectionString: url, application_name: 'somebody' })
    await client.connect()
    await client.query('begin')
    await client.query('lock table events in row exclusive mode')
    await client.query('select pg_current_xact_id()')
    await happens(store, 1)
    assert.deepEqual(await readAll(store), [])
    // A minute later, by what it is asked about.
    const [one] = await logFaults(store, { nowMs: Date.now() + 600_000, overdueMs: 60_000, longMs: 0 })
    assert.match(one ?? '', /lag behind in bucket \d+.*connection \d+ of somebody.*pg_terminate_backend\(\d+\)/)
    await client.end()
    assert.match(
      (await logFaults(store, { nowMs: Date.now() + 600_000, overdueMs: 60_000 })).join(),
      /a process that serves must run/,
    )
    assert.equal((await readAll(store)).length, 1)
    await readAll(store, 'webhooks')
    assert.deepEqual(await logFaults(store, { nowMs: Date.now() + 600_000, overdueMs: 60_000 }), [])
    await store.close()
  })

  test('is refused with the remedy when the role of the service may not renumber, and the owner’s migration mends it', async () => {
    const from = await makeDatabase(servers[0]?.url ?? '', 'roles')
    const original = await openDatabase(from, { connections: 1 })
    await spend(from, 5_000)
    await happens(original, 1)
    await original.close()
    const url = await copied(from, servers[1] as PostgresServer, 'roles')
    await asked(url, `create role serving login password 'serving'`)
    const { giveRights } = await import('../../../src/store/postgres/role-rights.ts')
    await giveRights((text) => asked(url, text), 'serving')
    const asService = url.replace('postgres:postgres@', 'serving:serving@')
    await assert.rejects(
      openDatabase(asService, { connections: 1 }),
      (error) => error instanceof NoDatabase && /run cobro migrate with the role that owns it/.test(error.message),
    )
    await (await openDatabase(url, { connections: 1 })).close()
    await (await openDatabase(asService, { connections: 1 })).close()
  })

  test('starts when somebody writes events for long: it says so, waits for nobody, and starts when that has ended', async () => {
    const from = await makeDatabase(servers[0]?.url ?? '', 'busy')
    const original = await openDatabase(from, { connections: 1 })
    await spend(from, 5_000)
    await happens(original, 1)
    await original.close()
    const url = await copied(from, servers[1] as PostgresServer, 'busy')
    const client = new pg.Client(url)
    await client.connect()
    await client.query('begin')
    await client.query('lock table events in row exclusive mode')
    await assert.rejects(
      openDatabase(url, { connections: 1 }),
      (error) => error instanceof NoDatabase && /a transaction does not end/.test(error.message),
    )
    await client.end()
    await (await openDatabase(url, { connections: 1 })).close()
  })
})

for (const engine of ENGINES) {
  describe(`a cursor of the log [${engine}]`, () => {
    after(stopPostgres)

    test('that is missing or lies ahead of the log is made anew, and the reader misses nothing', async () => {
      const url = await newDatabaseUrl(engine, { migrated: true })
      let store = await openDatabase(url, { connections: 1 })
      const events = [await happens(store, 1), await happens(store, 2)]
      assert.deepEqual(await readAll(store), events)
      const harms = (store: Store) => [
        store.db.deleteFrom('cursors').where('reader', '=', 'search').compile(),
        store.db.updateTable('cursors').set({ position: 999_999_999_999 }).where('reader', '=', 'search').compile(),
      ]
      for (const harm of harms(store)) {
        await store.commit([run(harm)])
        const faults = await logFaults(store, { nowMs: Date.now(), overdueMs: 60_000 })
        assert.match(faults.join(), /16 of its 32 cursors are missing or lie ahead of it: run cobro migrate/)
        await store.close()
        store = await openDatabase(url, { connections: 1 })
        events.push(await happens(store, 3))
        assert.deepEqual(await readAll(store), events)
        assert.deepEqual(await store.mendLog(), [])
      }
      await store.close()
    })
  })
}
