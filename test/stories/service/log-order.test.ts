// A reader of the log passes over no event, however late the transaction ends that wrote it, and whichever process reads.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { BUCKETS, bucketOf } from '../../../src/core/bucket.ts'
import { createClock } from '../../../src/core/clock.ts'
import { otherEvent } from '../../../src/events/append.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { logReader, passedWrite } from '../../../src/store/log/read-committed.ts'
import type { Store } from '../../../src/store/store.ts'
import { Unmet } from '../../../src/store/write.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'

const clock = createClock()
const happened = (account: string, n: number) => otherEvent(clock, 'plan.created', account, { n })

/** Passes everything that may be read; answers the events in the order of reading. */
async function readAll(store: Store, most: number): Promise<string[]> {
  const log = logReader(store, 'search')
  const ids: string[] = []
  for (;;) {
    const portion = await log.next(most)
    if (portion === undefined) return ids
    ids.push(...portion.events.map(({ id }) => id))
    await store.commit([passedWrite(portion)])
  }
}

for (const engine of ENGINES) {
  describe(`the readers of the log [${engine}]`, () => {
    after(stopPostgres)

    test('read each event once, those of an account in the order of writing', async () => {
      const store = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 3 })
      const accounts = Array.from({ length: 20 }, (_, n) => `acc_${n}`)
      for (let n = 0; n < 10; n += 1) await Promise.all(accounts.map((account) => store.commit(happened(account, n))))
      const read = await readAll(store, 7)
      const rows = await store.db.selectFrom('events').select(['id', 'account_id', 'data']).execute()
      assert.deepEqual([...read].sort(), rows.map(({ id }) => id).sort())
      for (const account of accounts) {
        const numbers = read.flatMap((id) => {
          const row = rows.find((one) => one.id === id)
          return row?.account_id === account ? [JSON.parse(row.data ?? '').n] : []
        })
        assert.deepEqual(numbers, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], account)
      }
      await store.close()
    })

    test('of two processes that read the same part one moves the cursor, and the other’s batch is refused whole', async () => {
      const url = await newDatabaseUrl(engine, { migrated: true })
      const one = await openDatabase(url, { connections: 1 })
      // A database file has one process.
      const stores = [one, engine === 'sqlite' ? one : await openDatabase(url, { connections: 1 })] as const
      await stores[0].commit(happened('acc_1', 1))
      const portions = await Promise.all(stores.map((store) => logReader(store, 'search').next(10)))
      const results = await Promise.allSettled(
        stores.map((store, n) => store.commit([...happened('acc_2', n), passedWrite(portions[n] ?? assert.fail())])),
      )
      assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
      assert.ok(results.some((one) => one.status === 'rejected' && one.reason instanceof Unmet))
      const { length } = await stores[0].db.selectFrom('events').select('id').execute()
      assert.equal(length, 2)
      for (const store of new Set(stores)) await store.close()
    })

    test('a portion with a failed batch is read again', async () => {
      const store = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 1 })
      await store.commit(happened('acc_1', 1))
      const log = logReader(store, 'webhooks')
      const [first, second] = [await log.next(10), await log.next(10)]
      assert.deepEqual(first, second)
      await store.close()
    })
  })
}

test('on PostgreSQL an event whose transaction ends late is read, and none that was written after it is read before', async () => {
  const url = await newDatabaseUrl('postgres', { migrated: true })
  const store = await openDatabase(url, { connections: 2 })
  const late = new pg.Client(url)
  await late.connect()
  await late.query('begin')
  await late.query(
    `insert into events (id, account_id, bucket, type, created_at) values ('evt_late', 'acc_1', ${bucketOf('acc_1')}, 'plan.created', '2026-11-20T00:00:00.000Z')`,
  )
  for (let n = 0; n < 5; n += 1) await store.commit(happened('acc_1', n))
  assert.deepEqual(await readAll(store, 10), [])
  await late.query('commit')
  const read = await readAll(store, 10)
  assert.equal(read.length, 6)
  assert.equal(read[0], 'evt_late')

  // One that is rolled back holds the others up as long as it is open, and no longer.
  await late.query('begin')
  await late.query(
    `insert into events (id, account_id, bucket, type, created_at) values ('evt_never', 'acc_1', ${bucketOf('acc_1')}, 'plan.created', '2026-11-20T00:00:00.000Z')`,
  )
  await store.commit(happened('acc_1', 9))
  assert.deepEqual(await readAll(store, 10), [])
  await late.query('rollback')
  assert.equal((await readAll(store, 10)).length, 1)
  await late.end()
  await store.close()
  await stopPostgres()
})

test('on PostgreSQL a transaction that writes no event holds no reader up, in whatever database it stays open', async () => {
  const url = await newDatabaseUrl('postgres', { migrated: true })
  const elsewhere = await newDatabaseUrl('postgres')
  const store = await openDatabase(url, { connections: 2 })
  const [other, own, late] = [new pg.Client(elsewhere), new pg.Client(url), new pg.Client(url)]
  for (const client of [other, own, late]) {
    await client.connect()
    await client.query('begin')
  }
  await other.query('select pg_current_xact_id()')
  await own.query(`insert into probes (id, filler) values ('open', 'open')`)
  await own.query('select count(*) from events')
  await store.commit(happened('acc_1', 1))
  assert.equal((await readAll(store, 10)).length, 1)
  // One that does write events is waited for, as before.
  await late.query(
    `insert into events (id, account_id, bucket, type, created_at) values ('evt_late', 'acc_1', ${bucketOf('acc_1')}, 'plan.created', '2026-11-20T00:00:00.000Z')`,
  )
  await store.commit(happened('acc_1', 2))
  assert.deepEqual(await readAll(store, 10), [])
  await late.query('commit')
  assert.equal((await readAll(store, 10)).length, 2)
  for (const client of [other, own, late]) await client.end()
  await store.close()
  await stopPostgres()
})

test('on PostgreSQL readers beside many writers and a transaction that stays open pass over no event', async () => {
  const url = await newDatabaseUrl('postgres', { migrated: true })
  const stores = await Promise.all([1, 2].map(() => openDatabase(url, { connections: 4 })))
  const [store] = stores as [Store, Store]
  const open = new pg.Client(url)
  await open.connect()
  await open.query('begin')
  await open.query('select pg_current_xact_id()')
  const written = new Set<string>()
  const read: string[] = []
  let writing = true
  const write = async (through: Store, n: number) => {
    for (let count = 0; count < 60; count += 1) {
      const [event] = happened(`acc_${n % 3}`, count)
      assert.ok(event?.kind === 'insert')
      await through.commit([event])
      written.add(String(event.rows[0]?.id))
    }
  }
  const reading = (async () => {
    while (writing) read.push(...(await readAll(store, 5)))
  })()
  await Promise.all(Array.from({ length: 12 }, (_, n) => write(stores[n % 2] as Store, n)))
  writing = false
  await reading
  read.push(...(await readAll(store, 5)))
  assert.deepEqual(read.sort(), [...written].sort())
  await open.end()
  for (const one of stores) await one.close()
  await stopPostgres()
})

test('accounts are shared out among all buckets', () => {
  const counts = new Map<number, number>()
  for (let n = 0; n < 16_000; n += 1) {
    const bucket = bucketOf(`acc_06h11q9mq1rg3f8z${n.toString(32).padStart(6, '0')}`)
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
  }
  assert.equal(counts.size, BUCKETS)
  for (const count of counts.values()) assert.ok(count > 800 && count < 1_200, String(count))
  assert.equal(bucketOf('acc_1'), bucketOf('acc_1'))
})
