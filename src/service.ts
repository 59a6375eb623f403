// The composition root: opens the database, builds every part and connects the parts.
import { readFileSync } from 'node:fs'
import type { Logger } from 'pino'
import program from '../package.json' with { type: 'json' }
import { authenticator } from './accounts/authenticate.ts'
import { ensureSandboxAccount } from './accounts/open-account.ts'
import { refuseOtherMethods } from './api/addresses/methods.ts'
import { openToBrowsers } from './api/browsers/cors.ts'
import { drained } from './api/connections/drain.ts'
import { serveCertificate } from './api/connections/tls.ts'
import { describeApi } from './api/description/openapi.ts'
import { nameIgnoredParameters } from './api/ignored-parameters.ts'
import { addressLimiter, callerLimiter } from './api/limits/rate-limit.ts'
import { portionsIn } from './api/limits/shared-rate.ts'
import { serviceRoutes } from './api/metrics.ts'
import type { Ground } from './api/room.ts'
import { type App, createServer } from './api/server.ts'
import { isLoopback } from './config/addresses.ts'
import type { Config } from './config.ts'
import type { Connectors } from './connectors/by-name.ts'
import type { PasswordCost } from './console/sign-in/passwords.ts'
import { maskAddress } from './core/address.ts'
import { type Clock, createClock } from './core/clock.ts'
import type { NoticeVerdict } from './core/verdict.ts'
import type { PageLinks } from './operations/page-link.ts'
import type { Reconcile } from './reconciliation/reconcile.ts'
import { followCertificate, refuseUnfit } from './service/certificate.ts'
import { eventBodies } from './service/event-bodies.ts'
import { processLog } from './service/process-log.ts'
import { createRooms, type Rooms } from './service/rooms.ts'
import { readClockState } from './store/clock-state.ts'
import { openDatabase } from './store/database.ts'
import { telling } from './store/queues/wake-on-write.ts'
import { readiness } from './store/readiness.ts'
import { serverClock } from './store/server-clock.ts'
import type { Store } from './store/store.ts'
import type { TransferNotice } from './transfers/report.ts'
import { createWorker, type Worker } from './worker.ts'

export interface Service {
  app: App
  store: Store
  clock: Clock
  /** The address of an operation's page for its payer. */
  links: PageLinks
  worker: Worker
  /** Processes a bank's report of a transfer. */
  transferChanged(notice: TransferNotice): Promise<NoticeVerdict>
  /** Reconciles a statement of one of the networks. */
  reconcile: Reconcile
  /** Ends requests that a network never answers. */
  unanswered: Rooms['unanswered']
  /** Opens the dispute of a kept report for what is left of its payment. */
  openDisputeForRest: Rooms['openDisputeForRest']
  /** Reads the ranges of issuers again; answers whether they were accepted. */
  reloadIssuers(): Promise<boolean>
  /** Reads the certificate and its key again; answers whether a new pair is served. */
  reloadCertificate(): Promise<boolean>
  /** Starts to listen and the background work; answers the address. */
  listen(): Promise<string>
  /** Stops accepting requests, finishes those under way and the present work, closes everything. */
  close(): Promise<void>
}

/** Replacements for parts that the settings name, such as a connector, a clock, a log; tests give them. */
export interface Substitutes {
  connectors?: Partial<Connectors>
  clock?: Clock
  log?: Logger
  /** Lines of that log that were dropped. */
  logDropped?: () => number
  /** A store around that of the database. */
  storeAround?: (store: Store) => Store
  /** The cost of hashing a password: stories sign in hundreds of people. */
  passwordCost?: PasswordCost
}

/**
 * Connections that may wait to be accepted, or fewer where the system allows fewer. Beyond it the system drops them, and a client tries
 * again after a second: a flood of connections would delay everybody's.
 */
const BACKLOG = 4_096

/** How long a stop waits for the answer to a request after the limit of the network that it asks. */
const GRACE_MS = 5_000

/** How long a stop waits for answers at the most. */
export function graceMsOf(config: Config): number {
  return Math.max(config.acquirerTimeoutMs, config.networkTimeoutMs) + GRACE_MS
}

/** Builds the service of the settings; it does not listen yet and runs no background work. */
export async function createService(config: Config, substitutes: Substitutes = {}): Promise<Service> {
  const { log, dropped } = logOf(config, substitutes)
  const { clock = createClock() } = substitutes
  const store = await openDatabase(config.databaseUrl, {
    clock,
    mode: config.mode,
    connections: config.databaseConnections,
    writeTimeoutMs: config.databaseWriteTimeoutMs,
    readTimeoutMs: config.databaseReadTimeoutMs,
    around: substitutes.storeAround,
    onUnanswered: (batch) => log.warn({ batch }, 'the database did not say whether a batch was written'),
  })
  try {
    return await compose(config, store, log, { ...substitutes, clock, logDropped: dropped })
  } catch (error) {
    await store.close()
    throw error
  }
}

function logOf({ logLevel }: Config, { log, logDropped = () => 0 }: Substitutes) {
  return log === undefined ? processLog(logLevel) : { log, dropped: logDropped }
}

async function compose(config: Config, database: Store, log: Logger, substitutes: Substitutes): Promise<Service> {
  const { clock = createClock(), logDropped = () => 0 } = substitutes
  // Until there is a worker, nobody is woken.
  let wake: Worker['wake'] = () => {}
  const store = telling(database, (table) => wake(table))
  const server = serverClock({ store, clock, log })
  await server.measure()
  clock.follow(await readClockState(store))
  const sandbox = config.mode === 'sandbox'
  const sandboxCredential = sandbox && isLoopback(config.host)
  if (sandboxCredential) await ensureSandboxAccount({ store, clock })
  // Until the service listens, its future address.
  let address = `${config.tls ? 'https' : 'http'}://${config.host}:${config.port}`
  let unauthenticated = 0
  const ground: Ground = {
    config,
    store,
    clock,
    log,
    sandbox,
    sandboxCredential,
    baseUrl: () => config.baseUrl || address,
  }
  const made = await createRooms(ground, {
    connectors: substitutes.connectors,
    passwordCost: substitutes.passwordCost,
    process: {
      server,
      lagSeconds: () => worker.lagSeconds(),
      unauthenticated: () => unauthenticated,
      logDropped,
      certificateSecondsLeft: config.tls && (() => certificate?.secondsLeft() ?? 0),
    },
  })
  const { rooms, once, links, issuers, callers } = made
  const worker = createWorker({
    ...{ store, clock, log },
    tasks: rooms.flatMap(({ tasks = [] }) => tasks),
    collectors: rooms.flatMap(({ collectors = [] }) => collectors),
  })
  wake = worker.wake

  const masked = (address: string) => maskAddress(address, config.addressMask)
  const authenticate = authenticator({
    clock,
    sandbox,
    sandboxCredential,
    ...callers,
    refused: (request, reason, keyStart) => {
      unauthenticated += 1
      const known = { address: masked(request.ip) || undefined, app_key: keyStart || undefined }
      log.warn({ request: request.id, reason, ...known }, 'authentication failed')
    },
  })
  const pair = config.tls && { cert: readFileSync(config.tls.certFile), key: readFileSync(config.tls.keyFile) }
  // A certificate and a key of different kinds start, and then no client gets through.
  if (pair !== undefined) refuseUnfit(pair)
  const app = createServer({
    clock,
    log,
    trustProxy: config.trustProxy,
    baseUrl: ground.baseUrl,
    tls: pair,
    secure: config.mode === 'production',
    authenticate: (request, access) => drain.authenticating(request, authenticate(request, access)),
    limitRate: callerLimiter(
      config.rateLimit,
      clock.wallMs,
      store.engine === 'postgres' ? portionsIn(store) : undefined,
    ),
    addresses: addressLimiter(config.addressRateLimit, clock.wallMs),
    maskAddress: masked,
    sendUnknownPage: made.sendUnknownPage,
  })
  const certificate =
    config.tls &&
    pair &&
    followCertificate({
      files: config.tls,
      served: pair,
      serve: (renewed) => serveCertificate(app, renewed),
      nowMs: clock.wallMs,
      log,
    })
  const drain = drained(app, { delayMs: config.stopDelayMs, graceMs: graceMsOf(config) })
  const closeMethods = refuseOtherMethods(app)
  await describeApi(app, { baseUrl: ground.baseUrl, version: program.version, events: eventBodies })
  openToBrowsers(app)
  nameIgnoredParameters(app)
  for (const { addHooks } of rooms) addHooks?.(app)
  serviceRoutes(app, {
    stopping: drain.stopping,
    ready: readiness(store, server.refuse),
    metricsToken: config.metricsToken,
    gauges: rooms.flatMap(({ gauges = [] }) => gauges),
  })
  for (const { addRoutes } of rooms) await addRoutes?.(app, { once, authenticate, worker })
  // Plug-ins have added their own.
  await app.after()
  closeMethods()

  return {
    app,
    store,
    clock,
    links,
    worker,
    transferChanged: made.transferChanged,
    reconcile: made.reconcile,
    unanswered: made.unanswered,
    openDisputeForRest: made.openDisputeForRest,
    reloadIssuers: issuers.reload,
    reloadCertificate: async () => (await certificate?.reload()) ?? false,
    listen: async () => {
      address = await app.listen({ host: config.host, port: config.port, backlog: BACKLOG })
      worker.start()
      return address
    },
    close: async () => {
      certificate?.close()
      await drain.stop()
      await worker.stop()
      for (const { close } of rooms) await close?.()
      await store.close()
    },
  }
}
