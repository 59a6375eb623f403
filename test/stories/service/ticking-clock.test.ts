// Time passes while the service works: a second at each look at the clock, and what it says of one instant is one instant all the same.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { disputed, paidByCard } from '../../support/fixtures/disputes.ts'
import {
  assertAudited,
  operationOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
  transfersOf,
} from '../../support/fixtures/payers.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { tickingClock } from '../../support/harness/ticking-clock.ts'
import { openWorld, type World } from '../../support/harness/world.ts'

const SECOND_MS = 1_000
const PAYER = '002010077777777771'
const CLOSED = '646180990000000012'

describe('a clock on which a second passes at each reading', () => {
  let world: World
  before(async () => {
    world = await openWorld(ENGINES[0] ?? 'sqlite', {}, { clock: tickingClock(SECOND_MS) })
  })
  after(async () => {
    await world.close()
    await stopPostgres()
  })

  test('the answer to a change equals its record', async () => {
    const merchant = await world.merchant()
    const read = async (path: string) => (await merchant.get(path)).body.result
    const { transaction } = await speiVoucher(merchant, { total: 500 })
    await payBySpei(merchant, { transaction, payer_clabe: CLOSED })
    const { transaction: more } = await speiVoucher(merchant, { total: 500 })
    await payBySpei(merchant, { transaction: more, payer_clabe: PAYER })
    const asked = (
      await merchant.post(`/v1/operations/${transaction}/refunds`, {
        amount: 10,
        destination: { clabe: CLOSED, name: 'Ana' },
      })
    ).body.result
    assert.deepEqual(await read(`/v1/refunds/${asked.id}`), asked)
    await world.work()
    await world.work()
    assert.equal((await read(`/v1/refunds/${asked.id}`)).status, 'failed')
    const again = (await merchant.post(`/v1/refunds/${asked.id}/retry`, {})).body.result
    assert.deepEqual(await read(`/v1/refunds/${asked.id}`), again)
    await world.work()
    await world.work()
    const cancelled = (await merchant.post(`/v1/refunds/${asked.id}/cancel`, {})).body.result
    assert.equal(cancelled.status, 'cancelled')
    assert.deepEqual(await read(`/v1/refunds/${asked.id}`), cancelled)

    const { id } = (await merchant.post('/v1/credentials', { name: 'caja', scopes: ['read'] })).body.result
    const revoked = (await merchant.call('DELETE', `/v1/credentials/${id}`)).body.result
    const listed = (await read('/v1/credentials')).credentials.find((one: { id: string }) => one.id === id)
    assert.equal(listed.revoked_at, revoked.revoked_at)
  })

  test('a card payment is paid when it is posted, in every answer', async () => {
    const merchant = await world.merchant()
    const headers = { 'idempotency-key': 'ticks' }
    const paid = await payByCard(world, merchant, APPROVED, {}, { headers })
    const { transaction, paid_at } = paid.body.result.operations[0]
    const row = await world.service.store.db
      .selectFrom('operations')
      .select(['paid_at', 'status_at'])
      .where('id', '=', transaction)
      .executeTakeFirstOrThrow()
    assert.equal(row.paid_at, row.status_at)
    assert.equal((await operationOf(merchant, transaction)).paid_at, paid_at)
  })

  test('a refund of the acquirer is settled when its state says so', async () => {
    const merchant = await world.merchant()
    const transaction = await paidByCard(world, merchant)
    const { id } = (await merchant.post(`/v1/operations/${transaction}/refunds`, { amount: 10 })).body.result
    await world.work()
    const settled = (await merchant.get(`/v1/refunds/${id}`)).body.result
    assert.equal(settled.status, 'settled')
    assert.equal(settled.settled_at, settled.status_timestamp)
  })

  test('a payer pays at one instant, which is before the network reports it', async () => {
    const merchant = await world.merchant()
    const { transaction } = await storeVoucher(merchant)
    const made = await payAtStore(merchant, { transaction, report_after: 'PT1S' })
    for (let turn = 0; turn < 5; turn += 1) await world.work()
    const operation = await operationOf(merchant, transaction)
    assert.deepEqual([operation.status, operation.paid_at], ['N', made.paid_at])

    const odd = await speiVoucher(merchant)
    await payBySpei(merchant, { transaction: odd.transaction, amount: 7, payer_clabe: PAYER })
    await world.work()
    const [sent] = await transfersOf(world, merchant)
    await payBySpei(merchant, { clabe: CLOSED, amount: 7, payer_clabe: PAYER, tracking_key: sent?.tracking_key })
    const rows = await world.service.store.db
      .selectFrom('payments_received')
      .select(['paid_at', 'received_at', 'outcome'])
      .where('account_id', '=', merchant.accountId)
      .execute()
    assert.deepEqual(rows.map(({ outcome }) => outcome).sort(), ['matched', 'returned', 'taken-back'])
    for (const row of rows) assert.ok(row.paid_at <= row.received_at, JSON.stringify(row))
  })

  test('a transfer is due, and has its state, from the moment it was made', async () => {
    const merchant = await world.merchant()
    const { transaction } = await speiVoucher(merchant)
    await payBySpei(merchant, { transaction, amount: 7, payer_clabe: PAYER })
    const [transfer] = await transfersOf(world, merchant)
    assert.deepEqual([transfer?.due_at, transfer?.state_at], [transfer?.created_at, transfer?.created_at])
  })

  test('evidence that was accepted in time was submitted in time', async () => {
    const merchant = await world.merchant()
    const dispute = await disputed(merchant, await paidByCard(world, merchant))
    await merchant.post(`/v1/disputes/${dispute.id}/evidence`, { texts: { explanation: 'Se entregó' } })
    const { status, text } = await merchant.post(`/v1/disputes/${dispute.id}/submit`, {})
    assert.equal(status, 200, text)
    const row = await world.service.store.db
      .selectFrom('disputes')
      .innerJoin('dispute_answers', 'dispute_answers.dispute_id', 'disputes.id')
      .select(['submitted_at', 'dispute_answers.created_at'])
      .where('disputes.id', '=', dispute.id)
      .executeTakeFirstOrThrow()
    assert.equal(row.submitted_at, row.created_at)
  })

  test('without an open transfer, the age of the oldest open one is zero', async () => {
    const own = await openWorld('sqlite', { METRICS_TOKEN: 't'.repeat(32) }, { clock: tickingClock(SECOND_MS) })
    try {
      await own.work()
      const { text } = await own.send({ url: '/metrics', headers: { authorization: `Bearer ${'t'.repeat(32)}` } })
      assert.match(text, /^cobro_transfers_oldest_open_seconds(\{.*\})? 0$/m)
    } finally {
      await own.close()
    }
  })

  test('the books are right', async () => {
    await assertAudited(world)
  })
})
