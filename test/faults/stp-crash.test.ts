// The promise: killed before or after any call of STP, or while STP reports a deposit, a service in production sends each order once and credits
// each deposit once.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClock } from '../../src/core/clock.ts'
import { speiDay } from '../../src/core/time.ts'
import { readClockState } from '../../src/store/clock-state.ts'
import type { Store } from '../../src/store/store.ts'
import { fakeStp, SECRET } from '../stp/fake-stp.ts'
import { networksOver } from '../stp/production.ts'
import { PRODUCTION, stopPostgres } from '../support/harness/engines.ts'
import { START_MS } from '../support/harness/production.ts'
import { basic } from '../support/harness/world.ts'
import { dueNow, killedService } from './killed-service.ts'

after(stopPostgres)

const CONFIRMED = { mensaje: 'confirmar' }
const PATIENCE_MS = 180_000

for (const engine of PRODUCTION) {
  test(`killed at each step of a refund and of a deposit at STP, nothing is sent or credited twice [${engine}]`, async (t) => {
    const began = Date.now()
    const fake = await fakeStp({ today: () => speiDay(START_MS + Date.now() - began) })
    t.after(() => fake.close())
    const { store, own, ask, call, again, until, ...service } = await killedService(t, engine, {
      // On a busy machine a call takes its time; the story is of kills.
      settings: { ...networksOver(fake), NETWORK_TIMEOUT_MS: '30000' },
      patienceMs: PATIENCE_MS,
    })
    const stps = { authorization: basic('stp', SECRET), 'x-forwarded-for': '203.0.113.7' }
    const voucher = (total = 150.1) => call('POST', '/v1/payment/spei', { total })
    /** Reports a deposit until STP has an answer, as STP is assumed to do. */
    const report = async (body: Record<string, unknown>) => {
      const answer = await ask('POST', '/v1/networks/stp/deposits', body, stps)
      if (answer.status === 200) fake.credit(body, 'CCO')
      return answer.body
    }
    /** The next call of a path kills the service, before or after STP has taken it. */
    const killAt = (when: 'before' | 'after', path: string) => {
      const kill = { done: false }
      void service.killAt(when, path, fake).then(() => {
        kill.done = true
      })
      return kill
    }
    const refunds = (transaction: string) => `/v1/operations/${transaction}/refunds`
    const once = (transaction: string) => ({ ...own, 'idempotency-key': `refund of ${transaction}` })
    const refundOf = async (transaction: string) =>
      (await call('GET', '/v1/transfers?kind=refund&limit=100')).transfers.find(
        (one: { transaction: string }) => one.transaction === transaction,
      )

    // Refunds take from what the merchant is owed.
    const first = await voucher(5_000)
    assert.deepEqual(
      await report(fake.deposit({ cuentaBeneficiario: first.bank_account_number, monto: 5_000 })),
      CONFIRMED,
    )
    for (const [when, path] of [
      ['before', '/ordenPago/registra'],
      ['after', '/ordenPago/registra'],
      ['before', '/consultaOrden'],
      ['after', '/consultaOrden'],
      ['after', '/V2/conciliacion'],
    ] as const) {
      const { transaction, bank_account_number } = await voucher()
      assert.deepEqual(await report(fake.deposit({ cuentaBeneficiario: bank_account_number })), CONFIRMED)
      const isLookUp = path === '/consultaOrden'
      if (isLookUp) {
        // A look-up follows an order without an answer. The movements of the day, which tell of it too, were read before.
        fake.fail('/ordenPago/registra', 'taken-html')
        await until('the days are read', () => areDaysRead(store))
      }
      const kill = killAt(when, path)
      if (path === '/V2/conciliacion') await dueNow(store, 'bank_days')
      const asked = await ask('POST', refunds(transaction), {}, once(transaction)).catch(() => undefined)
      await until(`${when} ${path} kills`, async () => {
        if (isLookUp) await dueNow(store, 'transfers')
        return kill.done
      })
      await again()
      if (asked === undefined) await ask('POST', refunds(transaction), {}, once(transaction))
      await until(`${when} ${path}`, async () => {
        await dueNow(store, 'transfers')
        return ['accepted', 'settled'].includes((await refundOf(transaction))?.status)
      })
      const { tracking_key } = await refundOf(transaction)
      const orders = [...fake.sent.values()].filter((one) => one.claveRastreo === tracking_key)
      assert.equal(orders.length, 1, `${when} ${path}`)
    }

    for (const delayMs of [0, 1, 3, 6, 12, 25]) {
      const { transaction, bank_account_number } = await voucher()
      const body = fake.deposit({ cuentaBeneficiario: bank_account_number })
      const reporting = report(body).catch(() => undefined)
      await sleep(delayMs)
      await again()
      const answer = await reporting
      assert.ok(answer === undefined || answer.mensaje === 'confirmar')
      if (answer === undefined) assert.deepEqual(await report(body), CONFIRMED)
      assert.equal((await call('GET', `/v1/operations/${transaction}`)).status, 'N', `killed after ${delayMs} ms`)
      assert.deepEqual(await report(body), CONFIRMED)
    }

    await service.ends(12)
    assert.deepEqual(fake.forged, [])
  })
}

/** Until a day is read again, minutes pass. */
async function areDaysRead(store: Store): Promise<boolean> {
  const clock = createClock()
  clock.follow(await readClockState(store))
  const waiting = store.db.selectFrom('bank_days').select('id').where('due_at', '<=', clock.now())
  return (await store.rows(waiting.compile())).length === 0
}
