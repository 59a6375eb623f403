// A service in production mode over a fake of its networks: one process on SQLite, two on PostgreSQL, called in turn.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { openAccount } from '../../../src/accounts/open-account.ts'
import { readConfig } from '../../../src/config.ts'
import { createClock } from '../../../src/core/clock.ts'
import { createService, type Service } from '../../../src/service.ts'
import { readClockState, writeClockState } from '../../../src/store/clock-state.ts'
import type { Store } from '../../../src/store/store.ts'
import { sealEnvelope } from '../fixtures/envelope-seal.ts'
import { type Engine, newDatabaseUrl } from './engines.ts'
import { AT_REST_SETTING } from './first-key.ts'

/** Noon of a Tuesday in Mexico City: neither near the turn of the banking day nor of a weekend. */
export const START_MS = Date.parse('2026-11-24T18:00:00.000Z')

/** Moves a service's time there, whatever the hour of the test. */
export async function setTime(store: Store, services: readonly Service[] = []): Promise<void> {
  const wallMs = (services[0]?.clock ?? createClock()).wallMs()
  const written = await writeClockState(store, { offsetMs: START_MS - wallMs, frozenMs: null })
  for (const { clock } of services) clock.follow(written)
}

/** The environment of such a service, with none of the networks; `networks`: the settings of those that it has. */
export function productionSettings(databaseUrl: string, networks: Record<string, string>): Record<string, string> {
  return {
    COBRO_MODE: 'production',
    DATABASE_URL: databaseUrl,
    AT_REST_KEY: AT_REST_SETTING,
    BASE_URL: 'https://pagos.example.mx',
    TRUST_PROXY: '127.0.0.1',
    RSA_THREADS: '1',
    DATABASE_CONNECTIONS: '3',
    SETTLEMENT_DAYS: '0',
    ACQUIRER: 'none',
    CASH_NETWORK: 'none',
    SPEI_BANK: 'none',
    ...networks,
  }
}

/** The settings of a connector as its environment variables. Sample: `MERCHANT_ID` of `OPENPAY` is `OPENPAY_MERCHANT_ID`. */
export function settingsNamed(name: string, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`${name}_${key}`, value]))
}

/** The message of a card payment, to be sealed. */
export function chargeMessage(token: string, amount: number, transaction = '', more: object = {}) {
  const reference = { number: '', description: 'Pedido 1' }
  return {
    recurrent: token,
    payment: { external: { transaction }, total: { amount, currency: 'MXN' }, reference },
    ...more,
  }
}

/** What plays the networks of the service. */
interface Played {
  /** The settings by which the service reaches it. */
  networks: Record<string, string>
  close(): Promise<void>
}

/** `play` makes the fake; it gets the service's time. */
export async function productionService<P extends Played>(engine: Engine, play: (nowMs: () => number) => Promise<P>) {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-production-'))
  const services: Service[] = []
  const played = await play(() => services[0]?.clock.epochMs() ?? Date.now())
  const url = await newDatabaseUrl(engine, { migrated: true, keyed: true })
  const environment = { ...productionSettings(url, played.networks), DATA_DIR: folder, LOG_LEVEL: 'debug' }
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
    services.push(service)
  }
  const first = services[0] as Service
  await setTime(first.store, services)
  const account = await openAccount(first, { name: 'Tienda', email: 'caja@tienda.mx', mode: 'production' })
  let turn = 0
  /** Every text that left the service. */
  const answered: string[] = []
  const send = async (
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
    address?: string,
  ) => {
    turn += 1
    const { app } = services[turn % services.length] as Service
    const response = await app.inject({
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
    answered.push(text)
    return {
      status: response.statusCode,
      text,
      headers: response.headers as Record<string, unknown>,
      body: text.startsWith('{') ? JSON.parse(text) : undefined,
    }
  }
  const authorization = `Basic ${Buffer.from(`${account.appKey}:${account.secret}`).toString('base64')}`
  const call = (method: string, path: string, body?: unknown) => send(method, path, body, { authorization })
  const operation = async (id: string) => (await call('GET', `/v1/operations/${id}`)).body.result
  const sealed = async (message: unknown) => {
    const { body } = await call('GET', '/v1/public-key')
    return sealEnvelope(message, body.result.public_key)
  }
  const work = async () => {
    for (const { worker } of services) await worker.alone(() => worker.runDue())
  }
  /** Moves the time of every process. */
  const advance = async (ms: number) => {
    const state = await readClockState(first.store)
    const written = await writeClockState(first.store, { ...state, offsetMs: state.offsetMs + ms })
    for (const { clock } of services) clock.follow(written)
  }
  return {
    played,
    account,
    environment,
    logged,
    answered,
    services,
    store: first.store,
    clock: first.clock,
    send,
    call,
    work,
    advance,
    /** Makes every waiting retry due now. */
    settle: async (rounds = 6) => {
      for (let round = 0; round < rounds; round += 1) {
        await advance(3 * 60_000)
        await work()
      }
    },
    operation,
    statusOf: async (id: string): Promise<string> => (await operation(id)).status,
    /** The id of the operation that was made last. */
    newest: async () => {
      const newest = first.store.db.selectFrom('operations').select('id').orderBy('id', 'desc').limit(1)
      return (await newest.executeTakeFirstOrThrow()).id
    },
    sealed,
    tokenFor: async (number: string, cvv = '123') => {
      const card = { cardholder_name: 'ANA LOPEZ', expiration: '3912', cvv, number }
      const made = await call('POST', '/v1/token', await sealed(card))
      if (made.status !== 200) throw new Error(made.text)
      return made.body.result.token as string
    },
    pay: async (token: string, amount = 100, transaction = '', more: object = {}) =>
      call('POST', '/v1/payment/card', await sealed(chargeMessage(token, amount, transaction, more))),
    close: async () => {
      for (const service of services) await service.close()
      await played.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
