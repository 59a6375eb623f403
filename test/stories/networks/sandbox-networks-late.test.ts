// The promise: the sandbox's networks are as late, as repetitive and as contradictory as real ones, when they are asked to be.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertAudited,
  frozenMerchant,
  moveClock,
  operationOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
} from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

onBothEngines('late networks of the sandbox', (world) => {
  const frozen = () => frozenMerchant(world())
  const outcomesOf = async ({ accountId }: Merchant) => {
    const { db } = world().service.store
    const rows = await db.selectFrom('payments_received').selectAll().where('account_id', '=', accountId).execute()
    return rows.map((row) => `${row.network_transaction} ${row.outcome}`).sort()
  }

  test('a payment is reported after hours, and counts at the time when the payer made it', async () => {
    const merchant = await frozen()
    const { transaction } = await storeVoucher(merchant)
    const made = await payAtStore(merchant, { transaction, report_after: 'PT8H' })
    assert.deepEqual([made.outcome, made.operation.status, made.return], ['unreported', 'P', null])
    await moveClock(merchant, { advance: 'PT7H59M' })
    assert.equal((await operationOf(merchant, transaction)).status, 'P')
    await moveClock(merchant, { advance: 'PT1M' })
    const paid = await operationOf(merchant, transaction)
    assert.equal(paid.status, 'N')
    assert.equal(paid.paid_at, made.paid_at)
    await assertAudited(world())
  })

  test('reported twice, at once or later, it is one payment', async () => {
    const merchant = await frozen()
    const ids = []
    for (const extra of [{}, { report_after: 'PT1H' }]) {
      const { transaction } = await speiVoucher(merchant)
      await payBySpei(merchant, { transaction, report_twice: true, ...extra })
      ids.push(transaction)
    }
    await moveClock(merchant, { advance: 'PT2H' })
    for (const id of ids) assert.equal((await operationOf(merchant, id)).status, 'N')
    assert.equal((await outcomesOf(merchant)).length, 2)
    await assertAudited(world())
  })

  test('out of order: the second payment of a voucher, reported first, pays it, and the first one goes back', async () => {
    const merchant = await frozen()
    const { transaction } = await speiVoucher(merchant)
    await payBySpei(merchant, { transaction, report_after: 'PT2H', tracking_key: 'FIRST1' })
    await payBySpei(merchant, { transaction, report_after: 'PT1H', tracking_key: 'SECOND2' })
    await moveClock(merchant, { advance: 'PT3H' })
    assert.deepEqual(await outcomesOf(merchant), ['FIRST1 returned', 'SECOND2 matched'])
    await assertAudited(world())
  })

  test('the same request again plans it once; an invalid duration is refused', async () => {
    const merchant = await frozen()
    const { transaction } = await storeVoucher(merchant)
    const headers = { 'idempotency-key': `late ${transaction}` }
    const [one, two] = await Promise.all(
      [1, 2].map(() => merchant.post('/v1/sandbox/pay/store', { transaction, report_after: 'PT1H' }, headers)),
    )
    const again = await merchant.post('/v1/sandbox/pay/store', { transaction, report_after: 'PT1H' }, headers)
    assert.equal(again.status, 200, again.text)
    assert.ok([one, two].some((answer) => answer?.status === 200 && answer.text === again.text))
    const { db } = world().service.store
    const rows = await db
      .selectFrom('sandbox_reports')
      .selectAll()
      .where('account_id', '=', merchant.accountId)
      .execute()
    assert.equal(rows.length, 1)
    for (const report_after of ['8 hours', '-PT1H', 'P2Y', 'PT', 'P1M1', '\u0000']) {
      const { status, text } = await merchant.post('/v1/sandbox/pay/store', { transaction, report_after })
      assert.equal(status, 400, `${report_after}: ${text}`)
    }
  })

  test('a transfer of a magic amount does what its table says, to any account', async () => {
    const merchant = await frozen()
    const become = {
      4002.01: 'rejected',
      4002.03: 'settled',
      4002.04: 'rejected',
      4002.05: 'returned',
      4002.06: 'returned',
      4002.07: 'settled',
    }
    const first: string[] = []
    for (const total of Object.keys(become)) {
      const { transaction } = await speiVoucher(merchant, { total: Number(total) })
      await payBySpei(merchant, { transaction })
      assert.equal((await merchant.get(`/v1/operations/apply-reversal/${transaction}`)).status, 200)
    }
    await world().work()
    const list = async () => {
      const { transfers } = (await merchant.get('/v1/transfers')).body.result
      return Object.fromEntries(
        transfers.map((one: { amount: { amount: string }; status: string }) => [Number(one.amount.amount), one.status]),
      )
    }
    first.push(...Object.values(await list()).map(String))
    assert.deepEqual(first.sort(), ['accepted', 'accepted', 'accepted', 'pending', 'rejected', 'settled'])
    await moveClock(merchant, { advance: 'P5D' })
    assert.deepEqual(await list(), become)
    await assertAudited(world())
  })
})
