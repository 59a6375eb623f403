// The composition root: builds every part and hands each what it needs. The only file that knows everyone.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import program from '../package.json' with { type: 'json' }
import { credentialReader, ensureSandboxAccount } from './accounts/credentials.ts'
import { feeReader } from './accounts/fees.ts'
import { sessionReader } from './accounts/sessions.ts'
import { authenticator } from './api/authenticate.ts'
import { answerOnce } from './api/idempotency.ts'
import { loginRoutes } from './api/login.ts'
import { describeApi } from './api/openapi.ts'
import { rateLimiter } from './api/rate-limit.ts'
import { type App, createServer, refuseOtherMethods } from './api/server.ts'
import { type Config, isLoopback } from './config.ts'
import { type Clock, createClock } from './core/clock.ts'
import { planRoutes } from './plans/routes.ts'
import { readClockState } from './store/clock-state.ts'
import { openDatabase } from './store/database.ts'
import type { Store } from './store/store.ts'
import { openAtRest } from './vault/at-rest.ts'
import { loadOrCreateKeyFile, parseKey } from './vault/at-rest-key.ts'
import { createWorker, type Worker } from './worker.ts'

export interface Service {
  app: App
  store: Store
  clock: Clock
  worker: Worker
  /** Starts to listen and to work in the background; answers the address. */
  listen(): Promise<string>
  /** Stops taking requests, finishes those under way and the work at hand, closes everything. */
  close(): Promise<void>
}

/** Builds the service that the settings describe; nothing listens and no background work runs yet. */
export async function createService(config: Config, log: Logger = createLog(config)): Promise<Service> {
  const clock = createClock()
  const store = await openDatabase(config.databaseUrl, { connections: config.databaseConnections })
  clock.follow(await readClockState(store))
  const sandbox = config.mode === 'sandbox'
  const sandboxCredential = sandbox && isLoopback(config.host)
  if (sandboxCredential) await ensureSandboxAccount({ store, clock })

  // Until the service listens, where it is going to.
  let address = `${config.tls ? 'https' : 'http'}://${config.host}:${config.port}`
  const baseUrl = () => config.baseUrl || address

  const atRest = openAtRest(atRestKeys(config))
  const fees = feeReader(store, clock.wallMs)
  const once = answerOnce({ store, clock, fingerprint: (text) => atRest.fingerprint(text) })

  const worker = createWorker({ clock, log, tasks: [] })

  const app = createServer({
    clock,
    log,
    trustProxy: config.trustProxy,
    tls: config.tls && { cert: readFileSync(config.tls.certFile), key: readFileSync(config.tls.keyFile) },
    authenticate: authenticator({
      clock,
      sandboxCredential,
      readCredential: credentialReader(store),
      readSession: sessionReader(store),
    }),
    limitRate: rateLimiter(config.rateLimit, clock.wallMs),
    afterRequest: worker.nudge,
  })
  const closeMethods = refuseOtherMethods(app)
  await describeApi(app, { baseUrl, version: program.version })
  // Endpoints, slice by slice.
  loginRoutes(app, { store, clock })
  planRoutes(app, { store, clock, once })
  closeMethods()

  void fees
  void once
  return {
    app,
    store,
    clock,
    worker,
    listen: async () => {
      address = await app.listen({ host: config.host, port: config.port })
      worker.start()
      return address
    },
    close: async () => {
      await app.close()
      await worker.stop()
      await store.close()
    },
  }
}

function createLog(config: Config): Logger {
  return pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}

/** From the settings; the sandbox keeps a key of its own in a file when none is set, or in memory beside `:memory:`. */
function atRestKeys(config: Config): Parameters<typeof openAtRest>[0] {
  const previous = config.atRestKeysPrevious.map(parseKey)
  if (config.atRestKey !== '') return { current: parseKey(config.atRestKey), previous }
  return { current: loadOrCreateKeyFile(join(config.dataDir, 'at-rest.key')), previous }
}
