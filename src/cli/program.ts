// Runs the command typed after `cobro`: serves by default; manages the schema, accounts and keys; calls a running service.
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import program from '../../package.json' with { type: 'json' }
import { SANDBOX_ACCOUNT } from '../accounts/open-account.ts'
import { loadConfig, optionsOfNode, ownAddress } from '../config.ts'
import { createClock } from '../core/clock.ts'
import { nearest } from '../core/language/nearest-word.ts'
import { readArguments } from './arguments.ts'
import { EXIT, Refused, UsageError, wanted } from './developer/command.ts'
import { manual, pageNamed } from './manual/commands.ts'
import { helpText, pageData, pageText, seeHelp } from './manual/help.ts'
import { note, tell } from './operator/opened-database.ts'
import { refuseEarlyClock } from './serve/early-clock.ts'
import { startFault } from './serve/start-fault.ts'
import { chooseLanguage, say, terminalLanguage } from './terminal/speech.ts'
import { endWithOutput } from './terminal/unread-output.ts'

/** Settings of the engine that say what it optimizes. */
const OF_OPTIMIZING = /--(?:jitless|lite[-_]mode|(?:no[-_]?)?(?:opt|turbofan))\b/

/** Commands that call a running service. They report errors in their own way: with `--json` as an object. */
const INTEGRATOR_COMMANDS = ['listen', 'trigger', 'pay', 'seed', 'doctor']

/**
 * Runs one command. An error is a sentence on stderr, and the process ends with 2; it ends with 1 only when the command ran and its
 * result is negative. Only `serve` and `migrate` create a database. `onServing` is called when the service listens.
 */
export async function runProgram(argv: string[], onServing = () => {}): Promise<void> {
  chooseLanguage(argv)
  try {
    await run(argv, onServing)
  } catch (error) {
    const json = argv.includes('--json')
    const why =
      error instanceof UsageError
        ? `${error.message}\n${seeHelp(argv)}`
        : startFault(error, { language: terminalLanguage() })
    process.stderr.write(json ? `${JSON.stringify({ error: { message: why } })}\n` : `${why}\n`)
    process.exit(error instanceof Refused ? EXIT.refused : EXIT.usage)
  }
}

/**
 * Runs a start. No loop of it is long enough to be optimized: loading the compiler for it would take 4 MB. An engine that was started without that
 * compiler stays so: it ends when it may write no code (`--jitless`), and would refuse the compiled functions of its other settings.
 */
async function unoptimized(start: () => Promise<void>): Promise<void> {
  if (OF_OPTIMIZING.test(optionsOfNode())) return start()
  setFlagsFromString('--no-opt')
  await start()
  setFlagsFromString('--opt')
}

async function run(argv: string[], onServing: () => void): Promise<void> {
  const wantsHelp = ['--help', '-h', '--version'].some((option) => argv.includes(option))
  if (INTEGRATOR_COMMANDS.includes(argv[0] ?? '') && !wantsHelp) return integrate(argv)
  const { command, words, values } = readArguments(argv)
  const asJson = values.json ?? false
  // A service goes on without a reader of its log.
  if (command !== 'serve' || wantsHelp) endWithOutput()
  if (values.version) return tell(asJson, `cobro ${program.version}`, { cobro: program.version, node: process.version })
  if (command === 'help') return help(words, asJson)
  if (values.help) return help(argv.includes(command) ? [command, ...words] : [], asJson)
  if (command === 'completion') {
    const { completionText } = await import('./manual/completion.ts')
    process.stdout.write(completionText(wanted(words[0], 'the shell: bash, zsh or fish')))
    return
  }
  if (command === 'logs') {
    const { logsCommand } = await import('./developer/logs.ts')
    const { failed = false, follow = false, account } = values
    return logsCommand(words[0], { failed, follow, account, asJson })
  }
  refuseEarlyClock(createClock().systemMs())
  const config = loadConfig()
  if (command === 'serve') {
    await unoptimized(async () => {
      const { serve } = await import('./serve/serve.ts')
      return serve(config)
    })
    return onServing()
  }
  config.doubts.forEach(note)
  // These commands load no connector, whose settings these names may be.
  for (const text of config.unknownNames()) note(text.replace('is no setting', 'is no setting of Cobro itself'))
  if (command === 'connectors') {
    const { checkNamed, listConnectors, testService } = await import('./operator/connectors.ts')
    const [action, name = ''] = words
    if (action === 'test') return testService(config, name, asJson)
    if (action === 'record' || action === 'play' || values.against !== undefined) {
      const { checkAgainst, playFile, recordNamed } = await import('./operator/recordings.ts')
      if (action === 'record') return recordNamed(config, name, { file: words[2] ?? '', asJson })
      if (action === 'play')
        return playFile(config, name, { port: values.port, reportsTo: values['forward-to'], asJson })
      return checkAgainst(config, name, { file: values.against ?? '', asJson })
    }
    return action === 'check' ? checkNamed(config, name, asJson) : listConnectors(config, asJson)
  }
  if (command === 'status') {
    const { statusCommand } = await import('./operator/status.ts')
    return statusCommand(config, asJson)
  }
  const { administer } = await import('./operator/run.ts')
  return administer(config, [command, ...words], {
    publishable: values.publishable ?? false,
    account: values.account,
    json: asJson,
    heads: values.heads ?? false,
    rows: values.rows ?? false,
    against: values.against,
    clabe: values.clabe,
    beneficiary: values.beneficiary,
    because: values.because,
    corrects: values.corrects,
    layout: values.layout,
    firstDay: values['first-day'],
    lastDay: values['last-day'],
    reversed: values.reversed ?? false,
    captured: values.captured ?? false,
    refunded: values.refunded ?? false,
    powers: { scopes: values.scopes, name: values.name, expires: values.expires },
    grace: values.grace,
    role: values.role,
    serviceRole: values['service-role'],
  })
}

/** All commands, or the one that the words name. */
function help(words: readonly string[], asJson: boolean): void {
  if (words.length === 0 && !asJson) return void process.stdout.write(helpText())
  const name = pageNamed(words)
  if (words.length > 0 && name === undefined) {
    const meant = nearest(words[0] ?? '', Object.keys(manual))
    throw new UsageError(
      say(['no hay un comando {typed}', 'there is no command {typed}'], { typed: words.join(' ') }) +
        (meant === undefined ? '' : say([': ¿quisiste decir {meant}?', ': did you mean {meant}?'], { meant })),
    )
  }
  if (!asJson) return void process.stdout.write(pageText(name ?? ''))
  for (const one of name === undefined ? Object.keys(manual) : [name]) tell(true, '', pageData(one))
}

async function integrate(argv: string[]): Promise<void> {
  endWithOutput()
  const { runCommand } = await import('./developer/run.ts')
  const config = loadConfig()
  const ending = new AbortController()
  process.once('SIGINT', () => ending.abort())
  process.once('SIGTERM', () => ending.abort())
  process.exitCode = await runCommand(argv, {
    baseUrl: ownAddress(config),
    credential: config.credential || `${SANDBOX_ACCOUNT.appKey}:${SANDBOX_ACCOUNT.secret}`,
    nowMs: createClock().wallMs,
    cursorFile: join(config.dataDir, 'listen.json'),
    screen: { out: process.stdout, error: process.stderr },
    signal: ending.signal,
  })
}
