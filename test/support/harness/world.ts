// The environment of a story: a service in process on a real database, its own accounts, and short functions to call it.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import { pino } from 'pino'
import { issueCredential } from '../../../src/accounts/credentials.ts'
import { openAccount, SANDBOX_ACCOUNT } from '../../../src/accounts/open-account.ts'
import { readConfig } from '../../../src/config.ts'
import { createService, type Service, type Substitutes } from '../../../src/service.ts'
import { readClockState, writeClockState } from '../../../src/store/clock-state.ts'
import { logReader } from '../../../src/store/log/read-committed.ts'
import { refused, withAccountGuard } from './account-guard.ts'
import { learnDescription, mustBeDescribed } from './described.ts'
import { ENGINES, type Engine, newDatabaseUrl, stopPostgres } from './engines.ts'
import { startsWithKey, writeAtRestKey } from './first-key.ts'
import { LEAST_COST } from './least-cost.ts'
import { openTwin, type Twin } from './twin.ts'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: stories look into answers freely and assert what they find.
  body: any
  text: string
  headers: Record<string, string | string[] | number | undefined>
}

/** A merchant of the story's own. */
export interface Merchant {
  accountId: string
  appKey: string
  secret: string
  operator: string
  publishableKey: string
  /** Calls the API as this merchant. A body is sent as JSON. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
}

export interface World {
  engine: Engine
  service: Service
  /** The settings it runs with; `restart` uses them again. */
  environment: Record<string, string>
  merchant(name?: string): Promise<Merchant>
  /** Sends any request unchanged. */
  send(options: InjectOptions): Promise<Answer>
  /** Does all background work that is due. */
  work(): Promise<void>
  close(): Promise<void>
}

/** Whether stories on PostgreSQL run with two processes that serve at once, called in turn. Through a pooler it is one. */
export const TWINS = process.env.COBRO_TEST_TWINS !== 'no'

/** A busy machine takes its time with the database; what is refused then has stories of its own. */
const PATIENT = { DATABASE_WRITE_TIMEOUT_MS: '60000', DATABASE_READ_TIMEOUT_MS: '60000' }

/** Settings of stories about requests at once. The others have fewer connections: each prepares its own statements, which takes a while. */
export const MANY_AT_ONCE = { DATABASE_CONNECTIONS: '5' }

/** Registers the same stories once for each engine: with one process on SQLite, with two on PostgreSQL. `world()` is ready inside a story. */
export function onBothEngines(
  title: string,
  stories: (world: () => World) => void,
  settings: Record<string, string> = {},
): void {
  for (const engine of ENGINES) onEngine(engine, title, stories, settings)
  after(stopPostgres)
}

/**
 * Registers stories whose promise is kept before anything is stored: once, on PostgreSQL, which takes fewer texts and numbers than SQLite,
 * and of one process.
 */
export function onOneEngine(title: string, stories: (world: () => World) => void): void {
  onEngine(ENGINES.includes('postgres') ? 'postgres' : 'sqlite', title, stories, {}, false)
  after(stopPostgres)
}

function onEngine(
  engine: Engine,
  title: string,
  stories: (world: () => World) => void,
  settings: Record<string, string>,
  twins = TWINS,
): void {
  describe(`${title} [${engine}]`, () => {
    let world: World | undefined
    before(async () => {
      world = await openWorld(engine, settings, { twins })
    })
    // A story that stops the clock does not stop it for the next one, which may wait for time to pass.
    afterEach(async () => {
      if (world) await letTimePass(world.service)
    })
    after(async () => {
      await world?.close()
    })
    stories(() => {
      if (!world) throw new Error('the world is not open yet')
      return world
    })
  })
}

/** A Tuesday noon in the middle of a month: a story that moves on for some days meets the same days of banks and months whenever it is run. */
const BEGINNING = '2027-01-12T18:00:00.000Z'

/** Production has no clock to move, and a database that was there before has its own time. */
function ownTime({ COBRO_MODE: mode, DATABASE_URL: url }: Record<string, string>): boolean {
  return mode === 'production' || url !== undefined
}

async function beginAt(
  instant: string,
  { clock, store }: Pick<Service, 'clock' | 'store'>,
  twin: Twin | undefined,
): Promise<void> {
  clock.follow(await writeClockState(store, { offsetMs: Date.parse(instant) - clock.wallMs(), frozenMs: null }))
  // The other process learns of it with a credential.
  const authorization = basic(SANDBOX_ACCOUNT.appKey, SANDBOX_ACCOUNT.secret)
  await twin?.send({ method: 'GET', url: '/v1/operations?limit=1', headers: { authorization } })
}

/** The clock continues from where a story stopped it. */
async function letTimePass({ clock, store }: Pick<Service, 'clock' | 'store'>): Promise<void> {
  const { frozenMs, ...state } = await readClockState(store)
  if (frozenMs === null) return
  clock.follow(await writeClockState(store, { ...state, frozenMs: null, offsetMs: frozenMs - clock.wallMs() }))
}

/**
 * A service on a new database. Background work runs only when a story says so: `work()`. A story may bring connectors, a clock or a log of
 * its own.
 */
export async function openWorld(
  engine: Engine,
  settings: Record<string, string> = {},
  { twins = false, ...substitutes }: { twins?: boolean } & Substitutes = {},
): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-'))
  const keyed = startsWithKey(settings)
  if (keyed) writeAtRestKey(folder)
  const environment = {
    DATABASE_URL: settings.DATABASE_URL ?? (await newDatabaseUrl(engine, { migrated: true, keyed })),
    DATA_DIR: folder,
    PORT: '0',
    RSA_THREADS: '1',
    DATABASE_CONNECTIONS: '3',
    BASE_URL: 'http://127.0.0.1:8080',
    LOG_LEVEL: 'silent',
    REQUESTS_KEPT: 'none',
    ...PATIENT,
    ...settings,
  }
  const [service, twin] = await Promise.all([
    createService(readConfig(environment), {
      log: pino({ level: 'silent' }),
      storeAround: withAccountGuard,
      passwordCost: LEAST_COST,
      ...substitutes,
    }),
    twins && engine === 'postgres' ? openTwin(environment) : undefined,
  ])
  const world = worldOf(engine, environment, service, twin)
  await service.app.ready()
  if (substitutes.clock === undefined && !ownTime(settings)) await beginAt(BEGINNING, service, twin)
  learnDescription(service.app)
  const close = async () => {
    await world.close()
    rmSync(folder, { recursive: true, force: true })
    const [first] = refused.splice(0)
    if (first !== undefined) throw first
  }
  return { ...world, close }
}

/** The indexer of the search rests for so long after a portion while the service writes much. */
const MAX_RESTING_MS = 5_000

/**
 * The same around a service that is there already. With a twin, another process on the same database, requests go to the two
 * in turn and both do background work.
 */
export function worldOf(engine: Engine, environment: Record<string, string>, service: Service, twin?: Twin): World {
  let turn = 0
  const send = async (options: InjectOptions): Promise<Answer> => {
    turn += 1
    const response = await (twin && turn % 2 === 0 ? twin.send(options) : service.app.inject(options))
    const text = response.body
    const json = /json/.test(String(response.headers['content-type'] ?? ''))
    const body = json && text !== '' ? JSON.parse(text) : undefined
    const { method = 'GET', url } = options
    if (typeof url === 'string') mustBeDescribed(service.app, { method, url }, { status: response.statusCode, body })
    return { status: response.statusCode, body, text, headers: response.headers }
  }
  return {
    engine,
    service,
    environment,
    send,
    work: async () => {
      const { worker, store } = service
      const log = logReader(store, 'search')
      const untilMs = Date.now() + MAX_RESTING_MS
      // One that fails does not leave the other at work.
      const workAll = async () => {
        const ended = await Promise.allSettled([worker.alone(() => worker.runDue()), twin?.work()])
        for (const one of ended) if (one.status === 'rejected') throw one.reason
      }
      await workAll()
      for (; Date.now() < untilMs && (await log.next(1)) !== undefined; await workAll()) await setTimeout(20)
      await worker.collect()
    },
    close: async () => {
      await twin?.close()
      await service.close()
    },
    merchant: async (name = 'Tienda') => {
      const operator = `caja-${Math.random().toString(36).slice(2)}@tienda.mx`
      const opened = await openAccount(service, { name, email: operator, mode: 'sandbox' })
      const publishable = await issueCredential(service, {
        accountId: opened.accountId,
        operator,
        kind: 'publishable',
        mode: 'sandbox',
      })
      const call: Merchant['call'] = (method, path, body, headers = {}) =>
        send({
          method: method as 'GET',
          url: path,
          headers: {
            authorization: basic(opened.appKey, opened.secret),
            'content-type': 'application/json',
            ...headers,
          },
          ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
        })
      return {
        ...opened,
        operator,
        publishableKey: publishable.appKey,
        call,
        get: (path, headers) => call('GET', path, undefined, headers),
        post: (path, body, headers) => call('POST', path, body, headers),
      }
    },
  }
}

export function basic(appKey: string, secret: string): string {
  return `Basic ${Buffer.from(`${appKey}:${secret}`).toString('base64')}`
}

/** The result of an answer that must be 200. */
// biome-ignore lint/suspicious/noExplicitAny: stories look into answers freely and assert what they find.
export async function done(answer: Promise<Answer>): Promise<any> {
  const { status, body, text } = await answer
  assert.equal(status, 200, text)
  return body.result
}
