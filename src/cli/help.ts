// `cobro help`: all commands in short, or one with its options and examples; and a suggestion for an unknown word.
import { manual, optionsOf, pageNamed } from './manual.ts'
import { OPTIONS, type OptionName, optionMeaning, optionValue } from './options.ts'

const WIDTH = 28

/** All commands, a line each. */
export function helpText(): string {
  const lines = Object.entries(manual)
    .filter(([, { summary }]) => summary !== 'the same')
    .map(([name, { synopsis = '', summary }]) => entry(`cobro ${name} ${synopsis}`.trimEnd(), summary, 44))
  return `Usage: cobro [COMMAND] [OPTIONS]

${lines.join('\n')}

cobro help COMMAND shows its options and examples. Every command takes --json. Through npm write two dashes before what is meant for
cobro: npm run cobro -- audit --json

Exit codes: 0 done; 1 the audit or reconcile found something, something is held, overdue or failing, a connector misses a duty, or the action was
refused; 2 the command was not understood, or could not look; 3 no service answers (listen, trigger, pay, doctor)
`
}

/** One command, whole. */
export function pageText(name: string): string {
  const { synopsis = '', summary, examples } = manual[name] ?? { summary: '', examples: [] }
  const options = optionsOf(name).map((option) => entry(`  ${optionText(option)}`, optionMeaning(option), WIDTH))
  const below = Object.keys(manual).filter((other) => other.startsWith(`${name} `))
  return `cobro ${name} ${synopsis}`.trimEnd().concat(`

${summary}

Options:
${options.join('\n')}
${below.length > 0 ? `\nSee also: ${below.map((other) => `cobro help ${other}`).join(', ')}\n` : ''}
Examples:
${examples.map((example) => `  ${example}`).join('\n')}
`)
}

/** The help to read: of the suggested command, if there is one. */
export function seeHelp(argv: readonly string[]): string {
  const name = pageNamed(argv.filter((word) => !word.startsWith('-')))
  return `See cobro help ${name ?? ''}`.trimEnd()
}

/** The same for programs. */
export function pageData(name: string): Record<string, unknown> {
  const { synopsis = '', summary, examples } = manual[name] ?? { summary: '', examples: [] }
  return { command: name, synopsis, summary, options: optionsOf(name).map((option) => `--${option}`), examples }
}

function optionText(option: OptionName): string {
  return OPTIONS[option].type === 'string' ? `--${option} ${optionValue(option)}` : `--${option}`
}

function entry(start: string, meaning: string, width: number): string {
  return start.length < width ? `${start.padEnd(width)}${meaning}` : `${start}\n${' '.repeat(width)}${meaning}`
}

/** The known word that is nearest to the typed one; undefined when none is near. Sample: `adit` is `audit`. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const near = known
    // People type the first part only of an option like `--forward-to`.
    .map((word) => ({
      word,
      away: Math.min(distance(typed.toLowerCase(), word), distance(typed.toLowerCase(), firstPart(word))),
    }))
    .filter(({ word, away }) => away <= Math.max(1, Math.floor(word.length / 3)))
    .sort((one, other) => one.away - other.away)
  return near[0]?.word
}

function firstPart(word: string): string {
  return word.split('-')[0] ?? word
}

/** The number of letters to insert, delete, change or swap with the next (Damerau and Levenshtein). */
function distance(one: string, other: string): number {
  // Lengths too different for a typo are not measured.
  if (Math.abs(one.length - other.length) > 4) return Number.POSITIVE_INFINITY
  const rows: number[][] = [[...Array(other.length + 1).keys()]]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= one.length; row += 1) {
    rows[row] = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const ways = [at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + same]
      ;(rows[row] as number[])[column] = Math.min(...ways, ...(swapped ? [at(row - 2, column - 2) + 1] : []))
    }
  }
  return at(one.length, other.length)
}
