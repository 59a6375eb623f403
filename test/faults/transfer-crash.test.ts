import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../support/harness/engines.ts'
import { writeAtRestKey } from '../support/harness/first-key.ts'
import { startChild } from './child.ts'
import { pastLeasesAt } from './past-leases.ts'

/** When a round is killed: earlier and later in the life of its refunds. */
const MOMENTS_MS = [500, 1_000, 1_500, 2_000, 2_500]

/** What becomes of a refund to each account in the end. */
const ends: Record<string, string> = {
  '002010077777777771': 'settled',
  '646180990000000012': 'rejected',
  '646180990000000038': 'settled',
  '646180990000000041': 'rejected',
  '646180990000000054': 'returned',
  '646180990000000067': 'returned',
  '646180990000000070': 'settled',
}

interface Shown {
  id: string
  status: string
  destination: string
  transaction: string
  replaces: string | null
}

for (const engine of ENGINES) {
  describe(`killed at any moment of sending, reporting and sending again, no transfer is lost, doubled or stuck [${engine}]`, () => {
    after(stopPostgres)

    test('every refund ends as its bank decides, and the books are right', async (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'cobro-crash-'))
      t.after(() => rmSync(folder, { recursive: true, force: true }))
      const url = await newDatabaseUrl(engine, { durable: true, migrated: true, keyed: true })
      writeAtRestKey(folder)
      const environment = { DATABASE_URL: url, DATA_DIR: folder, DATABASE_CONNECTIONS: '4' }
      let child = await startChild(environment)
      const failedOnes = async () =>
        (await child.call('GET', '/v1/transfers?kind=refund&limit=500')).body.result.transfers.filter(
          (one: Shown & { replaced_by: string | null }) =>
            ['rejected', 'returned'].includes(one.status) && one.replaced_by === null,
        )
      // The last round is killed at its end, so that a slow machine has refunds too.
      for (const momentMs of [...MOMENTS_MS, undefined]) {
        const dying = child
        const life = (async () => {
          for (const payer_clabe of Object.keys(ends)) {
            const { transaction } = (await dying.call('POST', '/v1/payment/spei', { total: 100 })).body.result
            await dying.call('POST', '/v1/sandbox/pay/spei', { transaction, payer_clabe })
            await dying.call('GET', `/v1/operations/apply-reversal/${transaction}`)
          }
          await dying.call('PUT', '/v1/sandbox/clock', { advance: 'PT2H' })
          for (const { id } of await failedOnes()) {
            await dying.call('POST', `/v1/transfers/${id}/retry`, { clabe: '002010077777777771' })
          }
          await sleep(200)
        })().catch(() => {})
        const kill = momentMs === undefined ? life : sleep(momentMs + Math.random() * 200)
        await Promise.race([life, kill])
        await dying.kill()
        await life
        child = await startChild(environment)
      }
      try {
        await pastLeasesAt(url)
        for (const until = Date.now() + 150_000; ; await sleep(100)) {
          const moved = await child.call('PUT', '/v1/sandbox/clock', { advance: 'P2D' })
          const open = (await child.call('GET', '/v1/transfers?status=open&limit=500')).body.result.transfers
          if (moved.status === 200 && open.length === 0) break
          assert.ok(Date.now() < until, JSON.stringify(open))
        }
        await child.call('PUT', '/v1/sandbox/clock', { advance: 'P4D' })
        const shown: Shown[] = (await child.call('GET', '/v1/transfers?kind=refund&limit=500')).body.result.transfers
        assert.ok(shown.length > 0)
        for (const one of shown) assert.equal(one.status, ends[one.destination], JSON.stringify(one))
        const first = shown.filter((one) => one.replaces === null)
        assert.equal(new Set(first.map((one) => one.transaction)).size, first.length)
        const report = (await child.call('GET', '/v1/sandbox/audit')).body.result
        assert.equal(
          report.clean,
          true,
          JSON.stringify(report.invariants.filter((one: { faults: number }) => one.faults)),
        )
        const { events } = (await child.call('GET', '/v1/events?type=refund.sent&limit=500')).body.result
        const sent = shown.filter((one) => one.status === 'settled' || one.destination === '646180990000000067')
        assert.equal(events.length, sent.length, JSON.stringify([shown, events]))
      } finally {
        await child.kill()
      }
    })
  })
}
