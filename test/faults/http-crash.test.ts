// The promise: killed before or after any call of an operator's own service, or while that service reports, a service in production charges each
// card once, gives each refund back once, sends each transfer once and credits each deposit once.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { speiDay } from '../../src/core/time.ts'
import { fakeService } from '../http/fake-service.ts'
import { networksOver } from '../http/production.ts'
import { PRODUCTION, stopPostgres } from '../support/harness/engines.ts'
import { START_MS, settingsNamed } from '../support/harness/production.ts'
import { dueNow, killedService } from './killed-service.ts'

after(stopPostgres)

const PATIENCE_MS = 90_000
const STEP_MS = 10 * 60_000
const PAYER = '012180001554321090'
const MOMENTS = ['before', 'after'] as const

for (const engine of PRODUCTION) {
  test(`killed at each call of an operator’s own service, nothing is done twice and nothing is lost [${engine}]`, async (t) => {
    const fake = await fakeService()
    t.after(() => fake.close())
    /** The second acquirer, for charges with which the first surely did nothing. */
    const second = await fakeService()
    t.after(() => second.close())
    const settings = {
      ...networksOver(fake),
      ACQUIRER: 'http, second=http',
      ...settingsNamed('SECOND', second.settings.acquirer),
    }
    const { store, ask, call, tryCall, again, until, statusOf, chargeBody, paid, ...service } = await killedService(
      t,
      engine,
      {
        settings,
        patienceMs: PATIENCE_MS,
        stepMs: STEP_MS,
        cardNumber: '4242424242424242',
      },
    )
    const callsAreDue = () => dueNow(store, 'advices', 'transfers', 'refunds')
    /** Nothing is on its way to the service of the networks, so that the next call is that of the next step. */
    const quiet = () => until('quiet', () => fake.openCalls() + second.openCalls() === 0)
    const killAt = (when: 'before' | 'after', path: string, network = fake) =>
      service.killAt(when, `/v1/${path}`, network)
    /** The operations with a charge that the service of the networks was asked for, newest last. */
    const asked = () => [
      ...new Set(fake.calls.filter(({ path }) => path.endsWith('/authorise')).map(({ body }) => body.operationId)),
    ]
    const isMade = (id: string) => fake.charges.get(id)?.kind === 'approved' && !fake.undone.has(id)
    /** It is what the network has of it. */
    const agrees = async (id: string, what: string) => {
      await until(what, async () => (await statusOf(id)) !== 'P')
      assert.equal(await statusOf(id), isMade(id) ? 'N' : 'D', what)
    }

    for (const when of MOMENTS) {
      const body = await chargeBody(100)
      await quiet()
      const killed = killAt(when, 'acquirer/authorise')
      await tryCall('POST', '/v1/payment/card', body)
      await killed
      await again()
      await agrees(asked().at(-1), `${when} authorise`)
    }

    // The first says that it did nothing, and the next is asked.
    for (const [when, network] of [
      ['after', fake],
      ['before', second],
      ['after', second],
    ] as const) {
      fake.say('acquirer/authorise', { kind: 'not-processed' })
      const body = await chargeBody(130)
      await quiet()
      const killed = killAt(when, 'acquirer/authorise', network)
      await tryCall('POST', '/v1/payment/card', body)
      await killed
      await again()
      const id = asked().at(-1)
      const what = `${when} ${network === fake ? 'the first' : 'the second'} of two acquirers`
      await until(what, async () => (await statusOf(id)) !== 'P')
      const carriers = [fake, second].filter(
        ({ charges, undone }) => charges.get(id)?.kind === 'approved' && !undone.has(id),
      )
      assert.equal(carriers.length, (await statusOf(id)) === 'N' ? 1 : 0, what)
      assert.ok(!fake.charges.has(id), what)
    }

    for (const [path, fault] of [
      ['acquirer/inquire', 'taken-html'],
      ['acquirer/advise', 'html'],
    ] as const) {
      for (const when of MOMENTS) {
        const before = new Set(asked())
        const body = await chargeBody(120)
        await quiet()
        fake.fail('acquirer/authorise', fault)
        const killed = killAt(when, path)
        await tryCall('POST', '/v1/payment/card', body)
        // The look-up falls due after a while: it is due now.
        await callsAreDue()
        await killed
        await again()
        const inquired = fake.calls.filter((one) => one.path.endsWith('/inquire')).map((one) => one.body.operationId)
        const id = [...asked(), ...inquired].findLast((one) => !before.has(one))
        assert.ok(id, `${when} ${path}`)
        await agrees(id, `${when} ${path}`)
        if (fault === 'html') await until(`${when} ${path}: undone`, () => fake.undone.has(id))
      }
    }

    for (const when of MOMENTS) {
      const id = await paid(150)
      await quiet()
      const killed = killAt(when, 'acquirer/refund')
      await tryCall('POST', `/v1/operations/${id}/refunds`, { amount: 50 })
      await killed
      await again()
      await until(`${when} refund`, async () => {
        const { refunds } = await call('GET', `/v1/operations/${id}/refunds`)
        return refunds.length === 1 && refunds[0].status === 'settled'
      })
      const other = await paid(80)
      await quiet()
      const reversing = killAt(when, 'acquirer/reverse')
      await tryCall('GET', `/v1/operations/apply-reversal/${other}`)
      await reversing
      await again()
      await until(`${when} reverse`, async () => (await statusOf(other)) === 'C')
    }

    for (const when of MOMENTS) {
      const issued = new Set(fake.references.keys())
      await quiet()
      const killed = killAt(when, 'cash-network/issue')
      await tryCall('POST', '/v1/payment/convenience-store', { total: 150, store: 'OXXO' })
      await killed
      await again()
      // Nobody got the reference: no till takes it any more.
      await until(`${when} issue`, () => {
        const [lost] = [...fake.references].filter(([owner]) => !issued.has(owner))
        return lost !== undefined && fake.cancelled.has(lost[1].reference)
      })
    }

    let keys = 0
    const depositOf = (clabe: string) => {
      keys += 1
      return {
        kind: 'payment',
        networkTransaction: `PAYER${keys}`,
        institution: '012',
        operationDay: speiDay(START_MS),
        networkReference: clabe,
        amountCentavos: 15_010,
        payerClabe: PAYER,
      }
    }
    const path = '/v1/networks/http-spei-bank/deposits'
    const report = async (deposit: object) => {
      const message = fake.report(path, deposit)
      const bytes = Buffer.from(message.body)
      return ask('POST', path, bytes, message.headers)
    }
    const TAKEN = { result: 'taken' }
    const spei = async (): Promise<{ id: string; clabe: string }> => {
      const { transaction, bank_account_number } = await call('POST', '/v1/payment/spei', { total: 150.1 })
      return { id: transaction, clabe: bank_account_number }
    }
    for (const [call_, fault] of [
      ['transfer', undefined],
      ['find-transfer', 'taken-html'],
    ] as const) {
      for (const when of MOMENTS) {
        const { id, clabe } = await spei()
        assert.deepEqual((await report(depositOf(clabe))).body, TAKEN)
        await quiet()
        if (fault !== undefined) fake.fail('spei-bank/transfer', fault)
        const sent = fake.transfers.size
        const killed = killAt(when, `spei-bank/${call_}`)
        await tryCall('POST', `/v1/operations/${id}/refunds`, {})
        if (fault !== undefined) {
          await until(`${when} ${call_}: sent`, () => fake.transfers.size > sent)
          await quiet()
          await callsAreDue()
        }
        await killed
        await again()
        await until(`${when} ${call_}`, async () => {
          const { transfers } = await call('GET', '/v1/transfers?kind=refund&limit=100')
          return transfers.some((one: Record<string, string>) => one.transaction === id && one.status === 'settled')
        })
      }
    }

    for (const delayMs of [0, 3, 12]) {
      const { id, clabe } = await spei()
      const deposit = depositOf(clabe)
      const reporting = report(deposit).catch(() => undefined)
      await sleep(delayMs)
      await again()
      const answer = await reporting
      if (answer?.status !== 200) assert.deepEqual((await report(deposit)).body, TAKEN)
      assert.equal(await statusOf(id), 'N', `killed after ${delayMs} ms`)
      assert.deepEqual((await report(deposit)).body, TAKEN)
    }

    await service.ends(keys)
    for (const one of [fake, second]) assert.deepEqual(one.repeated(), [], 'done twice')
    assert.deepEqual(fake.forged, [])
  })
}
