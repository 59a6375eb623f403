// Reads what was typed after `cobro`: the command, its words and its options, for every command alike.
import { parseArgs } from 'node:util'
import { optionsThatNpmTook } from '../config.ts'
import { UsageError } from './command.ts'

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  publishable: { type: 'boolean' },
  account: { type: 'string' },
  json: { type: 'boolean' },
  heads: { type: 'boolean' },
  rows: { type: 'boolean' },
  against: { type: 'string' },
  scopes: { type: 'string' },
  name: { type: 'string' },
  expires: { type: 'string' },
  grace: { type: 'string' },
  url: { type: 'string' },
  credential: { type: 'string' },
  'forward-to': { type: 'string' },
  secret: { type: 'string' },
  cursor: { type: 'string' },
  from: { type: 'string' },
  events: { type: 'string' },
  with: { type: 'string', multiple: true },
  clabe: { type: 'string' },
  beneficiary: { type: 'string' },
  because: { type: 'string' },
  role: { type: 'string' },
} as const

type OptionName = keyof typeof OPTIONS

/** What a command takes: so many words at most after its name, and these options besides `--help`. */
interface Takes {
  words: number
  options?: readonly OptionName[]
}

const OF_A_SERVICE = ['url', 'credential', 'json'] as const

const COMMANDS: Readonly<Record<string, Takes>> = {
  serve: { words: 0 },
  migrate: { words: 0 },
  accounts: { words: 0 },
  'accounts list': { words: 0 },
  'accounts open': { words: 2 },
  'accounts key': { words: 2, options: ['publishable', 'scopes', 'name', 'expires'] },
  'accounts roll': { words: 1, options: ['grace'] },
  'accounts revoke': { words: 1 },
  'accounts fee': { words: 4 },
  audit: { words: 0, options: ['account', 'json', 'heads', 'rows', 'against'] },
  held: { words: 0 },
  connectors: { words: 0, options: ['json'] },
  'connectors list': { words: 0, options: ['json'] },
  'connectors check': { words: 1, options: ['json'] },
  'held release': { words: 1, options: ['clabe', 'beneficiary'] },
  'held retry': { words: 1, options: ['clabe', 'beneficiary'] },
  'held show': { words: 1 },
  'held close': { words: 1, options: ['because'] },
  users: { words: 0 },
  'users list': { words: 0 },
  'users invite': { words: 3, options: ['role'] },
  'users reset': { words: 1 },
  trail: { words: 0, options: ['account', 'json'] },
  reconcile: { words: 1, options: ['json'] },
  'reconcile close': { words: 1 },
  open: { words: 0, options: ['json'] },
  keys: { words: 0 },
  'keys list': { words: 0 },
  'keys rotate': { words: 0 },
  'keys reseal': { words: 0 },
  listen: { words: 0, options: [...OF_A_SERVICE, 'forward-to', 'secret', 'cursor', 'from', 'events'] },
  trigger: { words: 1, options: [...OF_A_SERVICE, 'with'] },
  pay: { words: 2, options: [...OF_A_SERVICE, 'with'] },
  doctor: { words: 1, options: [...OF_A_SERVICE, 'secret'] },
}

export interface Arguments {
  /** `serve` when none was typed. */
  command: string
  /** What stands after the command's first word, without options. */
  words: string[]
  values: ReturnType<typeof parse>['values']
}

/** Throws a `UsageError` for what no command takes, and an Error when npm kept an option of the command for itself. */
export function readArguments(argv: readonly string[]): Arguments {
  const { positionals, values } = parse(argv)
  const [command = 'serve', ...words] = positionals
  if (values.help) return { command, words, values }
  const long = `${command} ${words[0]}`
  const name = Object.hasOwn(COMMANDS, long) ? long : command
  const takes = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (takes === undefined) throw new UsageError(`there is no command ${command}`)
  const { options = [] } = takes
  refuseWhatNpmTook(options, argv)
  const surplus = positionals.slice(name.split(' ').length + takes.words)
  if (surplus.length > 0) throw new UsageError(`cobro ${name} does not take ${surplus.join(' ')}`)
  const unknown = Object.keys(values).filter((option) => !options.some((known) => known === option))
  if (unknown.length > 0) throw new UsageError(`cobro ${name} does not take --${unknown.join(' --')}`)
  return { command, words, values }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options: OPTIONS })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Without its options a command would do the wrong thing, such as issue a secret key or audit every account. */
function refuseWhatNpmTook(names: readonly string[], argv: readonly string[]): void {
  const took = optionsThatNpmTook(names).filter((option) => !argv.includes(option))
  if (took.length === 0) return
  throw new Error(
    `npm took ${took.join(' and ')} for itself, and nothing was done: write npm run cobro -- ${argv[0] ?? ''} … ${took.join(' ')}`,
  )
}
