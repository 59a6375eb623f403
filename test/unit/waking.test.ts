// The promise: background work begins soon after a batch has written a row of its table, and looks for nothing after writes to other tables.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { createClock } from '../../src/core/clock.ts'
import type { Task } from '../../src/core/task.ts'
import { columns } from '../../src/store/columns.ts'
import { openDatabase } from '../../src/store/database.ts'
import { telling } from '../../src/store/telling.ts'
import { insert, run, update } from '../../src/store/write.ts'
import { createWorker } from '../../src/worker.ts'
import { eventually } from '../receiver.ts'

test('a write to a table wakes the tasks of that table, and no others', async () => {
  const store = await openDatabase(':memory:', { connections: 1 })
  const looks = { refunds: 0, messages: 0, counts: 0 }
  const task = (name: keyof typeof looks, wokenBy?: string[]): Task => ({
    name,
    ...(wokenBy && { wokenBy }),
    nextDueAt: async () => undefined,
    run: async () => {
      looks[name] += 1
      return 0
    },
  })
  const tasks = [task('refunds', ['refunds', 'transfers']), task('messages', ['messages']), task('counts')]
  const worker = createWorker({ store, clock: createClock(), log: pino({ level: 'silent' }), tasks })
  worker.start()
  await eventually(() => Object.values(looks).every((count) => count === 1))
  worker.wake('transfers')
  worker.wake('transfers')
  worker.wake('operations')
  await eventually(() => looks.refunds === 2)
  await sleep(50)
  assert.deepEqual(looks, { refunds: 2, messages: 1, counts: 1 })
  await worker.stop()
  await store.close()
})

test('the store tells of every table that a batch wrote to, once the batch is written', async () => {
  const database = await openDatabase(':memory:', { connections: 1 })
  const told: string[] = []
  const store = telling(database, (table) => told.push(table))
  const written = sql`insert into "probes" (filler) values ('x') on conflict do nothing`.compile(store.db)
  const taken = sql`with gone as (select 1) update probes set filler = 'y'`.compile(store.db)
  await store.commit([insert('probes', { filler: 'z' }), run(written), run(taken)])
  assert.deepEqual([...new Set(told)], ['probes'])
  assert.equal(told.length, 3)
  await assert.rejects(store.commit([update('accounts', { name: 'x' }, { id: 'nobody' })]))
  assert.equal(told.length, 3)
  await store.close()
})

/** Its work falls due minutes or days after it is written. */
const LATER = ['operations']

test('every table of leased work wakes a task, and every table that wakes one exists', () => {
  const named = globSync('src/**/*.ts').flatMap((path) =>
    Array.from(readFileSync(path, 'utf8').matchAll(/wokenBy: \[(.*?)\]/g), ([, names = '']) => names),
  )
  const waking = new Set(named.flatMap((names) => names.split(', ').map((name) => name.slice(1, -1))))
  for (const name of waking) assert.ok(name in columns, name)
  const leased = Object.entries(columns).filter(([, names]) => {
    const all: readonly string[] = names
    return all.includes('due_at') && all.includes('leased_until')
  })
  const asleep = leased.map(([table]) => table).filter((table) => !waking.has(table))
  assert.deepEqual(asleep, LATER)
})
