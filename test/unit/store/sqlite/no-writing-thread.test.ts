// A writing thread that cannot be started is an outage: it ends neither the process nor later writes.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { isOutage } from '../../../../src/store/outage.ts'
import { openSqlite } from '../../../../src/store/sqlite/engine.ts'
import { run } from '../../../../src/store/write.ts'
import { withoutThreads } from '../../../support/harness/without-threads.ts'

test('writes that find no thread are refused as an outage, and written once there are threads', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-threads-'))
  const store = openSqlite(join(folder, 'cobro.db'))
  t.after(async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const write = () => store.commit([run(sql`create table if not exists things (id text)`.compile(store.db))])
  // More than one message of batches.
  const refused = await withoutThreads(() => Promise.allSettled(Array.from({ length: 40 }, write)))
  for (const one of refused) assert.ok(one.status === 'rejected' && isOutage(one.reason), JSON.stringify(one))
  await write()
})
