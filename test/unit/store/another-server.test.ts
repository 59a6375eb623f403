// A standby that took over may lack the last transactions: what a process remembers of them is forgotten.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { createClock } from '../../../src/core/clock.ts'
import { anotherServerTask } from '../../../src/store/another-server.ts'
import { readClockState } from '../../../src/store/clock-state.ts'
import { openPostgres } from '../../../src/store/postgres/engine.ts'
import { forgotten, remembered } from '../../../src/store/remembered.ts'
import { sequence } from '../../../src/store/sequence.ts'
import { run } from '../../../src/store/write.ts'
import { describeOnPostgres, ENGINES, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'
import { networkPath } from '../../support/harness/network-path.ts'
import { makeDatabase, startPostgres } from '../../support/harness/postgres-server.ts'
import { openWorld } from '../../support/harness/world.ts'

after(stopPostgres)

for (const engine of ENGINES) {
  test(`remembered data is read anew where the number of changes has gone back [${engine}]`, async (t) => {
    const world = await openWorld(engine)
    t.after(() => world.close())
    let servers = 1
    const store = { ...world.service.store, servers: () => servers }
    const clock = createClock()
    const said: string[] = []
    const log = { warn: (_: object, message: string) => void said.push(message) }
    const task = anotherServerTask({ store, clock, log })
    const follow = async () => clock.follow(await readClockState(store))
    let rule = 'of the lost change'
    const rules = remembered(clock, async () => rule)
    await store.commit([forgotten(store)])
    await follow()
    assert.equal(await rules('account'), 'of the lost change')
    await task.run()
    assert.deepEqual(said, [])

    // The change is lost, and another process makes another one, which has its number.
    const back = store.db.updateTable('clock').set((eb) => ({ version: eb('version', '-', 1) }))
    await store.commit([run(back.compile(), 1)])
    servers += 1
    rule = 'of the next change'
    await store.commit([forgotten(store)])
    await task.run()
    await follow()
    assert.equal(await rules('account'), 'of the next change')
    await task.run()
    assert.equal(said.length, 1)
  })

  test(`a block of numbers that another server may give again is not used up [${engine}]`, async (t) => {
    const world = await openWorld(engine)
    t.after(() => world.close())
    let servers = 1
    const store = { ...world.service.store, servers: () => servers }
    const [one, other] = [sequence(store, 'proof'), sequence(store, 'proof')]
    assert.equal(await one(), 1)
    const lost = store.db.updateTable('sequences').set({ next: 1 }).where('name', '=', 'proof')
    await store.commit([run(lost.compile(), 1)])
    servers += 1
    const given = [await other(), await one(), await other(), await one()]
    assert.equal(new Set(given).size, given.length, given.join())
  })
}

describeOnPostgres('the servers that connections lead to', () => {
  test('a database that takes the place of another one is seen as another server', async (t) => {
    const url = new URL(await newDatabaseUrl('postgres'))
    const name = url.pathname.slice(1)
    const store = openPostgres(url.href, { connections: 2 })
    const admin = new pg.Client(Object.assign(new URL(url), { pathname: '/postgres' }).href)
    await admin.connect()
    t.after(async () => {
      await store.close()
      await admin.end()
    })
    const ask = () => store.rows(sql`select 1 as one`.compile(store.db))
    await ask()
    assert.equal(store.servers(), 1)
    const cut = `select count(pg_terminate_backend(pid)) from pg_stat_activity where datname = '${name}'`
    await admin.query(cut)
    await ask().catch(ask)
    assert.equal(store.servers(), 1, 'a lost connection is none')
    await admin.query(`alter database ${name} with allow_connections false`)
    await admin.query(cut)
    await admin.query(`alter database ${name} rename to ${name}_old`)
    await admin.query(`create database ${name}`)
    await ask().catch(ask)
    assert.equal(store.servers(), 2)
  })

  test('once a connection leads to another server, all do: a payment is not made on one and looked for on the other', async (t) => {
    const target = new URL(await newDatabaseUrl('postgres'))
    const promoted = await startPostgres('quick')
    await makeDatabase(promoted.url, target.pathname.slice(1))
    const path = await networkPath(target)
    const store = openPostgres(path.url, { connections: 3 })
    t.after(async () => {
      await store.close()
      path.close()
      await promoted.stop()
    })
    const asking = sql<{ port: string; pid: number }>`select current_setting('port') as port, pg_backend_pid() as pid,
      pg_sleep(0.2) is null as slept`
    const askOnce = () => store.rows(asking.compile(store.db))
    const askAll = async () => (await Promise.all([askOnce(), askOnce(), askOnce()])).flat()
    const before = await askAll()
    assert.equal(new Set(before.map(({ pid }) => pid)).size, 3)

    // The former server lives on, and one connection to it is lost.
    const { port } = target
    target.port = new URL(promoted.url).port
    const admin = new pg.Client(Object.assign(new URL(target), { port }).href)
    await admin.connect()
    await admin.query('select pg_terminate_backend($1)', [before[0]?.pid])
    await admin.end()
    while (store.servers() === 1) await askAll().catch(() => {})
    for (const { port } of await askAll()) assert.equal(port, target.port)
  })
})
