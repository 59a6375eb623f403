// A limit of file sizes that is smaller than the log of SQLite would become: the log is brought into the database and begins anew.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ENGINES } from '../support/harness/engines.ts'
import { startChild } from './child.ts'

const LIMIT_BYTES = 8 * 1024 * 1024
const AT_ONCE = 10
const ROUNDS = 50

test('a service whose files may not become large takes payments for as long as the database itself has room', async (t) => {
  if (!ENGINES.includes('sqlite')) return
  const folder = mkdtempSync(join(tmpdir(), 'cobro-small-'))
  // A shell counts blocks of 512 bytes.
  const child = await startChild({ DATA_DIR: folder }, undefined, [], `ulimit -f ${LIMIT_BYTES / 512}`)
  t.after(async () => {
    await child.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  const reference = { description: 'Pedido '.repeat(20) }
  for (let round = 0; round < ROUNDS; round += 1) {
    const asked = Array.from({ length: AT_ONCE }, () =>
      child.call('POST', '/v1/payment/spei', { total: 150, payment: { reference } }),
    )
    for (const { status, body } of await Promise.all(asked))
      assert.equal(status, 200, `round ${round}: ${JSON.stringify(body)}\n${child.output().slice(-2_000)}`)
  }
  assert.equal((await child.call('GET', '/readyz')).status, 200)
  // It was needed: the log has been as long as it may be.
  assert.ok(statSync(join(folder, 'cobro.db-wal')).size > LIMIT_BYTES / 2)
})
