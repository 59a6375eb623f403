// Comma-separated values (RFC 4180): written so that a spreadsheet finds no formula in them, and read line by line.
import { withoutTurning } from './turning.ts'

/** One record with its line end. A text that would begin a formula gets an apostrophe in front. */
export function csvRecord(cells: (string | number)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

/**
 * Sample: `=1+1` becomes `'=1+1`, `say "hi"` becomes `"say ""hi"""`; the amounts `-95.82` and `-0.5760` and the number -3
 * stay. Direction marks are removed.
 */
function cellOf(value: string | number): string {
  const text = withoutTurning(String(value))
  const isNumber = typeof value === 'number' || /^-?\d+\.\d\d(\d\d)?$/.test(text)
  const safe = !isNumber && /^\s*[=+\-@\t\r|%＝＋－＠]/.test(text) ? `'${text}` : text
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
