// While the database is away, clients are asked to try again; the service uses it as soon as it is back.
import assert from 'node:assert/strict'
import { connect, createServer, type Socket } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { isOutage } from '../../src/store/outage.ts'
import { openPostgres } from '../../src/store/postgres/engine.ts'
import { newDatabaseUrl, stopPostgres } from '../support/harness/engines.ts'
import { openWorld } from '../support/harness/world.ts'

/** Stands between the service and its PostgreSQL. Cut, it takes no connections; `mute`, it takes them and closes them. */
async function cable(target: URL) {
  let mute = false
  const ends = new Set<Socket>()
  const server = createServer((near) => {
    if (mute) return near.destroy()
    const far = connect(Number(target.port), target.hostname)
    near.pipe(far).pipe(near)
    for (const end of [near, far]) ends.add(end.on('error', () => {}).on('close', () => ends.delete(end)))
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const url = new URL(target)
  url.port = String(port)
  const end = () => {
    for (const one of ends) one.destroy()
  }
  return {
    url: url.href,
    cut: () => {
      server.close()
      end()
    },
    mend: () => listen(port),
    mute: () => {
      mute = true
      end()
    },
    speak: () => {
      mute = false
    },
  }
}

describe('a database outage', () => {
  after(stopPostgres)

  test('is a 503 with Retry-After while it lasts, and nothing is lost or doubled afterwards', async () => {
    const line = await cable(new URL(await newDatabaseUrl('postgres', { durable: true })))
    const world = await openWorld('postgres', { DATABASE_URL: line.url })
    const merchant = await world.merchant()
    const order = (key: string) => merchant.post('/v1/payment/spei', { total: 150 }, { 'idempotency-key': key })
    assert.equal((await order('first')).status, 200)

    line.cut()
    for (const answer of [await order('second'), await merchant.get('/v1/operations'), await order('second')]) {
      assert.equal(answer.status, 503, answer.text)
      assert.equal(answer.headers['retry-after'], '1')
      assert.equal(answer.body.error.code, 'InternalErrorException')
    }
    assert.equal((await world.send({ method: 'GET', url: '/readyz' })).status, 503)
    assert.equal((await world.send({ method: 'GET', url: '/healthz' })).status, 200)

    await line.mend()
    let answer = await order('second')
    for (let tries = 0; answer.status === 503 && tries < 20; tries += 1) answer = await order('second')
    assert.equal(answer.status, 200, answer.text)
    assert.equal((await merchant.get('/v1/operations')).body.result.total, 2)
    await world.close()
    line.cut()
  })

  test('a proxy that has lost its server is waited for only for a limited time', async () => {
    const line = await cable(new URL(await newDatabaseUrl('postgres', { durable: true })))
    const store = openPostgres(line.url, { connections: 1, readTimeoutMs: 1_000 })
    const ask = async () => [...(await store.rows(sql`select 1 as one`.compile(store.db)))]
    assert.deepEqual(await ask(), [{ one: 1 }])
    line.mute()
    for (let tries = 0; tries < 3; tries += 1) await assert.rejects(ask(), (error) => isOutage(error))
    line.speak()
    const answer = async (left: number): Promise<unknown> =>
      ask().catch((error) => (left > 0 ? answer(left - 1) : Promise.reject(error)))
    assert.deepEqual(await answer(20), [{ one: 1 }])
    await store.close()
    line.cut()
  })

  test('connections that the server ends during work block nothing afterwards, and no snapshot ends the process', async (t) => {
    const url = await newDatabaseUrl('postgres', { durable: true })
    const store = openPostgres(url, { connections: 8 })
    const operator = openPostgres(url, { connections: 1, applicationName: 'operator' })
    t.after(() => Promise.all([store.close(), operator.close()]))
    const ask = () => store.rows(sql`select 1 as one`.compile(store.db))
    const look = () =>
      store.snapshot(async ({ db }) => {
        for (let asked = 0; asked < 3; asked += 1) await sql`select pg_sleep(0.002)`.execute(db)
      })
    const endAll = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'cobro'`.compile(operator.db)
    let busy = true
    const again = async (work: () => Promise<unknown>) => {
      while (busy) await work().catch((error) => (isOutage(error) ? pause(1) : Promise.reject(error)))
    }
    const asking = [...Array(24).fill(ask), look, look].map(again)
    for (let times = 0; times < 20; times += 1) {
      await pause(50)
      await operator.rows(endAll)
    }
    busy = false
    await Promise.all(asking)
    // A connection may learn only now that it was ended. Whoever meets it asks again, as clients do.
    const answer = async (left: number): Promise<unknown> =>
      ask().catch((error) => (left > 0 && isOutage(error) ? answer(left - 1) : Promise.reject(error)))
    const answers = await Promise.all(Array.from({ length: 64 }, () => answer(20)))
    assert.equal(answers.length, 64)
    await look()
  })

  test('a full disk is an outage of SQLite; a programming error is not', () => {
    const database = new DatabaseSync(':memory:')
    database.exec('pragma max_page_count = 4; create table t (a text unique)')
    const refusedBy = (work: () => unknown): unknown => {
      try {
        work()
      } catch (error) {
        return error
      }
      return assert.fail('nothing was refused')
    }
    assert.equal(isOutage(refusedBy(() => database.exec('insert into t values (hex(zeroblob(100000)))'))), true)
    assert.equal(isOutage(refusedBy(() => database.exec('select nothing'))), false)
    database.exec("insert into t values ('a')")
    assert.equal(isOutage(refusedBy(() => database.exec("insert into t values ('a')"))), false)
    assert.equal(isOutage(new TypeError('x is not a function')), false)
    database.close()
  })
})
