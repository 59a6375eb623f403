// PostgreSQL compiles no statement of the service to machine code, whatever its defaults: a second of compiling for a millisecond of work.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase } from '../../../src/store/database.ts'
import { describeOnPostgres, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'

after(stopPostgres)

describeOnPostgres('a database that compiles statements by default', () => {
  test('compiles neither reads nor writes nor snapshots of ours', async (context) => {
    const url = await newDatabaseUrl('postgres', { migrated: true })
    const admin = new pg.Client(url)
    await admin.connect()
    await admin.query(`alter database "${new URL(url).pathname.slice(1)}" set jit to on`)
    await admin.end()
    const store = await openDatabase(url, { connections: 1 })
    context.after(() => store.close())
    const shown = sql<{ jit: string }>`select current_setting('jit') as jit`
    assert.deepEqual((await shown.execute(store.db)).rows, [{ jit: 'off' }])
    assert.deepEqual(await store.returning(shown.compile(store.db)), [{ jit: 'off' }])
    assert.deepEqual(await store.snapshot(async ({ db }) => (await shown.execute(db)).rows), [{ jit: 'off' }])
  })
})
