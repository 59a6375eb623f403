// Who may make tables can also make the database change rows as they are written, with records that agree, or let them be written twice: the audit names it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { audit } from '../../../src/service/audit.ts'
import { run } from '../../../src/store/write.ts'
import { onBothEngines } from '../../support/harness/world.ts'

onBothEngines('nothing changes what the program writes', (world) => {
  const change = async (text: string) => {
    const { store } = world().service
    if (world().engine === 'sqlite') return store.commit([run(sql.raw(text).compile(store.db))])
    const owner = new pg.Client(world().environment.DATABASE_URL)
    await owner.connect()
    await owner.query(text).finally(() => owner.end())
  }
  const faults = async (accountId?: string) => {
    const { invariants } = await audit(world().service.store, accountId === undefined ? {} : { accountId })
    return invariants.flatMap(({ name, first }) => (first === null ? [] : [`${name} ${first.id} ${first.found}`]))
  }

  test('a trigger is named', async () => {
    const merchant = await world().merchant()
    assert.deepEqual(await faults(), [])
    if (world().engine === 'sqlite')
      await change(`create trigger thief after insert on transfers begin
        update transfers set attempts = 0 where id = new.id; end`)
    else {
      await change(`create function thief() returns trigger language plpgsql as $$ begin return new; end $$`)
      await change('create trigger thief before insert on transfers for each row execute function thief()')
    }
    assert.deepEqual(await faults(), ['schema transfers trigger thief'])
    // The books of an account are its own.
    assert.deepEqual(await faults(merchant.accountId), [])
    await change(world().engine === 'sqlite' ? 'drop trigger thief' : 'drop trigger thief on transfers')
    assert.deepEqual(await faults(), [])
  })

  test('a unique index that is gone, or unique no more, is named', async () => {
    await change('drop index payouts_by_tracking_key')
    assert.deepEqual(await faults(), ['schema payouts none'])
    await change('create index payouts_by_tracking_key on payouts (account_id, tracking_key)')
    assert.deepEqual(await faults(), ['schema payouts none'])
    await change('drop index payouts_by_tracking_key')
    await change('create unique index payouts_by_tracking_key on payouts (account_id, tracking_key)')
    assert.deepEqual(await faults(), [])
  })

  test('a rule of PostgreSQL is named', async () => {
    if (world().engine === 'sqlite') return
    await change('create rule quiet as on delete to customers do instead nothing')
    assert.deepEqual(await faults(), ['schema customers rule quiet'])
    await change('drop rule quiet on customers')
    assert.deepEqual(await faults(), [])
  })
})
