// Comma-separated values (RFC 4180): written so that a spreadsheet finds no formula in them, and read line by line.
import { withoutTurning } from './turning.ts'

const FORMULA = String.raw`[=+\-@|%＝＋－＠]`
const BEGINS_FORMULA = new RegExp(String.raw`^(?:\s*${FORMULA}|\s*[\t\r])`)
/** Where the list separator is a semicolon, a spreadsheet splits there, and sees no quotes around the whole text. */
const FORMULA_BEHIND_SEPARATOR = new RegExp(String.raw`(?<=[;\t\r\n])(?=["\s]*${FORMULA})`, 'g')

/** One record with its line end. Where a formula would begin, in a text or behind another separator in it, stands an apostrophe. */
export function csvRecord(cells: (string | number)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/**
 * Sample: `=1+1` becomes `'=1+1`, `a;=1` becomes `a;'=1`, `say "hi"` becomes `"say ""hi"""`; the amounts `-95.82` and `-0.5760` and the number -3
 * stay. Direction marks are removed.
 */
function cellOf(value: string | number): string {
  const text = withoutTurning(String(value))
  const isNumber = typeof value === 'number' || /^-?\d+\.\d\d(\d\d)?$/.test(text)
  const inside = text.replace(FORMULA_BEHIND_SEPARATOR, "'")
  const safe = !isNumber && BEGINS_FORMULA.test(text) ? `'${inside}` : inside
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The cells of one line, without its line end and with none in a cell; undefined when its quotes are not those of RFC 4180. */
export function csvCells(line: string): string[] | undefined {
  if (!line.includes('"')) return line.split(',')
  const next = /(?:"([^"]*(?:""[^"]*)*)"|([^",]*))(,|$)/y
  const cells: string[] = []
  for (;;) {
    const [, quoted, plain = '', end] = next.exec(line) ?? []
    if (end === undefined) return undefined
    cells.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '') return cells
  }
}
