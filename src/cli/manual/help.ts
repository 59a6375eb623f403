// `cobro help`: all commands in short, or one with its options and examples; and a suggestion for an unknown word.

import { say, terminalLanguage } from '../terminal/speech.ts'
import { manual, optionsOf, pageNamed } from './commands.ts'
import { OPTIONS, type OptionName, optionMeaning, optionValue } from './options.ts'
import type { Page } from './page.ts'

const WIDTH = 28

/** All commands, a line each. */
export function helpText(): string {
  const lines = Object.entries(manual)
    .filter(([, { summary }]) => summary !== 'the same')
    .map(([name, page]) => entry(`cobro ${name} ${page.synopsis ?? ''}`.trimEnd(), summaryOf(page), 44))
  if (terminalLanguage() === 'es')
    return `Uso: cobro [COMANDO] [OPCIONES]

${lines.join('\n')}

cobro help COMANDO muestra sus opciones y ejemplos. Todos aceptan --json, y --lang en o es. Con npm escribe dos guiones antes de lo que va para
cobro: npm run cobro -- audit --json

Códigos de salida: 0 se hizo; 1 la auditoría o la conciliación encontró algo, hay algo retenido, atrasado o con fallas, un conector no cumple
un deber, o la acción se rechazó; 2 el comando no se entendió, o no pudo mirar; 3 ningún servicio responde (listen, trigger, pay, seed, doctor)
`
  return `Usage: cobro [COMMAND] [OPTIONS]

${lines.join('\n')}

cobro help COMMAND shows its options and examples. Every command takes --json, and --lang en or es. Through npm write two dashes before what is meant for
cobro: npm run cobro -- audit --json

Exit codes: 0 done; 1 the audit or reconcile found something, something is held, overdue or failing, a connector misses a duty, or the action was
refused; 2 the command was not understood, or could not look; 3 no service answers (listen, trigger, pay, seed, doctor)
`
}

/** One command, whole. */
export function pageText(name: string): string {
  const page = manual[name] ?? { words: 0, summary: '', es: '', examples: [] }
  const { synopsis = '', examples } = page
  const options = optionsOf(name).map((option) => entry(`  ${optionText(option)}`, optionMeaning(option), WIDTH))
  const below = Object.keys(manual).filter((other) => other.startsWith(`${name} `))
  return `cobro ${name} ${synopsis}`.trimEnd().concat(`

${summaryOf(page)}

${say(['Opciones', 'Options'])}:
${options.join('\n')}
${below.length > 0 ? `\n${say(['Ve también', 'See also'])}: ${below.map((other) => `cobro help ${other}`).join(', ')}\n` : ''}
${say(['Ejemplos', 'Examples'])}:
${examples.map((example) => `  ${example}`).join('\n')}
`)
}

/** The help to read: of the suggested command, if there is one. */
export function seeHelp(argv: readonly string[]): string {
  const name = pageNamed(argv.filter((word) => !word.startsWith('-')))
  return `${say(['Ve', 'See'])} cobro help ${name ?? ''}`.trimEnd()
}

/** The same for programs. */
export function pageData(name: string): Record<string, unknown> {
  const { synopsis = '', summary, examples } = manual[name] ?? { summary: '', examples: [] }
  return { command: name, synopsis, summary, options: optionsOf(name).map((option) => `--${option}`), examples }
}

const summaryOf = ({ summary, es }: Page) => say([es, summary])

function optionText(option: OptionName): string {
  return OPTIONS[option].type === 'string' ? `--${option} ${optionValue(option)}` : `--${option}`
}

function entry(start: string, meaning: string, width: number): string {
  return start.length < width ? `${start.padEnd(width)}${meaning}` : `${start}\n${' '.repeat(width)}${meaning}`
}
