// The promise: an order that STP shows under our key, of another amount or to another account, is not ours: it ends no transfer and no transfer is
// sent again because of it.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { audit } from '../../../src/service/audit.ts'
import { production } from '../../stp/production.ts'
import { PRODUCTION, stopPostgres } from '../../support/harness/engines.ts'

after(stopPostgres)

const TOTAL = 150.1

for (const engine of PRODUCTION) {
  describe(`STP shows another order under our key [${engine}]`, () => {
    for (const [what, other] of [
      ['of another amount', { monto: '1.00' }],
      ['to another account', { cuentaBeneficiario: '012180001234567899' }],
    ] as const)
      test(`one ${what} is not believed, whether it is asked for, reported or read in the movements of the day`, async (t) => {
        const it = await production(engine)
        t.after(() => it.close())
        const paid = async () => {
          const { body } = await it.call('POST', '/v1/payment/spei', { total: TOTAL })
          const { transaction, bank_account_number: cuentaBeneficiario } = body.result
          assert.equal((await it.deposit({ cuentaBeneficiario, monto: TOTAL })).text, '{"mensaje":"confirmar"}')
          return transaction
        }
        const transfer = async () =>
          (await it.call('GET', '/v1/transfers?kind=refund&limit=9')).body.result.transfers[0]
        // What the merchant owes of one, the other has.
        await paid()
        it.fake.fail('/ordenPago/registra', 'half')
        it.fake.settleAs('C')
        assert.ok((await it.call('POST', `/v1/operations/${await paid()}/refunds`, {})).status < 300)
        await it.work()
        const { tracking_key: key } = await transfer()
        // On a busy machine the call may not go out in its time.
        for (let tries = 0; it.fake.order(key) === undefined && tries < 9; tries += 1) await it.settle(1)
        const order = it.fake.order(key) ?? assert.fail('STP has it')
        const { monto, cuentaBeneficiario } = order
        Object.assign(order, other)
        for (const estado of ['LQ', 'CN', 'D']) {
          assert.equal((await it.orderChanged(key, estado, { causaDevolucion: 3 })).status, 200)
          await it.settle(5)
          assert.match((await transfer()).status, /pending|accepted/, estado)
        }
        const kept = await it.store.db.selectFrom('unread_reports').select('why').execute()
        assert.ok(kept.length > 0 && kept.every(({ why }) => why === 'contradiction'))
        Object.assign(order, { monto, cuentaBeneficiario })
        assert.equal((await it.orderChanged(key, 'LQ')).status, 200)
        assert.equal((await transfer()).status, 'settled')
        assert.equal([...it.fake.sent.values()].filter((one) => one.claveRastreo === key).length, 1)
        assert.ok((await audit(it.store)).clean)
      })
  })
}
