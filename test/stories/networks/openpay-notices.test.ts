// The promise: no notice of Openpay about money is dropped. One that is ahead of what Openpay shows is repeated until Openpay shows it; one that names
// nobody, or tells of a refund that was made elsewhere, waits for a person.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { audit } from '../../../src/service/audit.ts'
import { type Production, production } from '../../openpay/production.ts'
import { PRODUCTION, stopPostgres } from '../../support/harness/engines.ts'

after(stopPostgres)

for (const engine of PRODUCTION) {
  describe(`notices of Openpay that nothing may drop [${engine}]`, () => {
    let it: Production
    before(async () => {
      it = await production(engine)
    })
    after(async () => {
      if (!it) return
      const { clean, invariants } = await audit(it.store)
      assert.ok(clean, JSON.stringify(invariants.filter((one) => one.faults > 0)))
      await it.close()
    })

    const kept = async () => {
      const rows = await it.store.db.selectFrom('unread_reports').select('detail').execute()
      return rows.map(({ detail }) => detail)
    }

    test('a payment at a store is repeated until Openpay shows it as paid', async () => {
      const made = await it.call('POST', '/v1/payment/convenience-store', { total: 150, store: '7-Eleven' })
      const id = made.body.result.transaction as string
      const charge = it.fake.charge(id) ?? {}
      for (const _ of [1, 2]) assert.equal((await it.notify('store', 'charge.succeeded', charge)).status, 503)
      assert.equal((await it.notify('store', 'charge.created', charge)).status, 200, 'it says no more than is shown')
      assert.equal(await it.statusOf(id), 'P')
      charge.status = 'completed'
      assert.equal((await it.notify('store', 'charge.succeeded', charge)).status, 200)
      assert.equal(await it.statusOf(id), 'N')
      assert.deepEqual(await kept(), [])
    })

    test('a deposit likewise; one that names no customer, or in a state that is not known, waits for a person', async () => {
      const made = await it.call('POST', '/v1/payment/spei', { total: 150.1 })
      const { transaction: id, bank_account_number: clabe } = made.body.result
      const deposit = it.fake.deposit(clabe, 150.1)
      deposit.status = 'in_progress'
      assert.equal((await it.notify('bank', 'spei.received', deposit)).status, 503)
      const before = (await kept()).length
      const { customer_id: _, ...nameless } = deposit
      for (const other of [nameless, { ...nameless, customer_id: null }, { ...nameless, customer_id: '../x' }])
        assert.equal((await it.notify('bank', 'spei.received', other)).status, 200)
      deposit.status = 'refunded'
      assert.equal((await it.notify('bank', 'spei.received', deposit)).status, 200)
      const more = (await kept()).slice(before).join()
      assert.match(more, /names no customer/)
      assert.match(more, /neither completed nor failed/)
      assert.equal(await it.statusOf(id), 'P')
      deposit.status = 'completed'
      assert.equal((await it.notify('bank', 'spei.received', deposit)).status, 200)
      assert.equal(await it.statusOf(id), 'N')
    })

    test('a payment has the day of its first notice, although Openpay shows no day, or another one later', async () => {
      const voucher = await it.call('POST', '/v1/payment/convenience-store', { total: 151, store: '7-Eleven' })
      const charge = it.fake.charge(voucher.body.result.transaction) ?? {}
      charge.status = 'completed'
      const bank = await it.call('POST', '/v1/payment/spei', { total: 152.1 })
      const deposit = it.fake.deposit(bank.body.result.bank_account_number, 152.1)
      const dateless = { operation_date: null, creation_date: null }
      const later = { operation_date: '2026-12-02T12:00:00-06:00', creation_date: '2026-12-02T12:00:00-06:00' }
      for (const shown of [dateless, dateless, later]) {
        assert.equal((await it.notify('store', 'charge.succeeded', Object.assign(charge, shown))).status, 200)
        assert.equal((await it.notify('bank', 'spei.received', Object.assign(deposit, shown))).status, 200)
        await it.advance(24 * 3_600_000)
      }
      const received = await it.store.db
        .selectFrom('payments_received')
        .select(['reason', 'network_transaction'])
        .where('network_transaction', 'in', [charge.id, deposit.id])
        .execute()
      assert.deepEqual(
        received.map(({ reason }) => reason),
        ['voucher-paid', 'voucher-paid'],
      )
    })

    test('a refund that was made in the dashboard waits for a person; refunds and reversals of ours do not', async () => {
      const paid = async () => {
        const answer = await it.pay(await it.tokenFor('4242424242424242'))
        return answer.body.result.operations[0].transaction as string
      }
      const before = (await kept()).length
      const [refunded, reversed] = [await paid(), await paid()]
      await it.call('POST', `/v1/operations/${refunded}/refunds`, { amount: '40.00' })
      await it.settle(2)
      await it.call('POST', `/v1/operations/apply-reversal/${reversed}`)
      for (const id of [refunded, reversed])
        assert.equal((await it.notify('card', 'charge.refunded', it.fake.charge(id) ?? {})).status, 200)
      assert.equal((await kept()).length, before)
      const charge = it.fake.charge(refunded) ?? {}
      charge.refunds = [
        ...charge.refunds,
        { ...charge.refunds[0], id: 'tr000000000000009999', description: 'Devolución' },
      ]
      assert.equal((await it.notify('card', 'charge.refunded', charge)).status, 200)
      assert.match((await kept()).slice(before).join(), /a refund that Cobro did not ask for/)
      assert.equal(await it.statusOf(refunded), 'N')
    })
  })
}
