// What the benchmark fills a database with is what the service would have written: its books are right.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fill } from '../../bench/fill.ts'
import { audit } from '../../src/ledger/audit.ts'
import { verifyBooks } from '../../src/ledger/verify-books.ts'
import { openDatabase } from '../../src/store/database.ts'

test('the audit of a database that was filled for a benchmark finds nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-fill-'))
  const path = join(folder, 'filled.db')
  await fill(path, 300, Date.UTC(2026, 5, 1))
  const store = await openDatabase(`file:${path}`, { connections: 1 })
  try {
    const { invariants, counts } = await audit(store)
    assert.deepEqual(
      invariants.filter(({ faults }) => faults > 0),
      [],
    )
    assert.equal(counts.operations, 300)
    const { faults } = await store.snapshot((snapshot) => verifyBooks(snapshot, { kept: [], nowMs: Date.now() }))
    assert.deepEqual(faults, [])
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
})
