// Commands wait for the database as long as the settings say.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { describeOnPostgres, newDatabaseUrl, stopPostgres } from '../support/harness/engines.ts'
import { runCobro } from '../support/harness/programs.ts'

after(stopPostgres)

/** Longer than a read waits without the setting. */
const HELD_MS = 5_000

describeOnPostgres('a command beside a lock of somebody else', () => {
  test('waits as long as DATABASE_READ_TIMEOUT_MS says', async (context) => {
    const url = await newDatabaseUrl('postgres', { migrated: true })
    const other = new pg.Client(url)
    await other.connect()
    context.after(() => other.end())
    await other.query('begin')
    await other.query('lock table book_progress in access exclusive mode')
    let hasEnded = false
    const asked = runCobro(['status'], { DATABASE_URL: url, DATABASE_READ_TIMEOUT_MS: '60000' }).finally(() => {
      hasEnded = true
    })
    // Whenever the command gets to the table, it finds it locked for longer than a read waits without the setting.
    const waiting = "select 1 from pg_locks where relation = cast('book_progress' as regclass) and not granted"
    while (!hasEnded && (await other.query(waiting)).rows.length === 0) await pause(50)
    await pause(HELD_MS)
    await other.query('commit')
    const { code, error, out } = await asked
    assert.equal(code, 0, error)
    assert.match(out, /^books\t/m)
  })
})
