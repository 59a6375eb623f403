// The promise: killed before or after any call of Openpay, or while Openpay reports, a service in production charges each card once, gives each
// refund back once, queues each payout once and takes each payment once.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fakeOpenpay } from '../openpay/fake-openpay.ts'
import { networksOver } from '../openpay/production.ts'
import { PRODUCTION, stopPostgres } from '../support/harness/engines.ts'
import { START_MS } from '../support/harness/production.ts'
import { dueNow, killedService } from './killed-service.ts'

after(stopPostgres)

const PATIENCE_MS = 120_000
/** After this time Openpay lists every request that reached it: one that it does not list never will. */
const STEP_MS = 20 * 60_000
const PAYER = '012180001554321090'
const MOMENTS = ['before', 'after'] as const

for (const engine of PRODUCTION) {
  test(`killed at each call of Openpay, nothing is done twice and nothing is lost [${engine}]`, async (t) => {
    const began = Date.now()
    let steps = 0
    const fake = await fakeOpenpay({ nowMs: () => START_MS + (Date.now() - began) + steps * STEP_MS })
    t.after(() => fake.close())
    const { store, ask, call, tryCall, again, until, statusOf, chargeBody, paid, ...service } = await killedService(
      t,
      engine,
      {
        // Long deadlines: this story kills, and a busy machine is slow.
        settings: { ...networksOver(fake), ACQUIRER_TIMEOUT_MS: '30000', NETWORK_TIMEOUT_MS: '30000' },
        patienceMs: PATIENCE_MS,
        stepMs: STEP_MS,
        onStep: () => {
          steps += 1
        },
        cardNumber: '4111111111111111',
      },
    )
    const callsAreDue = () => dueNow(store, 'advices', 'transfers', 'refunds', 'reversals', 'abandoned_references')
    /** Waits until no call to Openpay is under way, so that the next call belongs to the next step. */
    const quiet = () => until('quiet', () => fake.openCalls() === 0)
    const killAt = (when: 'before' | 'after', wanted: string) => service.killAt(when, wanted, fake)
    const cardOperations = async () => {
      const cards = store.db.selectFrom('operations').select('id').where('rail', '=', 'card')
      const rows = await cards.orderBy('id').execute()
      return rows.map(({ id }) => id)
    }
    const isMade = (id: string) => {
      const made = fake.charge(id)
      return made?.status === 'completed' && made.refunds === undefined
    }
    const agrees = async (id: string, what: string) => {
      await until(what, async () => {
        await callsAreDue()
        return (await statusOf(id)) !== 'P'
      })
      assert.equal(await statusOf(id), isMade(id) ? 'N' : 'D', what)
    }

    for (const [path, fault] of [
      ['POST /charges', undefined],
      ['GET /charges', 'taken-html'],
      ['GET /charges', 'html'],
    ] as const) {
      for (const when of MOMENTS) {
        const before = new Set(await cardOperations())
        const body = await chargeBody(100)
        await quiet()
        if (fault !== undefined) fake.fail('POST /charges', fault)
        const killed = killAt(when, path)
        await tryCall('POST', '/v1/payment/card', body)
        if (fault !== undefined) await callsAreDue()
        await killed
        await again()
        const id = (await cardOperations()).find((one) => !before.has(one))
        assert.ok(id, `${when} ${path}`)
        await agrees(id, `${when} ${path} ${fault ?? ''}`)
      }
    }

    for (const when of MOMENTS) {
      const id = await paid(150)
      await quiet()
      const killed = killAt(when, 'POST /charges/:id/refund')
      await tryCall('POST', `/v1/operations/${id}/refunds`, { amount: 50 })
      await killed
      await again()
      await until(`${when} refund`, async () => {
        await callsAreDue()
        const { refunds } = await call('GET', `/v1/operations/${id}/refunds`)
        return refunds.length === 1 && refunds[0].status === 'settled'
      })
      assert.equal(fake.charge(id)?.refunds.length, 1)
      const other = await paid(80)
      await quiet()
      const reversing = killAt(when, 'POST /charges/:id/refund')
      await tryCall('GET', `/v1/operations/apply-reversal/${other}`)
      await reversing
      await again()
      await until(`${when} reverse`, async () => {
        await callsAreDue()
        return (await statusOf(other)) === 'C'
      })
      assert.equal(fake.charge(other)?.refunds.length, 1)
    }

    for (const when of MOMENTS) {
      const issued = new Set(fake.charges.keys())
      await quiet()
      const killed = killAt(when, 'POST /charges')
      await tryCall('POST', '/v1/payment/convenience-store', { total: 150, store: '7-Eleven' })
      await killed
      await again()
      // No payer got the reference: Openpay cancels it, so no till takes it.
      await until(`${when} issue`, async () => {
        await callsAreDue()
        const lost = [...fake.charges.values()].find(({ id, method }) => method === 'store' && !issued.has(id))
        return lost?.status === 'cancelled' || (when === 'before' && lost === undefined)
      })
    }

    const notify = async (route: string, type: string, transaction: object) =>
      ask('POST', `/v1/networks/openpay/${route}`, fake.event(type, transaction), fake.headers())
    const spei = async () => {
      const { transaction, bank_account_number } = await call('POST', '/v1/payment/spei', { total: 150.1 })
      return { id: transaction as string, deposit: fake.deposit(bank_account_number, 150.1) }
    }
    let deposits = 0
    for (const [path, fault] of [
      ['POST /payouts', undefined],
      ['GET /payouts', 'taken-html'],
    ] as const) {
      for (const when of MOMENTS) {
        const { id, deposit } = await spei()
        deposits += 1
        assert.equal((await notify('bank-notices', 'spei.received', deposit)).status, 200)
        await quiet()
        if (fault !== undefined) fake.fail('POST /payouts', fault)
        const sent = fake.payouts.size
        const killed = killAt(when, path)
        await tryCall('POST', `/v1/operations/${id}/refunds`, { destination: { clabe: PAYER, name: 'Ana' } })
        if (fault !== undefined) {
          await until(`${when} ${path}: sent`, () => fake.payouts.size > sent)
          await quiet()
          await callsAreDue()
        }
        await killed
        await again()
        await until(`${when} ${path}`, async () => {
          await callsAreDue()
          const { transfers } = await call('GET', '/v1/transfers?kind=refund&limit=100')
          return transfers.some((one: Record<string, string>) => one.transaction === id && one.status === 'accepted')
        })
        assert.equal(fake.payouts.size, sent + 1)
      }
    }

    for (const delayMs of [0, 3, 12]) {
      const { id, deposit } = await spei()
      deposits += 1
      const reporting = notify('bank-notices', 'spei.received', deposit).catch(() => undefined)
      await sleep(delayMs)
      await again()
      const answer = await reporting
      if (answer?.status !== 200) assert.equal((await notify('bank-notices', 'spei.received', deposit)).status, 200)
      assert.equal(await statusOf(id), 'N', `killed after ${delayMs} ms`)
      assert.equal((await notify('bank-notices', 'spei.received', deposit)).status, 200)
    }

    await service.ends(deposits)
    assert.deepEqual(fake.repeated(), [], 'done twice')
  })
}
