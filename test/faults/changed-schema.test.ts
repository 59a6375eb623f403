// Another program changes the schema under a running service: payments are asked to come again, no row of work is set aside, and the process is not ready
// where it can be seen before a payment comes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { run } from '../../src/store/write.ts'
import { describeOnPostgres } from '../support/harness/engines.ts'
import { onBothEngines, openWorld, TWINS, type World } from '../support/harness/world.ts'

interface Change {
  what: string
  change: string[]
  back: string[]
  /** Whether the process says beforehand that it takes no payments. */
  isSeen: boolean
}

const REFUSING = {
  sqlite: [`create trigger stranger before insert on operations begin select raise(abort, 'not on Sundays'); end`],
  postgres: [
    `create function stranger() returns trigger language plpgsql as $$ begin raise 'not on Sundays'; end $$`,
    'create trigger stranger before insert on operations for each row execute function stranger()',
  ],
}

const ON_BOTH: Change[] = [
  {
    what: 'a table of another name',
    change: ['alter table operations rename to ventas'],
    back: ['alter table ventas rename to operations'],
    isSeen: true,
  },
  {
    what: 'a table of events of another name',
    change: ['alter table events rename to sucesos'],
    back: ['alter table sucesos rename to events'],
    isSeen: true,
  },
  {
    what: 'a column of another name',
    change: ['alter table operations rename column rail to carril'],
    back: ['alter table operations rename column carril to rail'],
    isSeen: true,
  },
]

const OTHER_TYPE: Change = {
  what: 'a column of another type',
  change: ['alter table operations alter column description type integer using length(description)'],
  back: [`alter table operations alter column description type text collate "C" using 'Pedido'`],
  isSeen: true,
}

const ON_ONE: Record<'sqlite' | 'postgres', Change[]> = {
  sqlite: [
    {
      what: 'a view in the place of a table',
      change: ['alter table operations rename to ventas', 'create view operations as select * from ventas'],
      back: ['drop view operations', 'alter table ventas rename to operations'],
      isSeen: true,
    },
    { what: 'a trigger that refuses', change: REFUSING.sqlite, back: ['drop trigger stranger'], isSeen: false },
    {
      what: 'a trigger that writes to a table that is not there',
      change: [`create trigger stranger after insert on operations begin insert into nowhere values (new.id); end`],
      back: ['drop trigger stranger'],
      isSeen: false,
    },
  ],
  postgres: [
    {
      what: 'a trigger that refuses',
      change: REFUSING.postgres,
      back: ['drop trigger stranger on operations', 'drop function stranger'],
      isSeen: false,
    },
    OTHER_TYPE,
    {
      what: 'a column of theirs that may not be empty',
      change: [
        `alter table operations add column theirs text not null default ''`,
        'alter table operations alter column theirs drop default',
      ],
      back: ['alter table operations drop column theirs'],
      isSeen: false,
    },
  ],
}

async function apply({ engine, service: { store }, environment }: World, statements: string[]): Promise<void> {
  if (engine === 'sqlite') {
    for (const text of statements) await store.commit([run(sql.raw(text).compile(store.db))])
    return
  }
  const owner = new pg.Client(environment.DATABASE_URL)
  await owner.connect()
  try {
    for (const text of statements) await owner.query(text)
  } finally {
    await owner.end()
  }
}

onBothEngines('a schema that another program changes', (world) => {
  const ready = async () => {
    await pause(1_100)
    return (await world().send({ method: 'GET', url: '/readyz' })).status
  }

  test('is answered 503 as long as it lasts, and the payment is made once afterwards', async (t) => {
    const merchant = await world().merchant()
    for (const { what, change, back, isSeen } of [...ON_BOTH, ...ON_ONE[world().engine]])
      await t.test(what, async () => {
        const order = () => merchant.post('/v1/payment/spei', { total: 150 }, { 'idempotency-key': what })
        await apply(world(), change)
        try {
          for (let tries = 0; tries < 3; tries += 1) {
            const answer = await order()
            assert.equal(answer.status, 503, answer.text)
            assert.equal(answer.headers['retry-after'], '1')
          }
          assert.equal(await ready(), isSeen ? 503 : 200)
          await world()
            .work()
            .catch(() => {})
        } finally {
          await apply(world(), back)
        }
        let answer = await order()
        for (let tries = 0; answer.status === 503 && tries < 20; tries += 1) answer = await order()
        assert.equal(answer.status, 200, answer.text)
        assert.equal((await order()).body.result.transaction, answer.body.result.transaction)
        assert.equal(await ready(), 200)
        const aside = await world().service.store.db.selectFrom('troubled_rows').selectAll().execute()
        assert.deepEqual(aside, [])
      })
  })
})

describeOnPostgres('a column that had another type for a while', () => {
  // Of a world of its own, no connection of which knows the statements of a payment yet.
  test('is used again by every connection, also by those that learned the statements meanwhile', async () => {
    const world = await openWorld('postgres', {}, { twins: TWINS })
    const merchant = await world.merchant()
    const statuses = async (orders: number) => {
      const found = []
      for (let tries = 0; tries < orders; tries += 1)
        found.push((await merchant.post('/v1/payment/spei', { total: 150 })).status)
      return found
    }
    await apply(world, OTHER_TYPE.change)
    assert.deepEqual([...new Set(await statuses(10))], [503])
    const connections = await connectionsOf(world)
    assert.deepEqual([...new Set(await statuses(10))], [503])
    assert.deepEqual(await connectionsOf(world), connections, 'a refused payment costs no connection')
    await apply(world, OTHER_TYPE.back)
    const after = await statuses(30)
    assert.deepEqual(
      after.filter((status) => status !== 200 && status !== 503),
      [],
    )
    assert.equal(after.at(-1), 200)
    await world.close()
  })
})

/** The processes of the server that serve this database. */
async function connectionsOf({ service: { store } }: World): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_catalog.pg_stat_activity
    where datname = current_database() order by pid`.execute(store.db)
  return rows.map(({ pid }) => pid)
}
