// The door of the store: what it shows of the statements that go through it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { atDoor } from '../../../src/store/account-door.ts'
import { across, acrossStore } from '../../../src/store/across.ts'
import { migrate } from '../../../src/store/migrate.ts'
import { openSqlite } from '../../../src/store/sqlite.ts'
import { run, update } from '../../../src/store/write.ts'

test('statements without an account are shown, marked reads and writes that name one are not', async () => {
  const plain = openSqlite(':memory:')
  await plain.locked((each) => migrate(each, { engine: 'sqlite', mode: undefined }))
  const shown: string[] = []
  const store = atDoor(plain, ({ tables }) => {
    shown.push(...tables)
  })
  const { db } = store
  const all = () => shown.splice(0)
  await db.selectFrom('refunds').select('id').where('account_id', '=', 'acc_1').execute()
  await db.selectFrom('refunds').select('id').modifyEnd(across('due')).execute()
  await acrossStore(store, 'audit').db.selectFrom('refunds').select('id').limit(1).execute()
  await sql`select id from refunds where id = ${'ref_1'}`.execute(acrossStore(store, 'audit').db)
  await store.snapshot((read) => read.db.selectFrom('users').select('id').execute())
  await store.commit([run(db.deleteFrom('refunds').where('account_id', '=', 'acc_1').compile())])
  assert.deepEqual(all(), [])
  await db.selectFrom('refunds').select('id').where('id', '=', 'ref_1').execute()
  assert.deepEqual(all(), ['refunds'])
  await store.snapshot((read) => read.db.selectFrom('refunds').select('id').execute())
  assert.deepEqual(all(), ['refunds'])
  await store.rows(db.selectFrom('plans').select('id').compile())
  assert.deepEqual(all(), ['plans'])
  await store.commit([run(db.deleteFrom('refunds').where('id', '=', 'ref_1').compile())])
  assert.deepEqual(all(), ['refunds'])
  await store.commit([update('refunds', { attempts: 1 }, { id: 'ref_1' })]).catch(() => {})
  assert.deepEqual(all(), ['refunds'])
  await store.close()
})
