// The promise: a payment of which nothing is left for the merchant is in every view of a month, and a month whose counts differ stops no other's closing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packageOf } from '../../../src/closings/package.ts'
import { journalReaders } from '../../../src/service/journal-causes.ts'
import { run } from '../../../src/store/write.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited, moveClock, payBySpei, speiVoucher } from '../../support/fixtures/payers.ts'
import { done, type Merchant, onBothEngines } from '../../support/harness/world.ts'

onBothEngines('a month of payments that leave the merchant nothing', (world) => {
  const start = async (day: string) => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true, set: `${day}T12:00:00-06:00` })
    await done(merchant.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' }))
    return merchant
  }
  const asked = (merchant: Merchant, month: string) =>
    done(merchant.post(`/v1/ledger/months/${month}/close`, { accept_open: true }))
  const statusOf = async (merchant: Merchant, month: string) =>
    (await done(merchant.get(`/v1/ledger/months/${month}`))).status

  test('is closed, and its payments, refunds and disputes are lines of the payout’s report', async () => {
    const merchant = await start('2034-05-10')
    // The fee takes 10.00 whole; of 100.00 the affiliate gets all that the fee leaves.
    await done(merchant.call('PUT', '/v1/sandbox/fees', { payment_method: 'SPE', percentage: 100 }))
    const { transaction } = await speiVoucher(merchant, { total: 10 })
    await payBySpei(merchant, { transaction })
    const share = { 'payment.affiliated': { user: 'ana', total_fee: '95.82' } }
    const paid = await done(payByCard(world(), merchant, APPROVED, share))
    const refunded = paid.operations[0].transaction
    // The affiliate bears all of a refund that is rounded to a centavo.
    await done(merchant.post(`/v1/operations/${refunded}/refunds`, { amount: '0.01' }))
    const { transaction: other } = await speiVoucher(merchant, { total: 50 })
    await done(merchant.call('PUT', '/v1/sandbox/fees', { payment_method: 'SPE', percentage: 0 }))
    const { transaction: third } = await speiVoucher(merchant, { total: 50 })
    for (const one of [other, third]) await payBySpei(merchant, { transaction: one })
    await moveClock(merchant, { set: '2034-05-11T12:00:00-06:00' })
    const { lines, totals, payout } = await done(merchant.get('/v1/settlement/report?date=2034-05-11'))
    const shown = lines.map(({ type, total, net }: Record<string, string>) => `${type} ${total} ${net}`)
    assert.deepEqual(shown.sort(), [
      'payment 10.00 0.00',
      'payment 100.00 0.00',
      'payment 50.00 0.00',
      'payment 50.00 50.00',
      'refund -0.01 0.00',
    ])
    assert.deepEqual([totals.entries, totals.total, totals.net], [5, '209.99', '50.00'])
    assert.equal(payout.amount.amount, '50.00')
    const sales = (await done(merchant.get('/v1/operations?date=paid&start_date=2034-05-01&end_date=2034-05-31'))).sales
    assert.equal(sales, totals.total)
    await moveClock(merchant, { set: '2034-06-01T12:00:00-06:00' })
    await asked(merchant, '2034-05')
    await moveClock(merchant, { advance: 'PT1S' })
    assert.equal(await statusOf(merchant, '2034-05'), 'closed')
    await assertAudited(world())
  })

  test('whose counts differ fails, and the months of others are closed', async () => {
    const [broken, fine] = [await start('2034-08-10'), await start('2034-08-10')]
    for (const merchant of [broken, fine]) {
      const { transaction } = await speiVoucher(merchant, { total: 100 })
      await payBySpei(merchant, { transaction })
    }
    await moveClock(fine, { set: '2034-09-01T12:00:00-06:00' })
    const { store } = world().service
    const change = (centavos: number) => {
      const query = store.db
        .updateTable('posted_totals')
        .set((eb) => ({ total_centavos: eb('total_centavos', '+', centavos) }))
        .where('account_id', '=', broken.accountId)
      return store.commit([run(query.compile())])
    }
    await change(1)
    await asked(broken, '2034-08')
    await asked(fine, '2034-08')
    await moveClock(fine, { advance: 'PT1M' })
    assert.deepEqual([await statusOf(broken, '2034-08'), await statusOf(fine, '2034-08')], ['closing', 'closed'])
    const { bytes } = packageOf(
      { store, journal: journalReaders },
      {
        ...{ accountId: broken.accountId, month: '2034-08', language: 'es', openItems: [], head: '', cfdi: undefined },
        at: world().service.clock.epochMs(),
      },
    )
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error('it never ends')), 20_000).unref())
    await assert.rejects(Promise.race([Array.fromAsync(bytes), late]), /sales of the list of operations/)
    await change(-1)
    await assertAudited(world())
    await moveClock(fine, { resume: true })
  })
})
