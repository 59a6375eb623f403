// The promise: killed before or after any call of an operator's own service, or while that service reports, a service in production charges each
// card once, gives each refund back once, sends each transfer once and credits each deposit once.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openAccount } from '../../src/accounts/open-account.ts'
import { createClock } from '../../src/core/clock.ts'
import { speiDay } from '../../src/core/time.ts'
import { audit } from '../../src/service/audit.ts'
import { readClockState, writeClockState } from '../../src/store/clock-state.ts'
import { openDatabase } from '../../src/store/database.ts'
import { fakeService } from '../http/fake-service.ts'
import { networksOver } from '../http/production.ts'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { newDatabaseUrl, PRODUCTION, stopPostgres } from '../support/harness/engines.ts'
import { chargeMessage, productionSettings, START_MS, setTime, settingsNamed } from '../support/harness/production.ts'
import { runCobro } from '../support/harness/programs.ts'
import { basic } from '../support/harness/world.ts'
import { type Child, startChild } from './child.ts'
import { pastLeasesAt } from './past-leases.ts'

after(stopPostgres)

const PATIENCE_MS = 90_000
const STEP_MS = 10 * 60_000
const CARD = { cardholder_name: 'ANA LOPEZ', expiration: '3912', cvv: '123', number: '4242424242424242' }
const PAYER = '012180001554321090'
const MOMENTS = ['before', 'after'] as const

for (const engine of PRODUCTION) {
  test(`killed at each call of an operator’s own service, nothing is done twice and nothing is lost [${engine}]`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'cobro-http-crash-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const fake = await fakeService()
    t.after(() => fake.close())
    /** The second acquirer, for charges with which the first surely did nothing. */
    const second = await fakeService()
    t.after(() => second.close())
    const networks = {
      ...networksOver(fake),
      ACQUIRER: 'http, second=http',
      ...settingsNamed('SECOND', second.settings.acquirer),
    }
    const url =
      engine === 'sqlite' ? `file:${join(folder, 'cobro.db')}` : await newDatabaseUrl(engine, { durable: true })
    const environment = { ...productionSettings(url, networks), DATA_DIR: folder, DATABASE_CONNECTIONS: '4' }
    assert.equal((await runCobro(['migrate'], environment)).code, 0)
    const store = await openDatabase(url, { connections: 1 })
    await setTime(store)
    const clock = createClock()
    clock.follow(await readClockState(store))
    const account = await openAccount({ store, clock }, { name: 'Tienda', email: 'caja@tienda.mx', mode: 'production' })
    await store.close()
    const https = { 'x-forwarded-proto': 'https' }
    const own = { ...https, authorization: basic(account.appKey, account.secret) }
    let child: Child = await startChild(environment)
    t.after(() => child.kill())

    const start = async () => {
      await child.kill()
      await pastLeasesAt(url)
      const database = await openDatabase(url, { connections: 1 })
      const state = await readClockState(database)
      await writeClockState(database, { ...state, offsetMs: state.offsetMs + STEP_MS })
      await database.close()
      child = await startChild(environment)
    }
    let started = Promise.resolve()
    /** Starts it ten minutes later: what waits for its next try is due. */
    const again = () => {
      started = start()
      return started
    }
    const bounded = <R>(what: string, work: Promise<R>): Promise<R> =>
      Promise.race([
        work,
        sleep(PATIENCE_MS, undefined, { ref: false }).then((): never => assert.fail(`${what}\n${child.output()}`)),
      ])
    const until = async (what: string, holds: () => Promise<boolean> | boolean) => {
      for (const end = Date.now() + PATIENCE_MS; !(await holds()); await sleep(100))
        assert.ok(Date.now() < end, `${what}\n${child.output()}`)
    }
    const call = async (method: string, path: string, body?: unknown) =>
      (await bounded(path, child.call(method, path, body, own))).body.result
    /** A call during which the service may be killed. */
    const tryCall = (method: string, path: string, body?: unknown) =>
      bounded(path, child.call(method, path, body, own)).catch((error: unknown) => {
        if (error instanceof assert.AssertionError) throw error
        return undefined
      })
    /** Nothing is on its way to the service of the networks, so that the next call is that of the next step. */
    const quiet = () => until('quiet', () => fake.openCalls() + second.openCalls() === 0)
    /** The next call of a path kills the service, before or after it is taken. */
    const killAt = (when: 'before' | 'after', path: string, service = fake) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      service.watch(async (moment, at) => {
        if (moment !== when || at !== `/v1/${path}`) return
        service.watch(async () => {})
        // One that is starting calls before it listens.
        await started
        await child.kill()
        resolve()
      })
      return bounded(`${when} ${path}`, promise)
    }
    const statusOf = async (id: string) => (await call('GET', `/v1/operations/${id}`)).status
    const sealed = async (message: unknown) =>
      sealEnvelope(message, (await call('GET', '/v1/public-key')).public_key as string)
    const chargeBody = async (amount: number) => {
      const { token } = await call('POST', '/v1/token', await sealed(CARD))
      return sealed(chargeMessage(token, amount))
    }
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
    for (const [when, service] of [
      ['after', fake],
      ['before', second],
      ['after', second],
    ] as const) {
      fake.say('acquirer/authorise', { kind: 'not-processed' })
      const body = await chargeBody(130)
      await quiet()
      const killed = killAt(when, 'acquirer/authorise', service)
      await tryCall('POST', '/v1/payment/card', body)
      await killed
      await again()
      const id = asked().at(-1)
      const what = `${when} ${service === fake ? 'the first' : 'the second'} of two acquirers`
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
        await dueNow(url)
        await killed
        await again()
        const inquired = fake.calls.filter((one) => one.path.endsWith('/inquire')).map((one) => one.body.operationId)
        const id = [...asked(), ...inquired].findLast((one) => !before.has(one))
        assert.ok(id, `${when} ${path}`)
        await agrees(id, `${when} ${path}`)
        if (fault === 'html') await until(`${when} ${path}: undone`, () => fake.undone.has(id))
      }
    }

    const paid = async (amount: number): Promise<string> => {
      const body = await chargeBody(amount)
      return (await call('POST', '/v1/payment/card', body)).operations[0].transaction
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
      return bounded(path, child.call('POST', path, bytes, { ...https, ...message.headers }))
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
          await dueNow(url)
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

    await child.kill()
    const books = await openDatabase(url, { connections: 1 })
    const received = await books.db.selectFrom('payments_received').select('outcome').execute()
    const { clean, invariants } = await audit(books)
    await books.close()
    assert.equal(received.length, keys)
    assert.ok(received.every(({ outcome }) => outcome === 'matched'))
    assert.ok(clean, JSON.stringify(invariants.filter((one) => one.faults > 0)))
    for (const one of [fake, second]) assert.deepEqual(one.repeated(), [], 'done twice')
    assert.deepEqual(fake.forged, [])
  })
}

/** What waits for its next try is due. */
async function dueNow(url: string): Promise<void> {
  const store = await openDatabase(url, { connections: 1 })
  const past = '2026-01-01T00:00:00.000Z'
  const { db } = store
  const cards = db
    .updateTable('operations')
    .set({ due_at: past })
    .where('rail', '=', 'card')
    .where('due_at', 'is not', null)
  await store.returning(cards.returning('id').compile())
  for (const table of ['advices', 'transfers', 'refunds'] as const) {
    const due = db.updateTable(table).set({ due_at: past }).where('due_at', 'is not', null)
    await store.returning(due.returning('id').compile())
  }
  await store.close()
}
