// Serves: prints the banner at the start, and stops in order at a signal.
import { SANDBOX_ACCOUNT } from '../../accounts/open-account.ts'
import { isLoopback, nearAddress } from '../../config/addresses.ts'
import { type Config, optionsOfNode, startedByNpm } from '../../config.ts'
import { logTo, type ProcessLog, processLog } from '../../service/process-log.ts'
import { createService, graceMsOf } from '../../service.ts'
import { databaseName } from '../../store/database-name.ts'
import { cautionsOf, databaseCautions, optionCautions } from './cautions.ts'
import { startFault } from './start-fault.ts'

const ORPHAN_LOOK_MS = 200
/** What a stop may take beside the delay of its setting and its wait for answers: work in the background that is under way. */
const BACKGROUND_MS = 60_000

/** Serves until a signal, or until the starting shell is gone. */
export async function serve(config: Config): Promise<void> {
  const parent = process.ppid
  let isAsked = false
  let readAgain = () => {
    isAsked = true
  }
  process.on('SIGHUP', () => readAgain())
  const { log, dropped, flushed } = await logOf(config)
  const warn = (caution: string) => log.warn({ caution }, 'a setting is weaker than it need be')
  cautionsOf(config).forEach(warn)
  optionCautions(config, optionsOfNode()).forEach(warn)
  const service = await createService(config, { log, logDropped: dropped })
  for (const caution of config.doubts) log.warn({ caution }, 'the settings may not be what was meant')
  for (const caution of config.unknownNames()) log.warn({ caution }, 'a name is no setting')
  // Registered before the banner, so that a reader of the banner can stop the service in order.
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    const longestMs = config.stopDelayMs + graceMsOf(config) + BACKGROUND_MS
    setTimeout(() => {
      process.stderr.write('Something did not end in time: the service stops without it.\n')
      process.exit(1)
    }, longestMs).unref()
    service
      .close()
      .then(flushed)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${startFault(error)}\n`)
          process.exit(1)
        },
      )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGQUIT'] as const) process.on(signal, stop)
  // The log says whether the issuers' ranges and the certificate were accepted.
  readAgain = () => {
    void service.reloadIssuers()
    void service.reloadCertificate()
  }
  // Files that the start had read before it was asked.
  if (isAsked) readAgain()
  const [address, durability] = await Promise.all([
    service.listen(),
    config.mode === 'production' ? service.store.durability() : {},
  ])
  databaseCautions(config, durability).forEach(warn)
  if (config.logLevel !== 'silent') banner(config, address)
  if (startedByNpm()) whenOrphaned(parent, stop)
}

/** At the terminal of a sandbox a person reads the log; elsewhere a program does, and it is JSON. */
async function logOf({ mode, logLevel }: Config): Promise<ProcessLog> {
  if (mode !== 'sandbox' || !process.stdout.isTTY) return processLog(logLevel)
  const { readableLog } = await import('../terminal/readable-log.ts')
  const log = logTo(readableLog(process.stdout, { colour: process.stdout.hasColors() }), logLevel)
  return { log, dropped: () => 0, flushed: async () => {} }
}

/** npm sends a signal to the shell in between, which may die without passing it on, also during the start: then the service ends too. */
function whenOrphaned(parent: number, stop: () => void): void {
  setInterval(() => {
    if (process.ppid !== parent) stop()
  }, ORPHAN_LOOK_MS).unref()
}

function banner(config: Config, address: string): void {
  if (config.mode === 'production') {
    process.stdout.write(`Cobro serves on ${address}\n`)
    return
  }
  const base = config.baseUrl || address
  const own = isLoopback(config.host)
  // The sandbox's own account and its shop are for this machine only, also where others reach the service by another address.
  const near = own ? nearAddress(base, address) : base
  const credential = own ? `${SANDBOX_ACCOUNT.appKey}:${SANDBOX_ACCOUNT.secret}` : 'APP_KEY:APP_SECRET'
  process.stdout.write(`
  Cobro sandbox      ${base}
  Console            ${base}/console
  Documentation      ${base}/docs${own ? `\n  Demo shop          ${near}/demo` : ''}
  Guides             ${base}/docs/pages
  Mailbox            ${base}/mailbox
  Credential         ${own ? credential : 'make one: npm run cobro accounts open NAME EMAIL'}
  Data               ${databaseName(config.databaseUrl)}

  Try it:
  curl -u ${credential} -H 'Content-Type: application/json' \\
    -d '{"total": 150, "store": "OXXO", "payment": {"reference": {"description": "Pedido 1"}}}' \\
    ${near}/v1/payment/convenience-store

`)
}
