// Reads the rows of a table as a bank writes it: any separator, a heading somewhere near the top, cells with line breaks.
import { Failure } from '../../failures.ts'
import { MAX_ROWS, type RowPiece, tooLarge } from './cells.ts'
import type { Layout } from './layout.ts'
import { LONGEST_LINE, linesOf, type TextLine } from './split-lines.ts'
import { folded } from './written-values.ts'

/** Lines at the top among which the heading must be. */
const HEADING_WITHIN = 50
/** Lines that one row may take. */
const LINES_OF_ROW = 30
const SEPARATORS = [',', ';', '\t', '|'] as const

/** `named`: the columns that the layout names. Throws `statement-heading` when no line names them all. */
export async function* csvRows(
  bytes: AsyncIterable<Uint8Array>,
  layout: Pick<Layout, 'encoding' | 'separator' | 'heading'>,
  named: readonly string[],
): AsyncGenerator<RowPiece> {
  const lines = ahead(linesOf(bytes, layout.encoding))
  const above: TextLine[] = []
  const heading = layout.heading === false ? numbered(layout) : await headingOf(lines, layout, named, above)
  for (const { number, text = '' } of above) yield { kind: 'not-read', why: 'above-heading', number, text }
  let rows = 0
  for (let line = await lines.next(); line !== undefined; line = await lines.next()) {
    rows += 1
    if (rows > MAX_ROWS) throw tooLarge()
    const read = await rowFrom(lines, line, heading.separator)
    if (typeof read === 'string') {
      yield { kind: 'unreadable', number: line.number, fault: read, value: line.text ?? '' }
      continue
    }
    const names = heading.columns ?? read.map((_, at) => String(at + 1))
    const beyond = read.slice(names.length).some((cell) => cell.trim() !== '')
    if (beyond) yield { kind: 'unreadable', number: line.number, fault: 'cells', value: line.text ?? '' }
    else
      yield {
        kind: 'row',
        number: line.number,
        cells: new Map(names.map((name, at) => [name, unmarked((read[at] ?? '').trim())])),
      }
  }
}

interface Heading {
  separator: string
  /** Undefined: columns are numbered. */
  columns: string[] | undefined
}

function numbered({ separator = ',' }: Pick<Layout, 'separator'>): Heading {
  return { separator, columns: undefined }
}

/** The lines that stand above it are added to `above`. */
async function headingOf(
  lines: Ahead,
  { separator }: Pick<Layout, 'separator'>,
  named: readonly string[],
  above: TextLine[],
): Promise<Heading> {
  const wanted = named.map(folded)
  let least: string[] = [...named]
  for (let count = 0; count < HEADING_WITHIN; count += 1) {
    const line = await lines.next()
    if (line === undefined) break
    for (const mark of separator === undefined ? SEPARATORS : [separator]) {
      const cells = cellsOf(line.text ?? '', mark)
      if (typeof cells === 'string') continue
      const columns = cells.map(folded)
      const absent = named.filter((_, at) => {
        const name = wanted[at] ?? ''
        return columns.indexOf(name) === -1 || columns.indexOf(name) !== columns.lastIndexOf(name)
      })
      if (absent.length === 0) return { separator: mark, columns }
      if (absent.length < least.length) least = absent
    }
    above.push(line)
  }
  throw new Failure('statement-heading', { values: { columns: least.join(', ').slice(0, 300), lines: HEADING_WITHIN } })
}

/** The cells of the row that begins with a line. A quote that nothing closes spoils its own line only. */
async function rowFrom(lines: Ahead, first: TextLine, separator: string): Promise<string[] | 'too-long' | 'quotes'> {
  if (first.text === undefined) return 'too-long'
  let text = first.text
  const more: TextLine[] = []
  for (;;) {
    const cells = cellsOf(text, separator)
    if (cells !== 'open') return cells === 'broken' ? 'quotes' : cells
    const next = more.length < LINES_OF_ROW ? await lines.next() : undefined
    if (next !== undefined) more.push(next)
    if (next?.text === undefined || text.length + next.text.length > LONGEST_LINE) {
      lines.back(more)
      return 'quotes'
    }
    text += `\n${next.text}`
  }
}

/** `open`: the last cell has a quote that nothing closes. A quote within a cell that does not begin with one is text. */
function cellsOf(text: string, separator: string): string[] | 'open' | 'broken' {
  const cells: string[] = []
  for (let at = 0; ; at += 1) {
    if (text[at] !== '"') {
      const end = text.indexOf(separator, at)
      cells.push(text.slice(at, end === -1 ? undefined : end))
      if (end === -1) return cells
      at = end
      continue
    }
    let end = text.indexOf('"', at + 1)
    while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
    if (end === -1) return 'open'
    cells.push(text.slice(at + 1, end).replaceAll('""', '"'))
    at = end + 1
    while (text[at] === ' ' && separator !== ' ') at += 1
    if (at >= text.length) return cells
    if (text[at] !== separator) return 'broken'
  }
}

/** A cell without the marks by which a spreadsheet takes digits for a text. Sample: of `'0123` and `="0123"` it is `0123`. */
function unmarked(cell: string): string {
  const [, formula] = /^="((?:[^"]|"")*)"$/.exec(cell) ?? []
  if (formula !== undefined) return formula.replaceAll('""', '"').trim()
  return /^'[\p{L}\p{N}]/u.test(cell) ? cell.slice(1) : cell
}

interface Ahead {
  next(): Promise<TextLine | undefined>
  back(lines: TextLine[]): void
}

/** Lines of which some may be given back, to be read again. */
function ahead(source: AsyncGenerator<TextLine>): Ahead {
  const held: TextLine[] = []
  return {
    next: async () => held.shift() ?? (await source.next()).value ?? undefined,
    back: (lines) => {
      held.unshift(...lines)
    },
  }
}
