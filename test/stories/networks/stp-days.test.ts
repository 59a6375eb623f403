// The promise: whichever clock is ahead at the turn of the banking day, an order whose answer was lost is sent once, and ends as STP has it.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { audit } from '../../../src/service/audit.ts'
import { type Production, production } from '../../stp/production.ts'
import { PRODUCTION, stopPostgres } from '../../support/harness/engines.ts'

after(stopPostgres)

const MINUTE_MS = 60_000
/** From the start of a story, at noon in Mexico City, until the turn of the banking day. */
const TO_TURN_MS = 6 * 60 * MINUTE_MS
const TOTAL = 150.1

/** An order of a refund that is first sent so long after the turn of the service's day, and whose answer is lost. */
async function lostOrder(it: Production, { afterTurnMs }: { afterTurnMs: number }) {
  const paid = async () => {
    const { body } = await it.call('POST', '/v1/payment/spei', { total: TOTAL })
    const { transaction, bank_account_number: cuentaBeneficiario } = body.result
    assert.equal((await it.deposit({ cuentaBeneficiario, monto: TOTAL })).text, '{"mensaje":"confirmar"}')
    return transaction
  }
  // What the merchant owes of one, the other has.
  await paid()
  const transaction = await paid()
  await it.advance(TO_TURN_MS + afterTurnMs)
  // What is read of the day every ten minutes was read just now.
  await it.work()
  it.fake.fail('/ordenPago/registra', 'half')
  const asked = await it.call('POST', `/v1/operations/${transaction}/refunds`, {})
  assert.ok(asked.status < 300, asked.text)
  await it.work()
  const [transfer] = (await it.call('GET', '/v1/transfers?kind=refund&limit=10')).body.result.transfers
  assert.equal(transfer.status, 'pending')
  const key: string = transfer.tracking_key
  return {
    key,
    sent: () => [...it.fake.sent.values()].filter((order) => order.claveRastreo === key).length,
    status: async () => (await it.call('GET', '/v1/transfers?kind=refund&limit=10')).body.result.transfers[0].status,
  }
}

for (const engine of PRODUCTION) {
  describe(`STP's day and ours [${engine}]`, () => {
    for (const [what, behindMs, afterTurnMs] of [
      ['behind ours', 7 * MINUTE_MS, 6.5 * MINUTE_MS],
      ['hours behind ours', 180 * MINUTE_MS, 179.5 * MINUTE_MS],
      ['ahead of ours', -7 * MINUTE_MS, -6.5 * MINUTE_MS],
    ] as const)
      test(`STP's clock is ${what}: an order of the moment before its day turns is sent once`, async (t) => {
        const it = await production(engine, { behindMs })
        t.after(() => it.close())
        const order = await lostOrder(it, { afterTurnMs })
        for (let tries = 0; tries < 16; tries += 1) {
          await it.advance(2 * MINUTE_MS)
          await it.work()
        }
        assert.equal(order.sent(), 1)
        assert.equal(await order.status(), 'settled')
        assert.ok((await audit(it.store)).clean)
      })

    test('an order that STP took on the day before ours is settled and returned as STP reports it', async (t) => {
      const it = await production(engine, { behindMs: 7 * MINUTE_MS })
      t.after(() => it.close())
      it.fake.settleAs('C')
      const order = await lostOrder(it, { afterTurnMs: 6.5 * MINUTE_MS })
      await it.advance(2 * MINUTE_MS)
      await it.work()
      assert.equal(await order.status(), 'accepted')
      for (const [estado, status] of [
        ['LQ', 'settled'],
        ['D', 'returned'],
      ] as const) {
        assert.equal((await it.orderChanged(order.key, estado, { causaDevolucion: 3 })).status, 200)
        assert.equal(await order.status(), status)
      }
      assert.ok((await audit(it.store)).clean)
    })
  })
}
