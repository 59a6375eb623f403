// Whether the service can take payments is tried by a write, quickly, and at most once a second.
import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { createClock } from '../../src/core/clock.ts'
import { openDatabase } from '../../src/store/database.ts'
import { readiness } from '../../src/store/readiness.ts'
import { run } from '../../src/store/write.ts'
import { createWorker } from '../../src/worker.ts'
import { ENGINES, stopPostgres } from '../support/harness/engines.ts'
import { openWorld } from '../support/harness/world.ts'

after(stopPostgres)

describe('readiness is proved by a write', () => {
  test('the write runs once a second, for any number of requests', async () => {
    let probes = 0
    const ready = readiness({
      probe: async () => {
        probes += 1
        return []
      },
    })
    for (let times = 0; times < 50; times += 1) await Promise.all([ready(), ready()])
    assert.equal(probes, 1)
    await pause(1_050)
    await ready()
    assert.equal(probes, 2)
  })

  test('a write that does not end is a refusal within a second, each time, and no second one is begun meanwhile', async ({
    mock,
  }) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    let probes = 0
    const ready = readiness({
      probe: () => {
        probes += 1
        return new Promise(() => {})
      },
    })
    for (const _ of [1, 2]) {
      const refused = assert.rejects(ready())
      mock.timers.tick(1_000)
      await refused
    }
    assert.equal(probes, 1)
  })

  test('while another program holds the SQLite file, the service is not ready; then it is', async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'cobro-ready-'))
    const path = join(folder, 'cobro.db')
    const world = await openWorld('sqlite', { DATABASE_URL: `file:${path}`, DATABASE_WRITE_TIMEOUT_MS: '300' })
    context.after(async () => {
      await world.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const merchant = await world.merchant()
    const ready = async () => (await world.send({ method: 'GET', url: '/readyz' })).status
    assert.equal(await ready(), 200)
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    await pause(1_100)
    const startedMs = performance.now()
    assert.equal(await ready(), 503)
    const refused = await merchant.post('/v1/payment/spei', { total: 150 })
    assert.equal(refused.status, 503)
    assert.ok(Number(refused.headers['retry-after']) > 0)
    // Without a bound of the service it would be as long as the file is held.
    assert.ok(performance.now() - startedMs < 15_000)
    other.exec('rollback')
    other.close()
    await pause(1_100)
    assert.equal(await ready(), 200)
    assert.equal((await merchant.post('/v1/payment/spei', { total: 150 })).status, 200)
  })

  test('a SQLite file that is moved away while it is served takes no payments, until it is back', async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'cobro-moved-'))
    const path = join(folder, 'cobro.db')
    const world = await openWorld('sqlite', { DATABASE_URL: `file:${path}` })
    context.after(async () => {
      await world.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const merchant = await world.merchant()
    const pay = async () => (await merchant.post('/v1/payment/spei', { total: 150 })).status
    const ready = async () => {
      await pause(1_100)
      return (await world.send({ method: 'GET', url: '/readyz' })).status
    }
    assert.equal(await pay(), 200)
    renameSync(path, `${path}.old`)
    assert.equal(await pay(), 503)
    assert.equal(await ready(), 503)
    // A copy that somebody puts there is not the file that is open.
    copyFileSync(`${path}.old`, path)
    assert.equal(await pay(), 503)
    rmSync(path)
    renameSync(`${path}.old`, path)
    assert.equal(await pay(), 200)
    assert.equal(await ready(), 200)
  })

  for (const beside of ['-wal', '-shm'])
    test(`a SQLite file whose ${beside} is removed while it is served takes no payments, and those that were acknowledged are on disk`, async (context) => {
      const folder = mkdtempSync(join(tmpdir(), 'cobro-beside-'))
      const path = join(folder, 'cobro.db')
      const world = await openWorld('sqlite', { DATABASE_URL: `file:${path}` })
      context.after(async () => {
        await world.close()
        rmSync(folder, { recursive: true, force: true })
      })
      const merchant = await world.merchant()
      const pay = async () => (await merchant.post('/v1/payment/spei', { total: 150 })).status
      assert.equal(await pay(), 200)
      renameSync(path + beside, `${path}.old`)
      assert.equal(await pay(), 503)
      await pause(1_100)
      assert.equal((await world.send({ method: 'GET', url: '/readyz' })).status, 503)
      renameSync(`${path}.old`, path + beside)
      assert.equal(await pay(), 200)
      rmSync(path + beside)
      assert.equal(await pay(), 503)
      // What a machine has that stops now.
      for (const name of ['', '-wal'])
        if (existsSync(path + name)) copyFileSync(path + name, `${join(folder, 'copy.db')}${name}`)
      const copy = new DatabaseSync(join(folder, 'copy.db'))
      assert.deepEqual({ ...copy.prepare('select count(*) as paid from operations').get() }, { paid: 2 })
      copy.close()
    })

  test('with a read-only SQLite file the service is not ready, and the checks leave nothing behind', async (context) => {
    const world = await openWorld('sqlite')
    context.after(() => world.close())
    const { store } = world.service
    const ready = async () => {
      await pause(1_100)
      return (await world.send({ method: 'GET', url: '/readyz' })).status
    }
    assert.equal(await ready(), 200)
    await store.returning(sql`pragma query_only = on`.compile(store.db))
    assert.equal(await ready(), 503)
    assert.deepEqual(await store.db.selectFrom('probes').select('filler').execute(), [])
  })

  test('on a full disk payments are refused, nothing is lost, and the service is not ready until there is room', async (context) => {
    const world = await openWorld('sqlite')
    context.after(() => world.close())
    const merchant = await world.merchant()
    const { store } = world.service
    const limit = (pages: string) =>
      store.returning(sql.raw(`pragma max_page_count = ${pages}`).compile(store.db) as never)
    const ready = async () => {
      await pause(1_100)
      return (await world.send({ method: 'GET', url: '/readyz' })).status
    }
    const made: string[] = []
    // One page is fewer than there are: the file stays as large as it is.
    await limit('1')
    const voucher = () => merchant.post('/v1/payment/spei', { total: 150 })
    let answer = await voucher()
    for (let tries = 0; answer.status === 200 && tries < 500; tries += 1) {
      made.push(answer.body.result.transaction)
      answer = await voucher()
    }
    assert.equal(answer.status, 503, answer.text)
    assert.equal(await ready(), 503)
    await limit('1000000')
    assert.equal((await voucher()).status, 200)
    assert.equal(await ready(), 503, 'a moment later it may be full again')
    await pause(5_000)
    assert.equal(await ready(), 200)
    for (const id of made) assert.equal((await merchant.get(`/v1/operations/${id}`)).status, 200)
  })

  test('a process stays ready when all tables are published for a copy by logical replication (postgres)', async (context) => {
    if (!ENGINES.includes('postgres')) return context.skip('only PostgreSQL replicates')
    const world = await openWorld('postgres')
    context.after(() => world.close())
    const { store } = world.service
    await store.returning(sql`create publication everything for all tables`.compile(store.db))
    const ready = async () => (await world.send({ method: 'GET', url: '/readyz' })).status
    let status = await ready()
    // A busy machine may be late with an answer.
    for (let tries = 0; status !== 200 && tries < 20; tries += 1) {
      await pause(1_100)
      status = await ready()
    }
    assert.equal(status, 200)
    const published = sql<{ name: string }>`select relname as name from pg_class
      where relkind = 'r' and relnamespace = cast(current_schema() as regnamespace)
      and not exists (select 1 from pg_index where indrelid = pg_class.oid and indisprimary)`
    assert.deepEqual((await published.execute(store.db)).rows, [], 'a row without a key cannot be changed then')
  })

  for (const engine of ENGINES) {
    test(`a process is not ready once a newer program has made a breaking change, and is ready while the change only adds (${engine})`, async (context) => {
      const world = await openWorld(engine)
      context.after(() => world.close())
      const { store } = world.service
      const ready = async () => (await world.send({ method: 'GET', url: '/readyz' })).status
      assert.equal(await ready(), 200)
      for (const [name, position, status] of [
        ['9998-of-tomorrow', 998, 200],
        ['9999-of-tomorrow-breaking', 999, 503],
      ] as const) {
        const applied = sql`insert into migrations (name, position) values (${name}, ${position})`
        await store.commit([run(applied.compile(store.db))])
        await pause(1_100)
        assert.equal(await ready(), status, name)
      }
    })
  }

  test('the worker’s delay stays known, and grows, while the database does not answer', async (context) => {
    const clock = createClock()
    let away = false
    const nextDueAt = async () => {
      if (away) throw new Error('away')
      return new Date(clock.epochMs() - 60_000).toISOString()
    }
    const log = pino({ level: 'silent' })
    const store = await openDatabase(':memory:', { connections: 1 })
    const worker = createWorker({ store, clock, log, tasks: [{ name: 'late', nextDueAt, run: async () => 0 }] })
    context.after(async () => {
      await worker.stop()
      await store.close()
    })
    assert.equal(worker.lagSeconds(), 0)
    worker.start()
    while (worker.lagSeconds() === 0) await pause(10)
    away = true
    const before = worker.lagSeconds()
    assert.ok(before >= 60)
    await pause(50)
    assert.ok(worker.lagSeconds() > before)
  })
})
