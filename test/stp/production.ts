// A service in production mode whose SPEI bank is STP, over the fake: one process on SQLite, two on PostgreSQL, called in turn.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { openAccount } from '../../src/accounts/open-account.ts'
import { readConfig } from '../../src/config.ts'
import { createClock } from '../../src/core/clock.ts'
import { speiDay } from '../../src/core/time.ts'
import { createService, type Service } from '../../src/service.ts'
import { readClockState, writeClockState } from '../../src/store/clock-state.ts'
import type { Store } from '../../src/store/store.ts'
import { type Engine, newDatabaseUrl } from '../support/harness/engines.ts'
import { type FakeStp, fakeStp, SECRET } from './fake-stp.ts'

const STP_ADDRESS = '203.0.113.7'

export type Production = Awaited<ReturnType<typeof production>>

/** Noon of a Tuesday in Mexico City: neither near the turn of the banking day nor of a weekend. */
export const START_MS = Date.parse('2026-11-24T18:00:00.000Z')

/** Moves a service's time there, whatever the hour of the test. */
export async function setTime(store: Store, services: readonly Service[] = []): Promise<void> {
  const wallMs = (services[0]?.clock ?? createClock()).wallMs()
  const written = await writeClockState(store, { offsetMs: START_MS - wallMs, frozenMs: null })
  for (const { clock } of services) clock.follow(written)
}

/** The environment of such a service. */
export function productionSettings(fake: FakeStp, databaseUrl: string): Record<string, string> {
  return {
    COBRO_MODE: 'production',
    DATABASE_URL: databaseUrl,
    AT_REST_KEY: randomBytes(32).toString('hex'),
    BASE_URL: 'https://pagos.example.mx',
    TRUST_PROXY: '127.0.0.1',
    RSA_THREADS: '1',
    DATABASE_CONNECTIONS: '3',
    NETWORK_TIMEOUT_MS: '3000',
    SETTLEMENT_DAYS: '0',
    ACQUIRER: 'none',
    CASH_NETWORK: 'none',
    SPEI_BANK: 'stp',
    ...Object.fromEntries(Object.entries(fake.settings).map(([key, value]) => [`STP_${key}`, value])),
  }
}

export async function production(engine: Engine) {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-stp-'))
  let services: Service[] = []
  const nowMs = () => services[0]?.clock.epochMs() ?? Date.now()
  const fake = await fakeStp({ today: () => speiDay(nowMs()) })
  const url =
    engine === 'sqlite' ? `file:${join(folder, 'cobro.db')}` : await newDatabaseUrl(engine, { migrated: true })
  const environment: Record<string, string> = { ...productionSettings(fake, url), DATA_DIR: folder, LOG_LEVEL: 'debug' }
  const logged: string[] = []
  const log = pino(
    { level: 'debug' },
    new Writable({
      write: (chunk, _encoding, done) => {
        logged.push(String(chunk))
        done()
      },
    }),
  )
  for (let each = engine === 'postgres' ? 2 : 1; each > 0; each -= 1) {
    const service = await createService(readConfig(environment), { log })
    await service.app.ready()
    services = [...services, service]
  }
  const first = services[0] as Service
  await setTime(first.store, services)
  const account = await openAccount(first, { name: 'Tienda', email: 'caja@tienda.mx', mode: 'production' })
  let turn = 0
  const next = () => {
    turn += 1
    return services[turn % services.length] as Service
  }
  const send = async (
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
    address?: string,
  ) => {
    const response = await next().app.inject({
      method: method as 'GET',
      url: path,
      remoteAddress: '127.0.0.1',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-proto': 'https',
        ...(address !== undefined && { 'x-forwarded-for': address }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = response.body
    return { status: response.statusCode, text, body: text.startsWith('{') ? JSON.parse(text) : undefined }
  }
  const authorization = `Basic ${Buffer.from(`${account.appKey}:${account.secret}`).toString('base64')}`
  const call = (method: string, path: string, body?: unknown) => send(method, path, body, { authorization })
  /** What STP sends to a route, and what it is answered; it credits a deposit or sends it back by the answer. */
  const report = async (path: string, body: unknown, { secret = SECRET, address = STP_ADDRESS } = {}) => {
    const headers = { authorization: `Basic ${Buffer.from(`stp:${secret}`).toString('base64')}` }
    const answer = await send('POST', `/v1/networks/stp${path}`, body, headers, address)
    if (path.startsWith('/deposits') && typeof body === 'object') fake.answered(body as Record<string, unknown>, answer)
    return answer
  }
  const deposit = async (change: Record<string, unknown>) => {
    const body = fake.deposit(change)
    return { ...(await report('/deposits', body)), deposit: body }
  }
  const orderChanged = (key: string, estado: string, change: Record<string, unknown> = {}) => {
    const order = fake.order(key)
    if (order === undefined) throw new Error(`no order ${key}`)
    Object.assign(order, { estado, ...change })
    return report('/order-states', {
      id: order.idEF,
      empresa: order.empresa,
      folioOrigen: key,
      estado,
      causaDevolucion: order.causaDevolucion,
      tsLiquidacion: '0',
    })
  }
  return {
    account,
    environment,
    fake,
    logged,
    services,
    store: first.store,
    clock: first.clock,
    call,
    report,
    deposit,
    orderChanged,
    work: async () => {
      for (const { worker } of services) await worker.alone(() => worker.runDue())
    },
    /** Moves the time of every process. */
    advance: async (ms: number) => {
      const state = await readClockState(first.store)
      const written = await writeClockState(first.store, { ...state, offsetMs: state.offsetMs + ms })
      for (const { clock } of services) clock.follow(written)
    },
    close: async () => {
      for (const service of services) await service.close()
      await fake.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
