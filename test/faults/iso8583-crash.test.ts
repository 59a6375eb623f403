// The promise: killed while the host answers a purchase or its reversal, a service in production charges each card once, and reverses what
// it could not record.
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
import { cards, fakeHost, type What } from '../iso8583/fake-host.ts'
import { networksOver } from '../iso8583/production.ts'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { newDatabaseUrl, PRODUCTION, stopPostgres } from '../support/harness/engines.ts'
import { chargeMessage, productionSettings, setTime } from '../support/harness/production.ts'
import { basic } from '../support/harness/world.ts'
import { type Child, startChild } from './child.ts'
import { pastLeasesAt } from './past-leases.ts'

after(stopPostgres)

const PATIENCE_MS = 120_000
/** What waits for its next try is due by then. */
const STEP_MS = 20 * 60_000
const CARD = { cardholder_name: 'ANA LOPEZ', expiration: '3912', cvv: '123', number: cards.approved.number }

for (const engine of PRODUCTION) {
  test(`killed at a purchase and at its reversal, no card is charged twice and none for nothing [${engine}]`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'cobro-iso8583-crash-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const fake = await fakeHost()
    t.after(() => fake.close())
    const url = await newDatabaseUrl(engine, { migrated: true })
    const environment = {
      ...productionSettings(url, networksOver(fake)),
      DATA_DIR: folder,
      // On a busy machine a call takes its time; the story is of kills.
      ACQUIRER_TIMEOUT_MS: '30000',
    }
    const withStore = async <R>(work: (store: Awaited<ReturnType<typeof openDatabase>>) => Promise<R>): Promise<R> => {
      const store = await openDatabase(url, { connections: 1 })
      try {
        return await work(store)
      } finally {
        await store.close()
      }
    }
    const account = await withStore(async (store) => {
      await setTime(store)
      const clock = createClock()
      clock.follow(await readClockState(store))
      return openAccount({ store, clock }, { name: 'Tienda', email: 'caja@tienda.mx', mode: 'production' })
    })
    const headers = { 'x-forwarded-proto': 'https', authorization: basic(account.appKey, account.secret) }
    let child: Child = await startChild(environment)
    t.after(() => child.kill())

    const startLater = async () => {
      await child.kill()
      await pastLeasesAt(url)
      await withStore(async (store) => {
        const state = await readClockState(store)
        await writeClockState(store, { ...state, offsetMs: state.offsetMs + STEP_MS })
      })
      child = await startChild(environment)
    }
    const until = async (what: string, holds: () => Promise<boolean> | boolean) => {
      for (const end = Date.now() + PATIENCE_MS; !(await holds()); await sleep(50))
        assert.ok(Date.now() < end, `${what}\n${child.output()}`)
    }
    const call = async (method: string, path: string, body?: unknown) =>
      (await child.call(method, path, body, headers)).body.result
    const sealed = async (message: unknown) =>
      sealEnvelope(message, (await call('GET', '/v1/public-key')).public_key as string)
    const chargeBody = async () => {
      const { token } = await call('POST', '/v1/token', await sealed(CARD))
      return sealed(chargeMessage(token, 100))
    }
    /** The next such message kills the service, when the host has done it and not answered yet. */
    const killAt = (wanted: What) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      fake.watch(async (moment, what) => {
        if (moment !== 'after' || what !== wanted) return
        fake.watch(async () => {})
        await child.kill()
        resolve()
      })
      return promise
    }
    const operations = () =>
      withStore((store) => store.db.selectFrom('operations').select(['id', 'network_trace']).orderBy('id').execute())
    /** One that is being made while the service dies. */
    const tried = async (work: () => Promise<unknown>, killed: Promise<void>) => {
      await Promise.all([work().catch(() => undefined), killed])
      await startLater()
    }
    const statusOf = async (id: string) => (await call('GET', `/v1/operations/${id}`)).status as string
    const atHost = (trace: string | null) =>
      fake.purchases.get((JSON.parse(trace ?? '{}') as { reference: string }).reference)
    const settled = async (id: string, what: string) => {
      await until(what, async () => (await statusOf(id)) === 'D')
      const trace = (await operations()).find((one) => one.id === id)?.network_trace ?? null
      await until(`${what}: reversed`, async () => {
        const open = await withStore((store) =>
          store.db.selectFrom('advices').select('id').where('state', '=', 'pending').execute(),
        )
        return open.length === 0
      })
      assert.equal(atHost(trace)?.reversed, true, what)
    }

    const { operations: paid } = await call('POST', '/v1/payment/card', await chargeBody())
    const id = paid[0].transaction as string
    const body = await chargeBody()
    await tried(() => call('POST', '/v1/payment/card', body), killAt('purchase'))
    const made = (await operations()).at(-1)
    assert.ok(made !== undefined && made.id !== id)
    await settled(made.id, 'a purchase')
    await tried(() => call('GET', `/v1/operations/apply-reversal/${id}`), killAt('reversal'))
    await until('a reversal', async () => (await statusOf(id)) === 'C')
    const trace = (await operations()).find((one) => one.id === id)?.network_trace ?? null
    assert.equal(atHost(trace)?.reversed, true)

    await child.kill()
    const { clean, invariants } = await withStore((store) => audit(store))
    assert.ok(clean, JSON.stringify(invariants.filter((one) => one.faults > 0)))
    // A purchase comes once; a reversal that may have come before is a repeat.
    assert.deepEqual(fake.wrongs, [])
  })
}
