// What the benchmark fills a database with is what the service would have written: its books are right.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fill } from '../../bench/fill.ts'
import { SANDBOX_ACCOUNT } from '../../src/accounts/open-account.ts'
import { verifyBooks } from '../../src/ledger/verify-books.ts'
import { newestPlaces } from '../../src/operations/finding/read-index.ts'
import { segmentReader } from '../../src/operations/finding/segments.ts'
import { audit } from '../../src/service/audit.ts'
import { openDatabase } from '../../src/store/database.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../support/harness/engines.ts'

after(stopPostgres)

for (const engine of ENGINES) {
  test(`the audit of a database that was filled for a benchmark finds nothing (${engine})`, async () => {
    const url = await newDatabaseUrl(engine, { migrated: true })
    await fill(url, 300, Date.UTC(2026, 5, 1))
    const store = await openDatabase(url, { connections: 1 })
    try {
      const { invariants, counts } = await audit(store)
      assert.deepEqual(
        invariants.filter(({ faults }) => faults > 0),
        [],
      )
      assert.equal(counts.operations, 300)
      const all = { oldest: 0, newest: Date.UTC(2027, 0, 1) }
      const { places } = await newestPlaces(segmentReader(store), SANDBOX_ACCOUNT.id, ['pedido'], all)
      assert.equal(places.length, 300)
      const { faults } = await store.snapshot((snapshot) => verifyBooks(snapshot, { kept: [], nowMs: Date.now() }))
      assert.deepEqual(faults, [])
    } finally {
      await store.close()
    }
  })
}
