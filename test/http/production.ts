// A service in production mode whose networks are an operator's own service, over the fake: one process on SQLite, two on PostgreSQL, called in turn.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { openAccount } from '../../src/accounts/open-account.ts'
import { readConfig } from '../../src/config.ts'
import { createService, type Service } from '../../src/service.ts'
import { readClockState, writeClockState } from '../../src/store/clock-state.ts'
import { setTime } from '../stp/production.ts'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { type Engine, newDatabaseUrl } from '../support/harness/engines.ts'
import { type FakeService, fakeService } from './fake-service.ts'
import type { Message } from './signed.ts'

export type Production = Awaited<ReturnType<typeof production>>

/** The environment of such a service. */
export function productionSettings(fake: FakeService, databaseUrl: string): Record<string, string> {
  const named = (name: string, values: Record<string, string>) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [`${name}_${key}`, value]))
  return {
    COBRO_MODE: 'production',
    DATABASE_URL: databaseUrl,
    AT_REST_KEY: randomBytes(32).toString('hex'),
    BASE_URL: 'https://pagos.example.mx',
    TRUST_PROXY: '127.0.0.1',
    RSA_THREADS: '1',
    DATABASE_CONNECTIONS: '3',
    ACQUIRER_TIMEOUT_MS: '10000',
    NETWORK_TIMEOUT_MS: '10000',
    SETTLEMENT_DAYS: '0',
    ACQUIRER: 'http',
    CASH_NETWORK: 'http',
    SPEI_BANK: 'http',
    ...named('HTTP_ACQUIRER', fake.settings.acquirer),
    ...named('HTTP_CASH_NETWORK', fake.settings.cashNetwork),
    ...named('HTTP_SPEI_BANK', fake.settings.speiBank),
  }
}

/** The message of a card payment, to be sealed. */
export function chargeMessage(token: string, amount: number, transaction = '') {
  const reference = { number: '', description: 'Pedido 1' }
  return {
    recurrent: token,
    payment: { external: { transaction }, total: { amount, currency: 'MXN' }, reference },
  }
}

export async function production(engine: Engine) {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-http-'))
  const fake = await fakeService()
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
  const services: Service[] = []
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
  const send = async (method: string, path: string, body: unknown, headers: Record<string, string>) => {
    turn += 1
    const { app } = services[turn % services.length] as Service
    const response = await app.inject({
      method: method as 'GET',
      url: path,
      remoteAddress: '127.0.0.1',
      headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https', ...headers },
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
  /** What the service reports, signed, or a message that is signed already. */
  const report = (path: string, said: unknown, message: Message = fake.report(`/v1/networks/${path}`, said)) =>
    send('POST', `/v1/networks/${path}`, message.body, message.headers)
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
    account,
    fake,
    logged,
    answered,
    store: first.store,
    clock: first.clock,
    call,
    report,
    work,
    advance,
    /** Lets all that waits for its next try be done. */
    settle: async (rounds = 6) => {
      for (let round = 0; round < rounds; round += 1) {
        await advance(3 * 60_000)
        await work()
      }
    },
    tokenFor: async (number: string) => {
      const card = { cardholder_name: 'ANA LOPEZ', expiration: '3912', cvv: '123', number }
      const made = await call('POST', '/v1/token', await sealed(card))
      if (made.status !== 200) throw new Error(made.text)
      return made.body.result.token as string
    },
    pay: async (token: string, amount = 100, transaction = '') =>
      call('POST', '/v1/payment/card', await sealed(chargeMessage(token, amount, transaction))),
    authorise: async (token: string, amount = 100) =>
      call('POST', '/v1/payment/card', await sealed({ ...chargeMessage(token, amount), capture: false })),
    close: async () => {
      for (const service of services) await service.close()
      await fake.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
