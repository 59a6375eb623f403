// The command line: serves by default; looks after the schema, accounts and keys.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { issueCredential, openAccount, revokeCredential, SANDBOX_ACCOUNT } from './accounts/credentials.ts'
import { startFault } from './cli/start-fault.ts'
import { type Config, isLoopback, loadConfig, startedByNpm } from './config.ts'
import { createClock } from './core/clock.ts'
import { readClockState } from './store/clock-state.ts'
import { openDatabase } from './store/database.ts'

const USAGE = `cobro                                   serve
cobro migrate                           bring the database's schema up to date
cobro accounts                          list accounts and their keys
cobro accounts open NAME EMAIL          open an account; prints its credential once
cobro accounts key ACCOUNT EMAIL [--publishable]
                                        issue another credential
cobro accounts revoke APP_KEY           revoke a credential at once
cobro accounts fee ACCOUNT METHOD PERCENT [FIXED]
                                        set what an account pays for POS, OXX or SPE; IVA comes on top
cobro audit [--account ACCOUNT] [--json]
                                        check the books while the service goes on working; exit code 1 names a culprit
cobro keys                              list the RSA keys that clients seal card data with
cobro keys rotate                       publish a new one; the one before stays readable for RSA_ROTATION_HOURS
cobro keys reseal                       seal everything under AT_REST_KEY, so that AT_REST_KEY_PREVIOUS may go
`

const ORPHAN_LOOK_MS = 200

/** Commands that talk to a running service: src/cli. Their options are their own. */
const INTEGRATOR_COMMANDS = ['listen', 'trigger', 'pay', 'doctor']

async function main(): Promise<void> {
  const argv = process.argv.slice(2)
  if (INTEGRATOR_COMMANDS.includes(argv[0] ?? '') && !argv.includes('--help')) return integrate(argv)
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      publishable: { type: 'boolean' },
      account: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const [command = 'serve', ...rest] = positionals
  if (values.help) {
    const { commandsUsage } = await import('./cli/commands.ts')
    process.stdout.write(USAGE + commandsUsage())
    return
  }
  const config = loadConfig()
  switch (command) {
    case 'serve':
      return serve(config)
    case 'migrate':
      return withDatabase(config, async () => print('The schema is up to date.'))
    case 'accounts':
      return accounts(config, rest, values.publishable ?? false)
    case 'audit':
      return auditBooks(config, { accountId: values.account, asJson: values.json ?? false })
    case 'keys':
      return keys(config, rest)
    default:
      throw new Error(`There is no command ${command}.\n\n${USAGE}`)
  }
}

async function integrate(argv: string[]): Promise<void> {
  enableCompileCache()
  const { runCommand } = await import('./cli/commands.ts')
  const config = loadConfig()
  const ending = new AbortController()
  process.once('SIGINT', () => ending.abort())
  process.once('SIGTERM', () => ending.abort())
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  process.exitCode = await runCommand(argv, {
    baseUrl: config.baseUrl || `${config.tls ? 'https' : 'http'}://${host}:${config.port}`,
    credential: config.credential || `${SANDBOX_ACCOUNT.appKey}:${SANDBOX_ACCOUNT.secret}`,
    nowMs: createClock().wallMs,
    cursorFile: join(config.dataDir, 'listen.json'),
    screen: { out: process.stdout, error: process.stderr },
    signal: ending.signal,
  })
}

async function serve(config: Config): Promise<void> {
  // Loaded when needed, from compiled code: most of a start is loading.
  enableCompileCache()
  const { createService } = await import('./service.ts')
  const service = await createService(config)
  const address = await service.listen()
  if (config.logLevel !== 'silent') banner(config, address)
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    service.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (startedByNpm()) whenOrphaned(stop)
}

/** npm gives a signal to the shell between, which may die of it without a word to us: then there is nobody left to serve for. */
function whenOrphaned(stop: () => void): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, ORPHAN_LOOK_MS).unref()
}

function banner(config: Config, address: string): void {
  if (config.mode === 'production') {
    print(`Cobro serves on ${address}`)
    return
  }
  const base = config.baseUrl || address
  const own = isLoopback(config.host)
  const credential = own ? `${SANDBOX_ACCOUNT.appKey}:${SANDBOX_ACCOUNT.secret}` : 'APP_KEY:APP_SECRET'
  print(`
  Cobro sandbox      ${base}
  Documentation      ${base}/docs${own ? `\n  Demo shop          ${base}/demo` : ''}
  Credential         ${own ? credential : 'make one: npm run cobro accounts open NAME EMAIL'}
  Data               ${place(config.databaseUrl)}

  Try it:
  curl -u ${credential} -H 'Content-Type: application/json' \\
    -d '{"total": 150, "store": "OXXO", "payment": {"reference": {"description": "Pedido 1"}}}' \\
    ${base}/v1/payment/convenience-store
`)
}

/** Where the data lies, without the user and password that may stand in its address. */
function place(databaseUrl: string): string {
  if (!databaseUrl.startsWith('postgres')) return databaseUrl
  const url = URL.parse(databaseUrl)
  return url ? `${url.protocol}//${url.host}${url.pathname}` : 'PostgreSQL'
}

async function accounts(config: Config, rest: string[], publishable: boolean): Promise<void> {
  const [action = 'list', first, second, third, fourth] = rest
  const { mode } = config
  await withDatabase(config, async (needs) => {
    switch (action) {
      case 'list': {
        const rows = await needs.store.db
          .selectFrom('accounts')
          .innerJoin('credentials', 'credentials.account_id', 'accounts.id')
          .select(['accounts.id', 'name', 'app_key', 'kind', 'operator', 'revoked_at'])
          .orderBy('accounts.id')
          .execute()
        for (const row of rows) {
          print([row.id, row.name, row.app_key, row.kind, row.operator, row.revoked_at ?? 'in use'].join('\t'))
        }
        return
      }
      case 'open': {
        const account = await openAccount(needs, { name: required(first), email: required(second), mode })
        return print(`account ${account.accountId}\napp_key ${account.appKey}\napp_secret ${account.secret}`)
      }
      case 'key': {
        const kind = publishable ? 'publishable' : 'secret'
        const issued = await issueCredential(needs, {
          accountId: required(first),
          operator: required(second),
          kind,
          mode,
        })
        return print(`app_key ${issued.appKey}\napp_secret ${issued.secret}`)
      }
      case 'revoke':
        await revokeCredential(needs, required(first))
        return print('revoked')
      case 'fee':
        return setAccountFee(needs, required(first), {
          method: required(second).toUpperCase(),
          percentage: required(third),
          fixed: fourth ?? '0',
        })
      default:
        throw new Error(`There is no command accounts ${action}.\n\n${USAGE}`)
    }
  })
}

async function setAccountFee(
  { store }: Opened,
  accountId: string,
  { method, ...given }: { method: string; percentage: string; fixed: string },
): Promise<void> {
  const [{ setFee }, { readTerms }, { isPaymentMethod }] = await Promise.all([
    import('./accounts/fees.ts'),
    import('./settlement/fee-terms.ts'),
    import('./core/operation.ts'),
  ])
  if (!isPaymentMethod(method)) throw new Error(`${method} is no payment method: it is POS, OXX or SPE.`)
  const account = await store.db.selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst()
  if (!account) throw new Error(`There is no account ${accountId}: see cobro accounts.`)
  const terms = readTerms(given)
  await store.commit([setFee(store, { accountId, method, ...terms })])
  print(
    `${accountId} pays ${given.percentage} % and ${given.fixed} for ${method}, IVA on top, from the next seconds on.`,
  )
}

async function auditBooks(config: Config, given: { accountId: string | undefined; asJson: boolean }): Promise<void> {
  const [{ audit }, { progressText, reportText }] = await Promise.all([
    import('./ledger/audit.ts'),
    import('./ledger/audit-text.ts'),
  ])
  await withDatabase(config, async ({ store }) => {
    const onTerminal = process.stderr.isTTY && !given.asJson
    const report = await audit(store, {
      ...(given.accountId !== undefined && { accountId: given.accountId }),
      onProgress: (counts) => {
        if (onTerminal) process.stderr.write(`\r\x1b[2K${progressText(counts)}`)
      },
    })
    if (onTerminal) process.stderr.write('\r\x1b[2K')
    print(given.asJson ? JSON.stringify(report, null, 2) : reportText(report))
    if (!report.clean) process.exitCode = 1
  })
}

async function keys(config: Config, [action = 'list']: string[]): Promise<void> {
  const [{ openAtRest }, { chooseAtRestKeys }, transport, { reseal, vaultColumns }, { sealedSecrets }] =
    await Promise.all([
      import('./vault/at-rest.ts'),
      import('./vault/at-rest-key.ts'),
      import('./vault/transport-keys.ts'),
      import('./vault/reseal.ts'),
      import('./delivery/endpoints.ts'),
    ])
  await withDatabase(config, async ({ store, clock }) => {
    const needs = { store, clock, atRest: openAtRest(chooseAtRestKeys(config)) }
    switch (action) {
      case 'list':
        for (const key of await transport.listTransportKeys(store)) {
          const state = key.readable_until === null ? 'published' : `readable until ${key.readable_until}`
          print([key.id, `RSA-${key.bits}`, key.created_at, state].join('\t'))
        }
        return
      case 'rotate': {
        const key = await transport.rotateTransportKeys({
          ...needs,
          bits: config.rsaBits,
          rotationHours: config.rsaRotationHours,
        })
        return print(`published ${key.keyId}\n${key.publicPem}`)
      }
      case 'reseal':
        for (const column of [...vaultColumns, ...sealedSecrets]) {
          print(`${column.table}.${column.column}\t${await reseal(needs, column)} sealed again`)
        }
        return
      default:
        throw new Error(`There is no command keys ${action}.\n\n${USAGE}`)
    }
  })
}

type Opened = { store: Awaited<ReturnType<typeof openDatabase>>; clock: ReturnType<typeof createClock> }

async function withDatabase(config: Config, work: (needs: Opened) => Promise<void>): Promise<void> {
  const store = await openDatabase(config.databaseUrl, { connections: 2 })
  try {
    await work({ store, clock: createClock(await readClockState(store)) })
  } finally {
    await store.close()
  }
}

function required(text: string | undefined): string {
  if (text === undefined || text === '') throw new Error(`Something is missing.\n\n${USAGE}`)
  return text
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

function fail(error: unknown): never {
  process.stderr.write(`${startFault(error)}\n`)
  process.exit(1)
}

main().catch(fail)
