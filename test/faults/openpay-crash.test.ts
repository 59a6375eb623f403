// The promise: killed before or after any call of Openpay, or while Openpay reports, a service in production charges each card once, gives each
// refund back once, queues each payout once and takes each payment once.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openAccount } from '../../src/accounts/open-account.ts'
import { createClock } from '../../src/core/clock.ts'
import { audit } from '../../src/service/audit.ts'
import { readClockState, writeClockState } from '../../src/store/clock-state.ts'
import { openDatabase } from '../../src/store/database.ts'
import { fakeOpenpay } from '../openpay/fake-openpay.ts'
import { networksOver } from '../openpay/production.ts'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { newDatabaseUrl, PRODUCTION, stopPostgres } from '../support/harness/engines.ts'
import { chargeMessage, productionSettings, START_MS, setTime } from '../support/harness/production.ts'
import { runCobro } from '../support/harness/programs.ts'
import { basic } from '../support/harness/world.ts'
import { type Child, startChild } from './child.ts'
import { pastLeasesAt } from './past-leases.ts'

after(stopPostgres)

const PATIENCE_MS = 120_000
/** What was sent and is not listed has arrived by then, or never will. */
const STEP_MS = 20 * 60_000
const CARD = { cardholder_name: 'ANA LOPEZ', expiration: '3912', cvv: '123', number: '4111111111111111' }
const PAYER = '012180001554321090'
const MOMENTS = ['before', 'after'] as const

for (const engine of PRODUCTION) {
  test(`killed at each call of Openpay, nothing is done twice and nothing is lost [${engine}]`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'cobro-openpay-crash-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const began = Date.now()
    let steps = 0
    const fake = await fakeOpenpay({ nowMs: () => START_MS + (Date.now() - began) + steps * STEP_MS })
    t.after(() => fake.close())
    const url =
      engine === 'sqlite' ? `file:${join(folder, 'cobro.db')}` : await newDatabaseUrl(engine, { durable: true })
    const environment = {
      ...productionSettings(url, networksOver(fake)),
      DATA_DIR: folder,
      DATABASE_CONNECTIONS: '4',
      // On a busy machine a call takes its time; the story is of kills.
      ACQUIRER_TIMEOUT_MS: '30000',
      NETWORK_TIMEOUT_MS: '30000',
    }
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
      steps += 1
      child = await startChild(environment)
    }
    let started = Promise.resolve()
    /** Starts it later: what waits for its next try is due. */
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
    /** Nothing is on its way to Openpay, so that the next call is that of the next step. */
    const quiet = () => until('quiet', () => fake.openCalls() === 0)
    /** The next such call kills the service, before or after it is taken. */
    const killAt = (when: 'before' | 'after', wanted: string) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      fake.watch(async (moment, at) => {
        if (moment !== when || at !== wanted) return
        fake.watch(async () => {})
        // One that is starting calls before it listens.
        await started
        await child.kill()
        resolve()
      })
      return bounded(`${when} ${wanted}`, promise)
    }
    const statusOf = async (id: string) => (await call('GET', `/v1/operations/${id}`)).status
    const sealed = async (message: unknown) =>
      sealEnvelope(message, (await call('GET', '/v1/public-key')).public_key as string)
    const chargeBody = async (amount: number) => {
      const { token } = await call('POST', '/v1/token', await sealed(CARD))
      return sealed(chargeMessage(token, amount))
    }
    const operations = async (rail: 'card' | 'store') => {
      const database = await openDatabase(url, { connections: 1 })
      const rows = await database.db
        .selectFrom('operations')
        .select('id')
        .where('rail', '=', rail)
        .orderBy('id')
        .execute()
      await database.close()
      return rows.map(({ id }) => id)
    }
    const isMade = (id: string) => {
      const made = fake.charge(id)
      return made?.status === 'completed' && made.refunds === undefined
    }
    const agrees = async (id: string, what: string) => {
      await until(what, async () => {
        await dueNow(url)
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
        const before = new Set(await operations('card'))
        const body = await chargeBody(100)
        await quiet()
        if (fault !== undefined) fake.fail('POST /charges', fault)
        const killed = killAt(when, path)
        await tryCall('POST', '/v1/payment/card', body)
        if (fault !== undefined) await dueNow(url)
        await killed
        await again()
        const id = (await operations('card')).find((one) => !before.has(one))
        assert.ok(id, `${when} ${path}`)
        await agrees(id, `${when} ${path} ${fault ?? ''}`)
      }
    }

    const paid = async (amount: number): Promise<string> => {
      const body = await chargeBody(amount)
      return (await call('POST', '/v1/payment/card', body)).operations[0].transaction
    }
    for (const when of MOMENTS) {
      const id = await paid(150)
      await quiet()
      const killed = killAt(when, 'POST /charges/:id/refund')
      await tryCall('POST', `/v1/operations/${id}/refunds`, { amount: 50 })
      await killed
      await again()
      await until(`${when} refund`, async () => {
        await dueNow(url)
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
        await dueNow(url)
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
      // Nobody got the reference: no till takes it any more.
      await until(`${when} issue`, async () => {
        await dueNow(url)
        const lost = [...fake.charges.values()].find(({ id, method }) => method === 'store' && !issued.has(id))
        return lost?.status === 'cancelled' || (when === 'before' && lost === undefined)
      })
    }

    const notify = async (route: string, type: string, transaction: object) =>
      bounded(
        route,
        child.call('POST', `/v1/networks/openpay/${route}`, fake.event(type, transaction), {
          ...https,
          ...fake.headers(),
        }),
      )
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
          await dueNow(url)
        }
        await killed
        await again()
        await until(`${when} ${path}`, async () => {
          await dueNow(url)
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

    await child.kill()
    const books = await openDatabase(url, { connections: 1 })
    const received = await books.db.selectFrom('payments_received').select('outcome').execute()
    const { clean, invariants } = await audit(books)
    await books.close()
    assert.equal(received.length, deposits)
    assert.ok(received.every(({ outcome }) => outcome === 'matched'))
    assert.ok(clean, JSON.stringify(invariants.filter((one) => one.faults > 0)))
    assert.deepEqual(fake.repeated(), [], 'done twice')
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
  const reversals = db.updateTable('reversals').set({ due_at: past }).where('due_at', 'is not', null)
  await store.returning(reversals.returning('operation_id').compile())
  const abandoned = db.updateTable('abandoned_references').set({ due_at: past }).where('due_at', 'is not', null)
  await store.returning(abandoned.returning('owner_id').compile())
  await store.close()
}
