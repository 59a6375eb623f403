// The promise: background work begins soon after a batch has written a row of its table, and looks for nothing after writes to other tables.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { createClock } from '../../../../src/core/clock.ts'
import type { Task } from '../../../../src/core/task.ts'
import { columns } from '../../../../src/store/columns.ts'
import { openDatabase } from '../../../../src/store/database.ts'
import { prepared } from '../../../../src/store/prepared.ts'
import { dueAt } from '../../../../src/store/queues/next-due.ts'
import { telling } from '../../../../src/store/queues/wake-on-write.ts'
import { insert, run, update } from '../../../../src/store/write.ts'
import { createWorker } from '../../../../src/worker.ts'
import { eventually } from '../../../support/fixtures/receiver.ts'

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

test('a task whose work gathers runs again after that time, and not for a write before', async () => {
  const store = await openDatabase(':memory:', { connections: 1 })
  const runs = { long: 0, short: 0 }
  const task = (name: keyof typeof runs, gathersMs: number): Task => ({
    name,
    wokenBy: ['events'],
    nextDueAt: async () => undefined,
    gathersMs: () => gathersMs,
    run: async () => {
      runs[name] += 1
      return runs[name] < 3 ? 1 : 0
    },
  })
  const tasks = [task('long', 600_000), task('short', 20)]
  const worker = createWorker({ store, clock: createClock(), log: pino({ level: 'silent' }), tasks })
  worker.start()
  await eventually(() => runs.long === 1 && runs.short === 3)
  worker.wake('events')
  await eventually(() => runs.short === 4)
  await sleep(50)
  assert.deepEqual(runs, { long: 1, short: 4 })
  await worker.stop()
  await store.close()
})

describe('without a write', () => {
  let store: Awaited<ReturnType<typeof openDatabase>>
  before(async () => {
    store = await openDatabase(':memory:', { connections: 1 })
  })
  after(() => store.close())

  /** Runs the tasks until `done`. */
  async function runUntil(done: () => boolean, ...tasks: Task[]): Promise<void> {
    const worker = createWorker({ store, clock: createClock(), log: pino({ level: 'silent' }), tasks })
    worker.start()
    try {
      await eventually(done)
    } finally {
      await worker.stop()
    }
  }

  test('a task runs when its work falls due, a task without work does not, and one that cannot tell looks now and then', async () => {
    const runs = { due: 0, later: 0, never: 0, unknown: 0 }
    const clock = createClock()
    const task = (name: keyof typeof runs, nextDueAt?: Task['nextDueAt']): Task => ({
      name,
      ...(nextDueAt && { nextDueAt }),
      run: async () => {
        runs[name] += 1
        return 0
      },
    })
    const now = clock.now()
    const expressed = dueAt({ store, clock }, () => sql`(select ${now})`)
    const later = async () => '2999-01-01T00:00:00.000Z'
    const none = dueAt({ store, clock }, () => sql`(select due_at from refunds where due_at is not null limit 1)`)
    const tasks = [task('due', expressed), task('later', later), task('never', none), task('unknown')]
    await runUntil(() => runs.due >= 3 && runs.unknown >= 3, ...tasks)
    // Every task looks once when the worker starts.
    assert.deepEqual([runs.later, runs.never], [1, 1])
  })

  test('when the look for work fails, each task looks for itself', async () => {
    let runs = 0
    const broken: Task = {
      name: 'broken',
      nextDueAt: async () => {
        throw new Error('this table cannot be read')
      },
      run: async () => 0,
    }
    const run = async () => {
      runs += 1
      return 0
    }
    await runUntil(() => runs >= 3, broken, { name: 'sound', nextDueAt: async () => undefined, run })
  })

  test('a task that has failed pauses, whoever wakes it', async () => {
    let runs = 0
    const clock = createClock()
    const failing: Task = {
      name: 'failing',
      wokenBy: ['refunds'],
      nextDueAt: async () => clock.now(),
      run: async () => {
        runs += 1
        throw new Error('not now')
      },
    }
    const worker = createWorker({ store, clock, log: pino({ level: 'silent' }), tasks: [failing] })
    worker.start()
    await eventually(() => runs === 1)
    for (let times = 0; times < 20; times += 1) {
      worker.wake('refunds')
      await sleep(30)
    }
    assert.equal(runs, 1)
    await eventually(() => runs === 2)
    await worker.stop()
  })
})

test('the store tells of every table that a batch wrote to, once the batch is written', async () => {
  const database = await openDatabase(':memory:', { connections: 1 })
  const woken: string[] = []
  const store = telling(database, (table) => woken.push(table))
  const { db } = store
  const conflicting = db.insertInto('probes').values({ id: 'x', filler: 'x' })
  const written = conflicting.onConflict((conflict) => conflict.doNothing()).compile()
  const gone = db.with('gone', (cte) => cte.selectFrom('accounts').select('id'))
  const taken = prepared((hole) =>
    gone
      .updateTable('probes')
      .set({ filler: hole('filler') })
      .compile(),
  )
  await store.commit([insert('probes', { id: 'z', filler: 'z' }), run(written), run(taken({ filler: 'y' }))])
  assert.deepEqual([...new Set(woken)], ['probes'])
  assert.equal(woken.length, 3)
  await assert.rejects(store.commit([update('accounts', { name: 'x' }, { id: 'nobody' })]))
  assert.equal(woken.length, 3)
  await store.close()
})

/** Its work falls due minutes or days after it is written. */
const LATER = ['checkouts', 'operations']

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
