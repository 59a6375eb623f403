// A service in production in a process of its own, which a story kills at the calls of its networks and starts again.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openAccount } from '../../src/accounts/open-account.ts'
import { createClock } from '../../src/core/clock.ts'
import { audit } from '../../src/service/audit.ts'
import { readClockState, writeClockState } from '../../src/store/clock-state.ts'
import { openDatabase } from '../../src/store/database.ts'
import type { Store } from '../../src/store/store.ts'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { newDatabaseUrl, type PRODUCTION } from '../support/harness/engines.ts'
import { chargeMessage, productionSettings, setTime } from '../support/harness/production.ts'
import { runCobro } from '../support/harness/programs.ts'
import { basic } from '../support/harness/world.ts'
import { startChild } from './child.ts'
import { pastLeases } from './past-leases.ts'

/** A fake network that says what it is asked, before and after it does it. */
interface Watched<What extends string> {
  watch(listener: (moment: string, what: What) => Promise<void>): void
}

const HTTPS = { 'x-forwarded-proto': 'https' }

/** `stepMs`: by how much later each start is, so that what waits for its next try is due. */
export async function killedService(
  t: TestContext,
  engine: (typeof PRODUCTION)[number],
  {
    settings,
    patienceMs,
    stepMs = 0,
    onStep = () => {},
    cardNumber = '',
  }: {
    settings: Record<string, string>
    patienceMs: number
    stepMs?: number
    onStep?: () => void
    cardNumber?: string
  },
) {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-killed-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const url = engine === 'sqlite' ? `file:${join(folder, 'cobro.db')}` : await newDatabaseUrl(engine, { durable: true })
  const environment = { ...productionSettings(url, settings), DATA_DIR: folder, DATABASE_CONNECTIONS: '4' }
  assert.equal((await runCobro(['migrate'], environment)).code, 0)
  const store = await openDatabase(url, { connections: 1 })
  t.after(() => store.close())
  await setTime(store)
  const clock = createClock()
  clock.follow(await readClockState(store))
  const account = await openAccount({ store, clock }, { name: 'Tienda', email: 'caja@tienda.mx', mode: 'production' })
  const own = { ...HTTPS, authorization: basic(account.appKey, account.secret) }
  let child = await startChild(environment)
  t.after(() => child.kill())

  const start = async () => {
    await child.kill()
    await pastLeases(store)
    const state = await readClockState(store)
    await writeClockState(store, { ...state, offsetMs: state.offsetMs + stepMs })
    onStep()
    child = await startChild(environment)
  }
  let started = Promise.resolve()
  const bounded = <R>(what: string, work: Promise<R>): Promise<R> =>
    Promise.race([
      work,
      sleep(patienceMs, undefined, { ref: false }).then((): never => assert.fail(`${what}\n${child.output()}`)),
    ])
  const call = async (method: string, path: string, body?: unknown) =>
    (await bounded(path, child.call(method, path, body, own))).body.result
  const sealed = async (message: unknown) =>
    sealEnvelope(message, (await call('GET', '/v1/public-key')).public_key as string)
  /** The sealed message of a charge of the card. */
  const chargeBody = async (amount: number) => {
    const card = { cardholder_name: 'ANA LOPEZ', expiration: '3912', cvv: '123', number: cardNumber }
    const { token } = await call('POST', '/v1/token', await sealed(card))
    return sealed(chargeMessage(token, amount))
  }
  return {
    store,
    /** The headers of the merchant. */
    own,
    /** The answer of a call with these headers, behind HTTPS. */
    ask: (method: string, path: string, body: unknown, headers: Record<string, string>) =>
      bounded(path, child.call(method, path, body, { ...HTTPS, ...headers })),
    call,
    /** A call during which the service may be killed. */
    tryCall: (method: string, path: string, body?: unknown) =>
      bounded(path, child.call(method, path, body, own)).catch((error: unknown) => {
        if (error instanceof assert.AssertionError) throw error
        return undefined
      }),
    /** Starts it `stepMs` later. */
    again: () => {
      started = start()
      return started
    },
    until: async (what: string, holds: () => Promise<boolean> | boolean) => {
      for (const end = Date.now() + patienceMs; !(await holds()); await sleep(100))
        assert.ok(Date.now() < end, `${what}\n${child.output()}`)
    },
    /** The next such call of a network kills the service, before or after it is taken. */
    killAt: <What extends string>(when: 'before' | 'after', wanted: What, network: Watched<What>) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      network.watch(async (moment, what) => {
        if (moment !== when || what !== wanted) return
        network.watch(async () => {})
        // One that is starting calls before it listens.
        await started
        await child.kill()
        resolve()
      })
      return bounded(`${when} ${wanted}`, promise)
    },
    statusOf: async (id: string): Promise<string> => (await call('GET', `/v1/operations/${id}`)).status,
    chargeBody,
    /** Charges the card, and answers the operation. */
    paid: async (amount: number): Promise<string> =>
      (await call('POST', '/v1/payment/card', await chargeBody(amount))).operations[0].transaction,
    /** Kills it for good; its books are clean, and it has taken so many payments, each for what it paid. */
    ends: async (deposits: number) => {
      await child.kill()
      const received = await store.db.selectFrom('payments_received').select('outcome').execute()
      assert.deepEqual(
        received,
        Array.from({ length: deposits }, () => ({ outcome: 'matched' })),
      )
      const { clean, invariants } = await audit(store)
      assert.ok(clean, JSON.stringify(invariants.filter((one) => one.faults > 0)))
    },
  }
}

type WorkTable = 'advices' | 'transfers' | 'refunds' | 'reversals' | 'abandoned_references' | 'bank_days'

/** What of these tables waits for its next try is due, and what of card payments. */
export async function dueNow(store: Store, ...tables: WorkTable[]): Promise<void> {
  const set = { due_at: '2026-01-01T00:00:00.000Z' }
  const cards = store.db.updateTable('operations').set(set).where('rail', '=', 'card').where('due_at', 'is not', null)
  await store.returning(cards.returning('id').compile())
  for (const table of tables) {
    const due = store.db.updateTable(table).set(set).where('due_at', 'is not', null)
    await store.returning(due.returning('due_at').compile())
  }
}
