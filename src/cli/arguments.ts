// Reads the text typed after `cobro`: the command, its words and its options, for every command alike.
import { parseArgs } from 'node:util'
import { optionsThatNpmTook } from '../config.ts'
import { nearest } from '../core/language/nearest-word.ts'
import { UsageError } from './developer/command.ts'
import { manual, optionsOf, pageNamed } from './manual/commands.ts'
import { OPTIONS } from './manual/options.ts'
import { say } from './terminal/speech.ts'

export interface Arguments {
  /** `serve` when no command was typed. */
  command: string
  /** The words after the command's first word, without options. */
  words: string[]
  values: ReturnType<typeof parse>['values']
}

/**
 * Throws a `UsageError` for an unknown command or option, with a suggestion, and an Error when npm kept an option of the command for
 * itself. The platform's `parseArgs` splits words from options; the table of commands says which are known.
 */
export function readArguments(argv: readonly string[]): Arguments {
  const { positionals, values } = parse(argv)
  const [command = 'serve', ...words] = positionals
  if (values.help || values.version) return { command, words, values }
  const name = pageNamed([command, ...words])
  if (name === undefined)
    throw new UsageError(
      say(['no hay un comando {command}', 'there is no command {command}'], { command }) + meant(command, firstWords),
    )
  const options = optionsOf(name).filter((option) => option !== 'help')
  refuseWhatNpmTook(options, argv)
  const surplus = positionals.slice(name.split(' ').length + (manual[name]?.words ?? 0))
  if (surplus.length > 0) {
    const below = Object.keys(manual).flatMap((one) => (one.startsWith(`${name} `) ? [one.slice(name.length + 1)] : []))
    throw new UsageError(notTaken(name, surplus.join(' ')) + meant(surplus[0] ?? '', below))
  }
  const needed = wordsOf(name).filter((word) => !word.startsWith('['))
  const missing = needed[positionals.length - name.split(' ').length]
  if (missing !== undefined)
    throw new UsageError(
      say(['falta {missing}: cobro {name} {synopsis}', '{missing} is missing: cobro {name} {synopsis}'], {
        missing,
        name,
        synopsis: manual[name]?.synopsis ?? '',
      }),
    )
  const unknown = Object.keys(values).filter((option) => !options.some((known) => known === option))
  if (unknown.length > 0) throw new UsageError(notTaken(name, `--${unknown.join(' --')}`))
  // An empty variable of a script must not mean: without the option. `--expires ""` would be a key that never ends.
  const empty = Object.entries(values).find(([, value]) => [value].flat().includes(''))
  if (empty !== undefined)
    throw new UsageError(say(['--{option} está vacía', '--{option} is empty'], { option: empty[0] }))
  if (values.lang !== undefined && values.lang !== 'es' && values.lang !== 'en')
    throw new UsageError(say(['--lang es es o en', '--lang is es or en']))
  return { command, words, values }
}

function notTaken(name: string, surplus: string): string {
  return say(['cobro {name} no lleva {surplus}', 'cobro {name} does not take {surplus}'], { name, surplus })
}

/** The words of the command, in order; `[` begins an optional part. */
function wordsOf(name: string): string[] {
  return (manual[name]?.synopsis ?? '').split(' ').filter((word) => word !== '')
}

const firstWords = [...new Set(Object.keys(manual).map((name) => name.split(' ')[0] ?? ''))]

function meant(typed: string, known: readonly string[], before = ''): string {
  const near = nearest(typed, known)
  return near === undefined ? '' : say([': ¿quisiste decir {near}?', ': did you mean {near}?'], { near: before + near })
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options: OPTIONS })
  } catch (error) {
    const typed = /'--([\w-]+)'/.exec(error instanceof Error ? error.message : '')?.[1]
    if (typed === undefined || Object.hasOwn(OPTIONS, typed))
      throw new UsageError(error instanceof Error ? error.message : String(error))
    throw new UsageError(
      say(['no hay una opción --{typed}', 'there is no option --{typed}'], { typed }) +
        meant(typed, Object.keys(OPTIONS), '--'),
    )
  }
}

/** Without its options a command would do the wrong thing, such as issue a secret key or audit all accounts. */
function refuseWhatNpmTook(names: readonly string[], argv: readonly string[]): void {
  const took = optionsThatNpmTook(names).filter((option) => !argv.includes(option))
  if (took.length === 0) return
  throw new Error(
    `npm took ${took.join(' and ')} for itself, and nothing was done: write npm run cobro -- ${argv[0] ?? ''} … ${took.join(' ')}`,
  )
}
