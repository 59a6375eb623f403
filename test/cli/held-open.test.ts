// The operator opens a dispute of more than is left of its payment, beside a running service: once, with a reason on record.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { keepReport } from '../../src/reconciliation/notices/unread.ts'
import { paidByCard } from '../support/fixtures/disputes.ts'
import { assertAudited } from '../support/fixtures/payers.ts'
import { runCobro } from '../support/harness/programs.ts'
import { openWorld } from '../support/harness/world.ts'

test('cobro held open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-held-'))
  const url = `file:${join(folder, 'cobro.db')}`
  const world = await openWorld('sqlite', { DATABASE_URL: url })
  try {
    const open = (...words: string[]) =>
      runCobro(['held', 'open', ...words], { DATABASE_URL: url, DATA_DIR: world.environment.DATA_DIR ?? '' })
    const merchant = await world.merchant()
    await paidByCard(world, merchant, 900)
    const operationId = await paidByCard(world, merchant, 500)
    assert.equal((await merchant.post(`/v1/operations/${operationId}/refunds`, { amount: 200 })).status, 200)
    const notice = {
      ...{ kind: 'dispute', operationId, networkDispute: 'CB-1', stage: 'chargeback', scheme: 'visa' },
      ...{ reasonCode: '10.4', amountCentavos: 50_000, respondBy: '2050-01-31T23:59:59-06:00' },
    }
    for (const text of [JSON.stringify(notice), '<what>'])
      await keepReport(world.service, {
        ...{ network: 'sandbox-acquirer', call: '/disputes', text },
        ...({ why: 'contradiction', notice: 'dispute' } as const),
      })
    const [about, other] = await world.service.store.db
      .selectFrom('unread_reports')
      .select('id')
      .orderBy('id')
      .execute()
    assert.ok(about && other)

    const because = ['--because', 'a part was refunded']
    assert.equal((await open(about.id)).code, 2, 'a reason is needed')
    for (const [id, sentence] of [
      ['unr_none', /There is no open report unr_none/],
      [other.id, /does not open a dispute/],
    ] as const) {
      const refused = await open(id, ...because)
      assert.equal(refused.code, 1)
      assert.match(refused.error, sentence)
    }
    const opened = await open(about.id, ...because)
    assert.deepEqual(
      [opened.code, opened.out],
      [0, `The dispute of ${about.id} is open for what is left of its payment\n`],
      opened.error,
    )
    assert.match((await open(about.id, ...because)).error, /There is no open report/)
    const [dispute] = (await merchant.get('/v1/disputes')).body.result.disputes
    assert.deepEqual([dispute.amount.amount, dispute.status], ['300.00', 'needs_response'])
    await assertAudited(world)
  } finally {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
