// The promise: what Openpay shows in another currency than pesos, or of another amount than it was asked for, moves no centavo. A person looks at it.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { audit } from '../../../src/service/audit.ts'
import { type Production, production } from '../../openpay/production.ts'
import { PRODUCTION, stopPostgres } from '../../support/harness/engines.ts'

after(stopPostgres)

const PAYER = '012180001554321090'

for (const engine of PRODUCTION) {
  describe(`Openpay shows another amount or currency [${engine}]`, () => {
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

    const keptReports = async () => {
      const rows = await it.store.db.selectFrom('unread_reports').select('times').execute()
      return rows.reduce((sum, { times }) => sum + times, 0)
    }
    /** A notice of it is taken and kept for a person, and the operation stays as it is. */
    const isKept = async (about: 'card' | 'store' | 'bank', type: string, shown: object, id: string) => {
      const [before, kept] = [await it.statusOf(id), await keptReports()]
      assert.equal((await it.notify(about, type, shown)).status, 200)
      assert.equal(await it.statusOf(id), before)
      assert.equal(await keptReports(), kept + 1)
    }

    test('a card charge', async () => {
      it.fake.fail('POST /charges', 'taken-html')
      it.fake.fail('GET /charges', 'html', 100)
      await it.pay(await it.tokenFor('4242424242424242'))
      const { id } = await it.store.db.selectFrom('operations').select('id').limit(1).executeTakeFirstOrThrow()
      const charge = it.fake.charge(id) ?? {}
      for (const other of [{ currency: 'USD' }, { amount: 99.99 }, { amount: 100.01 }]) {
        const real = { amount: charge.amount, currency: charge.currency }
        Object.assign(charge, other)
        await isKept('card', 'charge.succeeded', charge, id)
        Object.assign(charge, real)
      }
      it.fake.heal()
      charge.currency = 'USD'
      await it.settle(2)
      assert.equal(await it.statusOf(id), 'P', 'a look-up believes it no more than a notice')
      charge.currency = 'MXN'
      assert.equal((await it.notify('card', 'charge.succeeded', charge)).status, 200)
      assert.equal(await it.statusOf(id), 'N')
    })

    test('a payment at a store', async () => {
      const made = await it.call('POST', '/v1/payment/convenience-store', { total: 150, store: '7-Eleven' })
      const id = made.body.result.transaction as string
      const charge = it.fake.charge(id) ?? {}
      Object.assign(charge, { status: 'completed', currency: 'USD' })
      await isKept('store', 'charge.succeeded', charge, id)
      charge.currency = 'MXN'
      assert.equal((await it.notify('store', 'charge.succeeded', charge)).status, 200)
      assert.equal(await it.statusOf(id), 'N')
    })

    test('a deposit, and the payout of its refund', async () => {
      const made = await it.call('POST', '/v1/payment/spei', { total: 150.1 })
      const { transaction: id, bank_account_number: clabe } = made.body.result
      const deposit = it.fake.deposit(clabe, 150.1)
      deposit.currency = 'USD'
      await isKept('bank', 'spei.received', deposit, id)
      deposit.currency = 'MXN'
      assert.equal((await it.notify('bank', 'spei.received', deposit)).status, 200)
      assert.equal(await it.statusOf(id), 'N')
      await it.call('POST', `/v1/operations/${id}/refunds`, { destination: { clabe: PAYER, name: 'Lucía Prado' } })
      await it.settle(2)
      const transfer = async () => (await it.call('GET', '/v1/transfers?kind=refund')).body.result.transfers[0]
      const payout = it.fake.payout((await transfer()).tracking_key) ?? {}
      for (const other of [{ currency: 'USD' }, { amount: 150.11 }]) {
        const real = { amount: payout.amount, currency: payout.currency }
        Object.assign(payout, { status: 'completed', ...other })
        await isKept('bank', 'payout.succeeded', payout, id)
        assert.equal((await transfer()).status, 'accepted')
        Object.assign(payout, real)
      }
      assert.equal((await it.notify('bank', 'payout.succeeded', payout)).status, 200)
      assert.equal((await transfer()).status, 'settled')
    })
  })
}
