// What is answered 503 is not written afterwards, and a connection that says nothing is replaced.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { isOutage } from '../../src/store/outage.ts'
import { openPostgres, type Unanswered } from '../../src/store/postgres/engine.ts'
import { insert } from '../../src/store/write.ts'
import { eventually } from '../support/fixtures/receiver.ts'
import { newDatabaseUrl, stopPostgres } from '../support/harness/engines.ts'
import { type NetworkPath, networkPath } from '../support/harness/network-path.ts'
import { type Merchant, openWorld, type World } from '../support/harness/world.ts'

const WRITE_MS = 2_000
const READ_MS = 1_200
const TIMEOUTS = { DATABASE_WRITE_TIMEOUT_MS: String(WRITE_MS), DATABASE_READ_TIMEOUT_MS: String(READ_MS) }
/** A request reads, writes and may read again, on a machine that may be slow; without deadlines it would wait for ever. */
const ANSWERED_WITHIN_MS = 5 * (WRITE_MS + READ_MS)

describe('a database that does not answer in time', () => {
  let path: NetworkPath
  let admin: pg.Client
  let world: World
  let merchant: Merchant
  before(async () => {
    const url = await newDatabaseUrl('postgres')
    path = await networkPath(new URL(url))
    admin = new pg.Client(url)
    await admin.connect()
    world = await openWorld('postgres', { DATABASE_URL: path.url, ...TIMEOUTS })
    merchant = await world.merchant()
  })
  after(async () => {
    await world.close()
    await admin.end()
    path.close()
    await stopPostgres()
  })
  const order = (description: string) =>
    merchant.post('/v1/payment/spei', { total: 150, payment: { reference: { description } } })
  const written = async (): Promise<string[]> =>
    (await admin.query('select description from operations order by description')).rows.map((row) => row.description)
  const timed = async <R>(work: () => Promise<R>): Promise<[R, number]> => {
    const startedMs = performance.now()
    return [await work(), performance.now() - startedMs]
  }
  const untilServed = async (name: string): Promise<number> => {
    const startedMs = performance.now()
    for (let number = 0; ; number += 1) {
      const { status } = await order(`${name} ${number}`)
      if (status === 200) return performance.now() - startedMs
      assert.equal(status, 503)
      assert.ok(performance.now() - startedMs < 30_000, 'the service did not come back')
      await pause(50)
    }
  }

  test('a long lock: a request that gets 503 after a few seconds is not written when the lock ends', async () => {
    assert.equal((await order('lock before')).status, 200)
    await admin.query('begin')
    await admin.query('lock table operations in exclusive mode')
    const [answers, tookMs] = await timed(() => Promise.all(Array.from({ length: 8 }, (_, n) => order(`lock ${n}`))))
    assert.deepEqual(
      new Set(answers.map(({ status, headers }) => `${status} ${headers['retry-after']}`)),
      new Set(['503 1']),
    )
    assert.ok(tookMs < ANSWERED_WITHIN_MS, `${tookMs} ms`)
    await admin.query('commit')
    await pause(WRITE_MS)
    assert.deepEqual(await written(), ['lock before'])
    assert.equal((await order('lock over')).status, 200)
  })

  test('a short lock is waited for', async () => {
    await admin.query('begin')
    await admin.query('lock table operations in exclusive mode')
    const ordered = order('short lock')
    await pause(WRITE_MS / 3)
    await admin.query('commit')
    assert.equal((await ordered).status, 200)
  })

  test('a network path that freezes: 503 in a few seconds; when it thaws the service is back in seconds, and the delayed writes are refused', async () => {
    const before = await written()
    path.freeze('all')
    const [answers, tookMs] = await timed(() => Promise.all(Array.from({ length: 4 }, (_, n) => order(`frozen ${n}`))))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([503]))
    assert.ok(tookMs < ANSWERED_WITHIN_MS, `${tookMs} ms`)
    path.thaw()
    assert.ok((await untilServed('thawed')) < ANSWERED_WITHIN_MS)
    assert.deepEqual(
      (await written()).filter((one) => one.startsWith('frozen')),
      [],
    )
    assert.ok((await written()).length > before.length)
  })

  test('frozen open connections are replaced while new ones work', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => order(`many ${n}`)))
    path.freeze('open')
    assert.ok((await untilServed('replaced')) < ANSWERED_WITHIN_MS)
    // None of the others is met later.
    const [answers] = await timed(() => Promise.all(Array.from({ length: 20 }, (_, n) => order(`afterwards ${n}`))))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    path.thaw()
  })

  /** Something to write. */
  const customer = (id: string) =>
    insert('customers', {
      id,
      account_id: merchant.accountId,
      name: '',
      email: '',
      active: 1,
      metadata: null,
      created_at: '',
    })

  test('a write that is under way when the path freezes arrives too late, and is refused by the server', async () => {
    const store = openPostgres(path.url, { connections: 1, writeTimeoutMs: 1_500, readTimeoutMs: 1_500 })
    await store.commit([customer('in time')])
    path.freeze('open')
    await assert.rejects(store.commit([customer('too late')]), (error) => isOutage(error))
    path.thaw()
    await pause(300)
    const { rows } = await admin.query("select id from customers where id in ('in time', 'too late')")
    assert.deepEqual(rows, [{ id: 'in time' }])
    await store.close()
  })

  test('a slow read is given up on the server too', async () => {
    const store = openPostgres(path.url, { connections: 1, readTimeoutMs: 300, applicationName: 'reader' })
    await assert.rejects(store.rows(sql`select pg_sleep(30)`.compile(store.db)), (error) => isOutage(error))
    const active = "select 1 from pg_stat_activity where application_name = 'reader' and state = 'active'"
    const startedMs = performance.now()
    await eventually(async () => (await admin.query(active)).rows.length === 0)
    assert.ok(performance.now() - startedMs < 25_000, 'it did not end by itself')
    await store.close()
  })

  /** A store that may lose its connection at the commit, and what it says of that. */
  const committing = () => {
    const reported: Unanswered[] = []
    const store = openPostgres(path.url, {
      connections: 2,
      applicationName: 'committing',
      onUnanswered: (subject) => reported.push(subject),
    })
    return { store, reported }
  }

  test('a connection lost at the commit: the batch is looked up by its own row, and answered as written if it is there', async () => {
    const { store, reported } = committing()
    await store.commit([customer('first')])
    // The server writes and is never heard: what it says is held, and then the connection is cut.
    path.freezeAnswers()
    const committed = store.commit([customer('second')])
    for (let rows: unknown[] = []; rows.length === 0; ) {
      rows = (await admin.query("select 1 from customers where id = 'second'")).rows
    }
    path.cut()
    await committed
    assert.deepEqual(reported, [{ tables: ['customers'], rows: ['second'], written: true }])
    await store.close()
  })

  test('a connection lost while the server is still writing: the service asks again until the batch is there', async () => {
    const { store, reported } = committing()
    await store.commit([customer('third')])
    // The table can be read, and what is written to it waits.
    await admin.query('begin')
    await admin.query('lock table customers in share row exclusive mode')
    const committed = store.commit([customer('fourth')])
    const waiting = "select 1 from pg_stat_activity where application_name = 'committing' and wait_event_type = 'Lock'"
    for (let rows: unknown[] = []; rows.length === 0; ) rows = (await admin.query(waiting)).rows
    path.cut()
    await pause(400)
    await admin.query('commit')
    await committed
    assert.deepEqual(reported, [{ tables: ['customers'], rows: ['fourth'], written: true }])
    await store.close()
  })

  test('a connection lost at the commit of several batches together: all their rows are named', async () => {
    const { store, reported } = committing()
    const ids = ['merged 1', 'merged 2', 'merged 3', 'merged 4']
    // The connection knows the statement, whose form the server is asked for once.
    await Promise.all(ids.map((id) => store.commit([customer(`before ${id}`)])))
    reported.length = 0
    path.freezeAnswers()
    const committed = Promise.all(ids.map((id) => store.commit([customer(id)])))
    for (let rows: unknown[] = []; rows.length === 0; ) {
      rows = (await admin.query("select 1 from customers where id = 'merged 4'")).rows
    }
    path.cut()
    await committed
    assert.deepEqual(reported, [{ tables: ['customers'], rows: ids, written: true }])
    await store.close()
  })

  test('a database that takes no more writes makes the service not ready, with 503', async () => {
    const ready = async () => {
      await pause(1_100)
      return (await world.send({ method: 'GET', url: '/readyz' })).status
    }
    assert.equal(await ready(), 200)
    const { rows } = await admin.query('select current_database() as name')
    await admin.query(`alter database ${rows[0].name} set default_transaction_read_only = on`)
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    assert.equal(await ready(), 503)
    assert.equal((await order('read only')).status, 503)
    await admin.query('set default_transaction_read_only = off')
    await admin.query(`alter database ${rows[0].name} reset default_transaction_read_only`)
    assert.equal(await ready(), 200)
  })

  test('a silent database makes readiness answer 503 within a second, and metrics still answer', async () => {
    await pause(1_100)
    path.freeze('all')
    const [ready, tookMs] = await timed(() => world.send({ method: 'GET', url: '/readyz' }))
    assert.equal(ready.status, 503)
    // Sooner than by the deadline of what it asks.
    assert.ok(tookMs < WRITE_MS, `${tookMs} ms`)
    const metrics = await world.send({ method: 'GET', url: '/metrics' })
    assert.match(metrics.text, /^cobro_worker_backlog_seconds \d/m)
    path.thaw()
    assert.ok((await untilServed('spoken')) < ANSWERED_WITHIN_MS)
  })
})
