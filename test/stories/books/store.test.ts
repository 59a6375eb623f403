import assert from 'node:assert/strict'
import { mkdtempSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { Failure } from '../../../src/failures.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { isOutage } from '../../../src/store/outage.ts'
import { sequence } from '../../../src/store/sequence.ts'
import { openSqlite } from '../../../src/store/sqlite/engine.ts'
import type { Store } from '../../../src/store/store.ts'
import { add, Duplicate, insert, Unmet, update } from '../../../src/store/write.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'

const account = (id: string, name = 'Tienda') => ({
  id,
  name,
  email: 'a@b.mx',
  payout_clabe: null,
  settled_day: '',
  webhooks: 0,
  external_transactions: 'unique' as const,
  affiliate_rule: 'proportional' as const,
  fees_month: '',
  owed_version: 0,
  people_version: 0,
  suspended_at: null,
  suspended_because: '',
  payment_limit_centavos: null,
  day_limit_centavos: null,
  second_person_centavos: null,
  factor_roles: '',
  created_at: '',
})
const totalsKey = ['account_id', 'day', 'rail', 'card_brand', 'operator', 'status'] as const
const totals = (id: string) => ({
  account_id: id,
  day: '2026-11-20',
  rail: 'store' as const,
  card_brand: '',
  operator: '',
  status: 'pending' as const,
  operations: 1,
  total_centavos: 100,
  commission_centavos: 4,
})

for (const engine of ENGINES) {
  describe(`a batch is all or nothing, on disk when acknowledged, and isolated in its decision [${engine}]`, () => {
    let store: Store
    before(async () => {
      store = await openDatabase(await newDatabaseUrl(engine, { durable: true }), { connections: 8 })
    })
    after(() => store.close())
    const names = async (prefix: string) => {
      const rows = await store.db
        .selectFrom('accounts')
        .select(['id', 'name'])
        .where('id', 'like', `${prefix}%`)
        .execute()
      return rows.map((row) => `${row.id}=${row.name}`).sort()
    }

    test('flushes to disk are not relaxed', async () => {
      const found = await store.durability()
      const wanted = {
        sqlite: { journal_mode: 'wal', synchronous: '2' },
        postgres: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
      }[engine]
      for (const [name, value] of Object.entries(wanted)) assert.equal(found[name], value, name)
    })

    test('a failed condition undoes the whole batch', async () => {
      await store.commit([insert('accounts', account('unmet-1', 'before'))])
      const batch = [
        insert('accounts', account('unmet-2')),
        update('accounts', { name: 'after' }, { id: 'unmet-1', name: 'never' }),
      ]
      await assert.rejects(store.commit(batch), Unmet)
      assert.deepEqual(await names('unmet'), ['unmet-1=before'])
    })

    test('an existing row undoes the whole batch and names the constraint that refused it', async () => {
      await store.commit([insert('accounts', account('twice-1'))])
      const refused = await store
        .commit([insert('accounts', account('twice-2'), account('twice-1'))])
        .catch((error) => error)
      assert.ok(refused instanceof Duplicate)
      assert.ok(refused.of('accounts', 'id'))
      assert.equal(refused.of('operations'), false)
      assert.deepEqual(await names('twice'), ['twice-1=Tienda'])
    })

    test('a refused batch does not harm the batches written with it', async () => {
      await store.commit([insert('accounts', account('group-0'))])
      const batches = Array.from({ length: 40 }, (_, i) =>
        store.commit([insert('accounts', account(`group-${i % 2 === 0 ? 0 : i}`))]),
      )
      const settled = await Promise.allSettled(batches)
      assert.equal(settled.filter((one) => one.status === 'rejected').length, 20)
      assert.equal((await names('group')).length, 21)
    })

    test('of many equal moves at once one succeeds', async () => {
      await store.commit([insert('accounts', account('race', 'P'))])
      const moves = Array.from({ length: 30 }, (_, i) =>
        store.commit([update('accounts', { name: `N${i}` }, { id: 'race', name: 'P' })]),
      )
      const settled = await Promise.allSettled(moves)
      assert.equal(settled.filter((one) => one.status === 'fulfilled').length, 1)
      for (const one of settled) if (one.status === 'rejected') assert.ok(one.reason instanceof Unmet)
    })

    test('of moves of many rows at once each is written with its own values, and those that may not be are refused', async () => {
      const ids = Array.from({ length: 40 }, (_, i) => `many-${String(i).padStart(2, '0')}`)
      await store.commit([insert('accounts', ...ids.map((id, i) => account(id, i % 5 === 0 ? 'other' : 'P')))])
      const moves = ids.map((id, i) =>
        store.commit([
          update(
            'accounts',
            { name: `N${i}`, payment_limit_centavos: i % 3 === 0 ? null : i + 1, owed_version: i },
            { id, name: 'P', suspended_at: null, owed_version: 0 },
          ),
        ]),
      )
      const settled = await Promise.allSettled(moves)
      for (const [i, one] of settled.entries()) {
        assert.equal(one.status, i % 5 === 0 ? 'rejected' : 'fulfilled', `move ${i}`)
        if (one.status === 'rejected') assert.ok(one.reason instanceof Unmet)
      }
      const rows = await store.db
        .selectFrom('accounts')
        .select(['name', 'payment_limit_centavos as most', 'owed_version as version'])
        .where('id', 'like', 'many-%')
        .orderBy('id')
        .execute()
      assert.deepEqual(
        rows,
        ids.map((_, i) =>
          i % 5 === 0
            ? { name: 'other', most: null, version: 0 }
            : { name: `N${i}`, most: i % 3 === 0 ? null : i + 1, version: i },
        ),
      )
    })

    test('counters lose nothing under many writers', async () => {
      const writes = Array.from({ length: 200 }, () =>
        store.commit([add('daily_totals', [...totalsKey], totals('counter'))]),
      )
      await Promise.all(writes)
      const { operations, centavos } = await store.db
        .selectFrom('daily_totals')
        .select((eb) => [
          eb.fn.sum<number>('operations').as('operations'),
          eb.fn.sum<number>('total_centavos').as('centavos'),
        ])
        .where('account_id', '=', 'counter')
        .executeTakeFirstOrThrow()
      assert.deepEqual([Number(operations), Number(centavos)], [200, 20_000])
    })

    test('a sequence never repeats, for any number of writers', async () => {
      const [one, other] = [sequence(store, 'story'), sequence(store, 'story')]
      const numbers = await Promise.all(Array.from({ length: 3_000 }, (_, i) => (i % 2 === 0 ? one() : other())))
      assert.equal(new Set(numbers).size, numbers.length)
      assert.equal(Math.min(...numbers), 1)
    })

    test('a snapshot sees one instant, beside others, and after one that failed', async () => {
      const seen = async (read: Store['db']) =>
        (await read.selectFrom('accounts').select('id').where('id', 'like', 'seen-%').execute()).length
      const write = (id: string) => store.commit([insert('accounts', account(`seen-${id}`))])
      const both = async () =>
        store.snapshot(async ({ db }) => {
          const first = await seen(db)
          const inner = await store.snapshot(async (later) => {
            await write(`${await seen(later.db)}`)
            return seen(later.db)
          })
          return [first, inner, await seen(db)]
        })
      assert.deepEqual(await both(), [0, 0, 0])
      assert.deepEqual(await both(), [1, 1, 1])
      await assert.rejects(
        store.snapshot(async ({ db }) => {
          await seen(db)
          throw new Error('the reader failed')
        }),
        /the reader failed/,
      )
      assert.deepEqual(await both(), [2, 2, 2])
    })

    test('text is stored unchanged: ñ, €, emoji, quotes, and text that looks like SQL', async () => {
      const name = `Ñandú € 🦙 'x' "y" \\ ; drop table accounts --`
      await store.commit([insert('accounts', account('text', name))])
      assert.deepEqual(await names('text'), [`text=${name}`])
    })
  })
}
after(stopPostgres)

test('a database of a newer version is refused with the remedy', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'cobro-newer-')), 'cobro.db')
  const store = await openDatabase(`file:${path}`, { connections: 1 })
  await store.close()
  const database = new DatabaseSync(path)
  database.exec("insert into migrations (name, position) values ('9999-from-the-future', 9999)")
  database.close()
  await assert.rejects(openDatabase(`file:${path}`, { connections: 1 }), /newer Cobro.*Install that version/)
})

test('while another program holds the file, reads are answered, and writes wait until it lets go', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'cobro-held-')), 'cobro.db')
  const store = await openDatabase(`file:${path}`, { connections: 1 })
  await store.commit([insert('accounts', account('before'))])
  const other = new DatabaseSync(path)
  other.exec('begin immediate')
  let written = false
  const writing = store.commit([insert('accounts', account('waits'))]).then(() => {
    written = true
  })
  for (let reads = 0; reads < 20; reads += 1) {
    assert.deepEqual(await ids(store), ['before'])
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  assert.equal(written, false)
  other.exec('rollback')
  other.close()
  await writing
  assert.deepEqual(await ids(store), ['before', 'waits'])
  await store.close()
})

test('when it holds the file too long, all waiting writers are asked at once to try again, not one group after another', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'cobro-held-')), 'cobro.db')
  await (await openDatabase(`file:${path}`, { connections: 1 })).close()
  const store = openSqlite(path, { busyLimitMs: 200 })
  const other = new DatabaseSync(path)
  other.exec('begin immediate')
  let refused = 0
  let refusedWithTheFirst = 0
  const commits = Array.from({ length: 600 }, (_, i) =>
    store.commit([insert('accounts', account(`held-${i}`))]).catch((error) => {
      assert.ok(error instanceof Failure && error.reason === 'service-busy')
      refused += 1
      if (refused === 1) setImmediate(() => (refusedWithTheFirst = refused))
    }),
  )
  await Promise.all(commits)
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual([refused, refusedWithTheFirst], [600, 600])
  other.exec('rollback')
  other.close()
  await store.commit([insert('accounts', account('after'))])
  assert.deepEqual(await ids(store), ['after'])
  await store.close()
})

test('when the writing thread ends, waiting writers are asked to try again, and what is acknowledged afterwards is written', async () => {
  const refused: unknown[] = []
  // Sooner or later the thread has found no file; at the last it surely has.
  for (const backOnTurn of [1, 2, 3, 4, 5, 6, 'refused']) {
    const folder = mkdtempSync(join(tmpdir(), 'cobro-thread-'))
    const store = await openDatabase(`file:${join(folder, 'cobro.db')}`, { connections: 1 })
    // The thread starts with the first write, and cannot open the file.
    renameSync(folder, `${folder}-away`)
    const written: string[] = []
    const commits: Promise<unknown>[] = []
    let isAway = true
    let refusedHere = 0
    for (let turn = 0; turn < 10 || isAway; turn += 1) {
      // Timers go before news of a thread: what is committed here is on its way when it becomes known that the thread has ended.
      await new Promise((resolve) => setTimeout(resolve, 1))
      const until = performance.now() + 20
      while (performance.now() < until);
      if (turn === backOnTurn || (backOnTurn === 'refused' && refusedHere > 0)) {
        if (isAway) renameSync(`${folder}-away`, folder)
        isAway = false
      }
      const id = `turn-${turn}`
      const commit = store.commit([insert('accounts', account(id))])
      commits.push(
        commit.then(
          () => written.push(id),
          (error) => {
            refusedHere += 1
            refused.push(error)
          },
        ),
      )
    }
    await Promise.all(commits)
    await store.commit([insert('accounts', account('last'))])
    const there = new Set(await ids(store))
    assert.deepEqual(
      written.filter((id) => !there.has(id)),
      [],
    )
    await store.close()
  }
  assert.ok(refused.length > 0 && refused.every(isOutage))
})

async function ids({ db }: Store): Promise<string[]> {
  return (await db.selectFrom('accounts').select('id').orderBy('id').execute()).map(({ id }) => id)
}
