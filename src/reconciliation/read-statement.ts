// Reads a statement, CSV or one JSON object a line: its header, its movements one by one, its trailer. docs/guides/reconciliation.md
// describes the format.
import { csvCells } from '../core/csv.ts'
import { isDay } from '../core/time.ts'
import { Failure } from '../failures.ts'
import { linesOf, type TextLine } from './formats/split-lines.ts'
import { type Movement, STATEMENT_COLUMNS, type StatementHeader } from './movement.ts'
import type { NotRead } from './not-read.ts'
import { checkedMovement, type LineChecks, type Malformed } from './read-movement.ts'

export type { LineChecks } from './read-movement.ts'

/** The version of the format. */
export const FORMAT_VERSION = 1

export type Piece =
  | { kind: 'header'; header: StatementHeader }
  | { kind: 'movement'; movement: Movement }
  | Malformed
  | NotRead
  | { kind: 'trailer'; lines: number; sumCentavos: number }

/**
 * Throws `statement-unreadable` when the file does not begin with a header, `statement-columns` when its columns are not named,
 * `statement-encoding` when it is not in UTF-8, and `statement-half` when it does not end with its trailer. A
 * caller must therefore read to the end before it uses any line.
 */
export async function* readStatement(bytes: AsyncIterable<Uint8Array>, checks: LineChecks): AsyncGenerator<Piece> {
  const lines = linesOf(bytes)
  const first = (await lines.next()).value as TextLine | undefined
  // Without a byte order mark, UTF-16 reads as UTF-8 with zero bytes.
  if (first?.text?.includes('\0')) throw new Failure('statement-encoding', { values: { encoding: 'UTF-8' } })
  const isJson = first?.text?.trimStart().startsWith('{') ?? false
  const header = isJson ? jsonHeader(first) : csvHeader(first)
  if (header === undefined) throw new Failure('statement-unreadable')
  yield { kind: 'header', header }
  const columns = isJson ? [] : columnsIn((await lines.next()).value as TextLine | undefined)
  const unread = unreadColumns()
  let isEnded = false
  for await (const line of lines) {
    if (isEnded) throw new Failure('statement-half')
    const fields = line.text === undefined ? undefined : isJson ? jsonFields(line.text) : csvFields(line.text, columns)
    const trailer = fields && trailerIn(fields)
    if (trailer === 'unreadable') throw new Failure('statement-half')
    if (trailer !== undefined) {
      isEnded = true
      yield* unread.all()
      yield trailer
    } else if (fields === undefined) {
      const fault = line.text === undefined ? 'too-long' : 'unreadable'
      const values = { [fault]: line.text ?? '' }
      yield { kind: 'malformed', number: line.number, faults: [fault], values, amountCentavos: undefined }
    } else {
      unread.note(line.number, fields)
      yield checkedMovement(line.number, fields, header, checks)
    }
  }
  if (!isEnded) throw new Failure('statement-half')
}

/** The fields of one line by name; those of a trailer are `trailer`, `lines` and `sum`. */
type Fields = Readonly<Record<string, unknown>>

function csvHeader(line: TextLine | undefined): StatementHeader | undefined {
  const [mark, version, network, first, last, ...more] = csvCells(line?.text ?? '') ?? []
  if (
    mark?.trim().toLowerCase() !== 'statement' ||
    version !== String(FORMAT_VERSION) ||
    more.some((cell) => cell !== '')
  )
    return undefined
  return headerOf(network, first, last)
}

function jsonHeader(line: TextLine | undefined): StatementHeader | undefined {
  const fields = jsonFields(line?.text ?? '')
  return fields?.statement === FORMAT_VERSION ? headerOf(fields.network, fields.first_day, fields.last_day) : undefined
}

function headerOf(network: unknown, firstDay: unknown, lastDay: unknown): StatementHeader | undefined {
  if (typeof network !== 'string' || typeof firstDay !== 'string' || typeof lastDay !== 'string') return undefined
  if (network === '' || !isDay(firstDay) || !isDay(lastDay) || lastDay < firstDay) return undefined
  return { network, firstDay, lastDay }
}

const REQUIRED = ['network', 'rail', 'id', 'day', 'amount', 'kind']

const KNOWN: ReadonlySet<string> = new Set([...STATEMENT_COLUMNS, 'account'])
/** Columns of other names that are told one by one. */
const MAX_UNREAD = 50

/** The columns whose names are none of the format, with the lines that have something there. */
function unreadColumns() {
  const columns = new Map<string, NotRead & { lines: number }>()
  return {
    note(number: number, fields: Fields): void {
      for (const [name, value] of Object.entries(fields)) {
        if (KNOWN.has(name) || value === '' || value === null) continue
        const text = columns.has(name) || columns.size < MAX_UNREAD ? name : '…'
        const known = columns.get(text)
        if (known !== undefined) known.lines += 1
        else columns.set(text, { kind: 'not-read', why: 'column', number, lines: 1, text })
      }
    },
    all: () => columns.values(),
  }
}

/** Columns may come in any order, in capitals too. */
function columnsIn(line: TextLine | undefined): string[] {
  const columns = (csvCells(line?.text ?? '') ?? []).map((name) => name.trim().toLowerCase())
  const absent = REQUIRED.filter((name) => !columns.includes(name))
  const repeated = columns.filter((name, at) => name !== '' && columns.indexOf(name) < at)
  const wrong = [...absent, ...repeated]
  if (wrong.length > 0) throw new Failure('statement-columns', { values: { columns: shortened(wrong.join(', ')) } })
  return columns
}

/** A repeated name comes from the file. */
function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

function csvFields(text: string, columns: string[]): Fields | undefined {
  const cells = csvCells(text)
  if (cells === undefined) return undefined
  if (cells[0] === 'trailer') return { trailer: true, lines: wholeNumber(cells[1]), sum: cells[2] }
  if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell !== '')) return undefined
  if (cells.length < REQUIRED.length) return undefined
  return Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? '']))
}

function jsonFields(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const { trailer } = value as { trailer?: unknown }
    return typeof trailer === 'object' && trailer !== null ? { ...trailer, trailer: true } : (value as Fields)
  } catch {
    return undefined
  }
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined
}

function trailerIn(fields: Fields): Extract<Piece, { kind: 'trailer' }> | 'unreadable' | undefined {
  if (fields.trailer !== true) return undefined
  const sumCentavos = sumIn(fields.sum)
  if (!Number.isSafeInteger(fields.lines) || sumCentavos === undefined) return 'unreadable'
  return { kind: 'trailer', lines: Number(fields.lines), sumCentavos }
}

/** A sum may be larger than the largest amount, and below zero where amounts are: their lines are named then. */
function sumIn(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !/^-?(0|[1-9]\d{0,12})(\.\d{1,2})?$/.test(text)) return undefined
  const [pesos = '', places = ''] = text.split('.')
  return Number(pesos + places.padEnd(2, '0'))
}
