// What somebody has set for the role or the database on PostgreSQL does not weaken what the service promises, and is said where it stops the service.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase } from '../../../src/store/database.ts'
import { describeOnPostgres, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'
import { runCobro } from '../../support/harness/programs.ts'
import { openWorld } from '../../support/harness/world.ts'

after(stopPostgres)

async function setFor(url: string, name: string, value: string): Promise<void> {
  const admin = new pg.Client(url)
  await admin.connect()
  await admin.query(`alter database "${new URL(url).pathname.slice(1)}" set ${name} to '${value}'`)
  await admin.end()
}

describeOnPostgres('a database with settings of its own', () => {
  test('acknowledges nothing before it is on disk, and waits for other servers where it is set to', async (context) => {
    const url = await newDatabaseUrl('postgres', { migrated: true })
    for (const [set, kept] of [
      ['off', 'local'],
      ['local', 'local'],
      ['on', 'on'],
      ['remote_write', 'remote_write'],
      ['remote_apply', 'remote_apply'],
    ] as const) {
      await setFor(url, 'synchronous_commit', set)
      const store = await openDatabase(url, { connections: 1 })
      context.after(() => store.close())
      const shown = sql<{ kept: string }>`select current_setting('synchronous_commit') as kept`
      assert.deepEqual(await store.returning(shown.compile(store.db)), [{ kept }], set)
      assert.equal((await store.durability()).synchronous_commit, kept)
    }
  })

  test('that is read only is named by status, with what to do', async (context) => {
    const world = await openWorld('postgres')
    context.after(() => world.close())
    const before = await runCobro(['status'], world.environment)
    assert.equal(before.code, 0, before.error)
    await setFor(String(world.environment.DATABASE_URL), 'default_transaction_read_only', 'on')
    const { code, out, error } = await runCobro(['status'], world.environment)
    assert.equal(code, 1, error)
    assert.match(out, /^database\t.* \(postgres\), read only: .*default_transaction_read_only is off$/m)
    assert.match(error, /Look at: the database, which is read only/)
    const spanish = await runCobro(['status', '--lang', 'es'], world.environment)
    assert.match(spanish.out, /^base de datos\t.*, de solo lectura: /m)
    const { out: lines } = await runCobro(['status', '--json'], world.environment)
    assert.equal(JSON.parse(lines.split('\n')[0] ?? '').read_only, true)
  })
})
