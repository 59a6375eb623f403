// What was typed after `cobro`: serves by default; looks after the schema, accounts and keys; talks to a running service.
import { join } from 'node:path'
import { SANDBOX_ACCOUNT } from '../accounts/credentials.ts'
import { loadConfig } from '../config.ts'
import { createClock } from '../core/clock.ts'
import { readArguments } from './arguments.ts'
import { EXIT, Refused, UsageError } from './command.ts'
import { startFault } from './start-fault.ts'

const USAGE = `cobro                                   serve
cobro migrate                           bring the database's schema up to date
cobro accounts                          list accounts and their keys
cobro accounts open NAME EMAIL          open an account; prints its credential once
cobro accounts key ACCOUNT EMAIL [--publishable] [--scopes charge,read] [--name NAME] [--expires DAY]
                                        issue another credential; without scopes it may do everything
cobro accounts roll APP_KEY [--grace HOURS]
                                        give a credential a new secret; the one before works for 24 hours more
cobro accounts revoke APP_KEY           revoke a credential at once
cobro accounts fee ACCOUNT METHOD PERCENT [FIXED]
                                        set what an account pays for POS, OXX or SPE; IVA comes on top
cobro audit [--account ACCOUNT] [--against HEADS_FILE] [--json]
                                        check the books while the service goes on working, also against heads kept elsewhere
cobro audit --heads [--rows]            print the heads of every day, to be kept elsewhere; with --rows every record behind them
cobro held                              list what waits for a person, of all accounts: payments in suspense, transfers withheld, returns of
                                        nobody's money that failed, charges not undone, cancellations refused later, reports that nobody
                                        could act on
cobro connectors [--json]               list the connector of each port, its settings and what it can do
cobro connectors check NAME [--json]    hold a connector to the contract of its port: ours, a file's or a package's
cobro held release ID [--clabe CLABE --beneficiary NAME]
                                        give a payment back that is in suspense and belongs to no account; send a withheld transfer that
                                        says again what its cause does
cobro held retry ID [--clabe CLABE --beneficiary NAME]
                                        send a failed return of nobody's money again, to the same account or another
cobro held show ID                      what a network reported that nobody could act on
cobro held close ID --because TEXT      take a refused advice, a refused cancellation, a withheld transfer or a report off the list;
                                        what a withheld transfer owes is written off
cobro users                             list who signs in at the console, by account
cobro users invite ACCOUNT EMAIL NAME [--role owner]
                                        invite a person; prints the link and sends it. Roles: reader, cashier, finance, developer, owner, operator
cobro users reset EMAIL                 take a person's password and authenticator away; invite them again
cobro trail [--account ACCOUNT] [--json]
                                        list who changed what, from where, newest first, of all accounts
cobro reconcile FILE [--json]           hold a network's statement against the books: docs/guides/reconciliation.md
cobro reconcile close LINE              write off a line that no record has, or has with another amount
cobro open [--json]                     list everything that is not done yet, and since when
cobro keys                              list the RSA keys that clients seal card data with
cobro keys rotate                       publish a new one; the one before stays readable for RSA_ROTATION_HOURS
cobro keys reseal                       seal everything under AT_REST_KEY, so that AT_REST_KEY_PREVIOUS may go

Exit codes: 0 done; 1 the audit or reconcile found something, something is held, a connector misses a duty, or the action was refused; 2 the command
was not understood, or could not look. Through npm write two dashes before what is meant for cobro: npm run cobro -- audit --json
`

/** Commands that talk to a running service. What goes wrong is told in their own way: with `--json` as an object. */
const INTEGRATOR_COMMANDS = ['listen', 'trigger', 'pay', 'doctor']

/**
 * Runs one command. What goes wrong is told in a sentence on stderr, and the process ends with 2; with 1 only when the command looked and
 * said no. Only `serve` and `migrate` make a database.
 */
export async function runProgram(argv: string[]): Promise<void> {
  try {
    await run(argv)
  } catch (error) {
    const why = error instanceof UsageError ? `${error.message}\n\n${USAGE}` : startFault(error)
    process.stderr.write(`${why}\n`)
    process.exit(error instanceof Refused ? EXIT.refused : EXIT.usage)
  }
}

async function run(argv: string[]): Promise<void> {
  const wantsHelp = argv.includes('--help') || argv.includes('-h')
  if (INTEGRATOR_COMMANDS.includes(argv[0] ?? '') && !wantsHelp) return integrate(argv)
  const { command, words, values } = readArguments(argv)
  if (values.help) {
    const { commandsUsage } = await import('./commands.ts')
    process.stdout.write(USAGE + commandsUsage())
    return
  }
  const config = loadConfig()
  if (command === 'serve') {
    const { serve } = await import('./serve.ts')
    return serve(config)
  }
  if (command === 'connectors') {
    const { checkNamed, listConnectors } = await import('./connectors-command.ts')
    const [action, name = ''] = words
    const asJson = values.json ?? false
    return action === 'check' ? checkNamed(config, name, asJson) : listConnectors(config, asJson)
  }
  const { administer } = await import('./administer.ts')
  return administer(config, [command, ...words], {
    publishable: values.publishable ?? false,
    account: values.account,
    json: values.json ?? false,
    heads: values.heads ?? false,
    rows: values.rows ?? false,
    against: values.against,
    clabe: values.clabe,
    beneficiary: values.beneficiary,
    because: values.because,
    powers: { scopes: values.scopes, name: values.name, expires: values.expires },
    grace: values.grace,
    role: values.role,
  })
}

async function integrate(argv: string[]): Promise<void> {
  const { runCommand } = await import('./commands.ts')
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
