// A network issues a reference or a CLABE again when its voucher can no longer be paid. A payment belongs to the voucher that had it then.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOUR_MS, instantPlus, mexicoCityDay } from '../../../src/core/time.ts'
import { assertAudited, moveClock, operationOf, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { newClabe, nextDigits, playedBank, playedStores, reportsTo } from '../../support/fixtures/played-networks.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { type Merchant, openWorld, type World } from '../../support/harness/world.ts'

after(stopPostgres)

/** The reference that the next vouchers get. */
const reissued = { spei: '', store: '' }
let notices: object[] = []
const inbound = reportsTo(() => ({ kind: 'taken', notices, answer: { status: 200, body: '{}' } }))

const speiBank = playedBank({
  name: 'banco-repetido',
  issueAccount: async () => ({
    kind: 'issued',
    clabe: reissued.spei,
    bankName: 'STP',
    paymentId: reissued.spei.slice(-10),
  }),
  inbound,
})
const cashNetwork = playedStores({ name: 'tiendas-repetidas', inbound }, () => reissued.store)

const rails = {
  spei: {
    network: speiBank.name,
    issue: speiVoucher,
    institution: '012',
    fresh: newClabe,
  },
  store: { network: cashNetwork.name, issue: storeVoucher, institution: 'OXXO', fresh: () => `930${nextDigits()}` },
} as const

for (const engine of ENGINES) {
  describe(`a reference that is issued again [${engine}]`, () => {
    let world: World
    let merchant: Merchant
    let other: Merchant
    before(async () => {
      world = await openWorld(engine, {}, { connectors: { speiBank, cashNetwork } })
      merchant = await world.merchant()
      other = await world.merchant()
      await moveClock(merchant, { freeze: true })
    })
    after(async () => {
      await moveClock(merchant, { resume: true })
      await world.close()
    })
    const now = () => world.service.clock.now()
    const statusOf = async (one: Merchant, { transaction }: { transaction: string }) =>
      (await operationOf(one, transaction)).status

    for (const rail of ['spei', 'store'] as const) {
      const { network, issue, institution, fresh } = rails[rail]
      const report = async (reference: string, paidAt: string, change: object = {}) => {
        const networkTransaction = `K${nextDigits()}`
        notices = [
          {
            kind: 'payment',
            networkTransaction,
            institution,
            operationDay: mexicoCityDay(paidAt),
            networkReference: reference,
            amountCentavos: 15_000,
            paidAt,
            ...(rail === 'spei' && { payerClabe: '012180001554321090' }),
            ...change,
          },
        ]
        const { status, text } = await world.send({
          method: 'POST',
          url: `/v1/networks/${network}/reports`,
          payload: '',
        })
        assert.equal(status, 200, text)
        const row = await world.service.store.db
          .selectFrom('payments_received')
          .select(['reason', 'operation_id', 'account_id'])
          .where('network_transaction', '=', networkTransaction)
          .executeTakeFirstOrThrow()
        return [row.reason, row.operation_id]
      }
      const cancel = async (one: Merchant, { transaction }: { transaction: string }) =>
        assert.equal((await one.post(`/v1/operations/apply-reversal/${transaction}`, {})).status, 200)

      test(`${rail}: after a cancellation it is another merchant’s, and each payment belongs to the voucher of its instant`, async () => {
        reissued[rail] = fresh()
        const first = await issue(merchant)
        await moveClock(merchant, { advance: 'PT1H' })
        const inItsTime = instantPlus(now(), -HOUR_MS / 2)
        await cancel(merchant, first)
        await moveClock(merchant, { advance: 'PT1H' })
        const between = instantPlus(now(), -HOUR_MS / 2)
        const second = await issue(other)
        await moveClock(merchant, { advance: 'PT1H' })
        assert.deepEqual(await report(reissued[rail], inItsTime), ['cancelled', first.transaction])
        assert.deepEqual(await report(reissued[rail], between), ['cancelled', first.transaction])
        assert.equal(await statusOf(other, second), 'P')
        assert.deepEqual(await report(reissued[rail], now()), ['voucher-paid', second.transaction])
        assert.deepEqual(await report(reissued[rail], now()), ['already-paid', second.transaction])
        assert.deepEqual([await statusOf(merchant, first), await statusOf(other, second)], ['C', 'N'])
        const third = await issue(merchant)
        await moveClock(merchant, { advance: 'PT1H' })
        assert.deepEqual(await report(reissued[rail], now()), ['voucher-paid', third.transaction])
        await assertAudited(world)
      })

      test(`${rail}: an instant without its seconds, of a clock that is a moment behind, is of the voucher that was just issued`, async () => {
        reissued[rail] = fresh()
        await cancel(merchant, await issue(merchant))
        const second = await issue(other)
        const truncated = `${now().slice(0, 16)}:00Z`
        assert.deepEqual(await report(reissued[rail], truncated), ['voucher-paid', second.transaction])
      })

      test(`${rail}: after its last day it is issued again, and a late report of a payment in time still pays the first`, async () => {
        reissued[rail] = fresh()
        const first = await issue(merchant, { expiration_date: mexicoCityDay(now()) })
        const inTime = now()
        await moveClock(merchant, { advance: 'P1D' })
        const second = await issue(other)
        await moveClock(merchant, { advance: 'PT1H' })
        assert.deepEqual(await report(reissued[rail], inTime), ['voucher-paid', first.transaction])
        assert.deepEqual(await report(reissued[rail], now()), ['voucher-paid', second.transaction])
        assert.deepEqual([await statusOf(merchant, first), await statusOf(other, second)], ['N', 'N'])
        await assertAudited(world)
      })

      test(`${rail}: while its voucher can be paid nobody else gets it, of ten at once nobody twice`, async () => {
        reissued[rail] = fresh()
        const first = await issue(merchant)
        const path = rail === 'spei' ? '/v1/payment/spei' : '/v1/payment/convenience-store'
        assert.equal((await other.post(path, { total: 150 })).status, 503)
        await cancel(merchant, first)
        const answers = await Promise.all(Array.from({ length: 10 }, () => other.post(path, { total: 150 })))
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 9 }, () => 503)])
      })
    }

    test('a CLABE of a cancelled voucher becomes a customer’s, and is then the customer’s alone', async () => {
      reissued.spei = rails.spei.fresh()
      const voucher = await speiVoucher(merchant)
      const path = '/v1/customer'
      const eva = { name: 'Eva', email: 'eva@example.mx' }
      assert.equal((await other.post(path, eva)).status, 503)
      assert.equal((await merchant.post(`/v1/operations/apply-reversal/${voucher.transaction}`, {})).status, 200)
      await moveClock(merchant, { advance: 'PT1H' })
      assert.equal((await other.post(path, eva)).status, 200)
      assert.equal((await merchant.post('/v1/payment/spei', { total: 150 })).status, 503)
      await moveClock(merchant, { advance: 'PT1H' })
      notices = [
        {
          kind: 'payment',
          networkTransaction: `K${nextDigits()}`,
          institution: '012',
          operationDay: mexicoCityDay(now()),
          networkReference: reissued.spei,
          amountCentavos: 15_000,
          paidAt: now(),
          payerClabe: '012180001554321090',
        },
      ]
      await world.send({ method: 'POST', url: `/v1/networks/${speiBank.name}/reports`, payload: '' })
      const { operations } = (await other.get('/v1/operations?status=N&charge_method=SPE&limit=1')).body.result
      assert.equal(operations[0].total.amount, '150.00')
      await assertAudited(world)
    })
  })
}
