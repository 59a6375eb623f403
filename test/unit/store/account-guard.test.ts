// The account guard of the store: which statements it shows.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { sql } from 'kysely'
import { across, acrossStore } from '../../../src/store/across.ts'
import { accountsOfBatch } from '../../../src/store/cluster/batch-accounts.ts'
import { directoryWrite } from '../../../src/store/directory.ts'
import { NO_ACCOUNT } from '../../../src/store/no-account.ts'
import { migrate } from '../../../src/store/schema/migrate.ts'
import { openSqlite } from '../../../src/store/sqlite/engine.ts'
import { insert, run, update } from '../../../src/store/write.ts'
import { beneath } from '../../support/harness/account-guard.ts'
import { guardAccounts } from '../../support/harness/guard-accounts.ts'

test('statements without an account are shown, marked reads and writes that name one are not', async () => {
  const plain = openSqlite(':memory:')
  await plain.locked((each) => migrate(each, { engine: 'sqlite', mode: undefined }))
  const shown: string[] = []
  const store = guardAccounts(plain, ({ tables }) => {
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

test('a batch that touches two accounts is shown; one of a single account, of none beside it, or of a reader of the log is not', async () => {
  const plain = openSqlite(':memory:')
  const shown: string[][] = []
  const store = guardAccounts(
    { ...plain, commit: async () => {} },
    () => {},
    (writes) => {
      shown.push(accountsOfBatch(writes))
    },
  )
  const { db } = store
  const gone = (accountId: string) => run(db.deleteFrom('refunds').where('account_id', '=', accountId).compile())
  const moved = (accountId: string) => update('refunds', { attempts: 1 }, { account_id: accountId, id: 'ref_1' })
  const noted = (accountId: string) =>
    insert('authority_records', {
      id: 'aur_1',
      account_id: accountId,
      table_name: 'users',
      row_key: 'u',
      columns: '{}',
    })
  const passed = update('cursors', { position: 2 }, { reader: 'search', bucket: 1 })
  const everywhere = run(db.deleteFrom('card_tries').where('until', '<=', '').modifyEnd(across('due')).compile())
  await store.commit([moved('acc_1'), gone('acc_1'), noted('acc_1'), noted(NO_ACCOUNT)])
  await store.commit([directoryWrite('clabe', '646', { accountId: 'acc_2', subject: 'spe_1' }), moved('acc_1')])
  await store.commit([moved('acc_1'), moved('acc_2'), passed])
  await store.commit([moved('acc_1'), moved('acc_2'), everywhere])
  assert.deepEqual(shown, [])
  for (const other of [moved('acc_2'), gone('acc_2'), noted('acc_2')]) await store.commit([moved('acc_1'), other])
  assert.deepEqual(shown, [
    ['acc_1', 'acc_2'],
    ['acc_1', 'acc_2'],
    ['acc_1', 'acc_2'],
  ])
  await plain.close()
})

test('the guard knows the files of the store through which a statement goes by their present names', () => {
  assert.deepEqual(
    beneath.filter((name) => !existsSync(`src/store/${name}`)),
    [],
  )
})
