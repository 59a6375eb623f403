// Reads the movements of SWIFT MT940 messages: fields 25 (or 25P, with the bank's BIC below the account), 60, 61, 62 and 86 (SWIFT Standards, category 9).
import type { Day } from '../../core/time.ts'
import { Failure } from '../../failures.ts'
import { LONGEST_CELL, MAX_ROWS, type RowPiece, tooLarge } from './cells.ts'
import type { Encoding } from './layout.ts'
import { linesOf } from './split-lines.ts'
import { statementChain } from './statement-chain.ts'
import { writtenAmount, writtenDay } from './written-values.ts'

const TAG = /^:(\d\d[A-Z]?):(.*)$/
const LINE = /^(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d{1,12},\d{0,2})([A-Z][A-Z0-9]{3})(.{0,34}?)(?:\/\/(.{0,34}))?$/
const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d{1,15},\d{0,2})$/

interface Field {
  number: number
  tag: string
  lines: string[]
}

interface Message {
  opening: number
  isContinued: boolean
  currency: string
  sum: number
  /** Whether the amounts of all its lines could be read. */
  isSummed: boolean
  row: Extract<RowPiece, { kind: 'row' }> | undefined
}

/**
 * The cells: `day` (booked), `value_day`, `amount` (below zero when it went out), `type`, `reference`, `bank_reference`, `more`, `details` and `details_run_on` (field 86, its
 * lines with and without a blank between them).
 *
 * Throws `statement-cut` for a message without its closing balance and for a statement of which a part is absent at an end, and `statement-balance`
 * when the opening balance and the lines do not add up to the closing balance, or a message does not follow from the one before.
 */
export async function* mt940Rows(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding | undefined,
): AsyncGenerator<RowPiece> {
  let message: Message | undefined
  let [rows, messages] = [0, 0]
  let account = ''
  const chain = statementChain()
  for await (const field of fieldsOf(bytes, encoding)) {
    const text = field.lines[0] ?? ''
    const open: Message | undefined = message
    if (field.tag !== '86' && open?.row !== undefined) {
      yield open.row
      open.row = undefined
    }
    if (/^25P?$/.test(field.tag)) {
      account = text.trim()
      yield { kind: 'account', account }
    } else if (/^60[FM]$/.test(field.tag)) {
      if (open !== undefined) throw new Failure('statement-cut')
      message = opened(field, text)
    } else if (field.tag === '61') {
      rows += 1
      if (rows > MAX_ROWS) throw tooLarge()
      if (open === undefined) throw new Failure('statement-cut')
      const row = rowOf(field, open)
      if (row.kind === 'row') open.row = row
      else yield row
    } else if (field.tag === '86' && open?.row !== undefined) {
      open.row = { ...open.row, cells: new Map([...open.row.cells, ...detailsOf(field)]) }
    } else if (/^62[FM]$/.test(field.tag)) {
      if (open === undefined) throw new Failure('statement-cut')
      const [closing, day] = closed(field, text, open)
      messages += 1
      message = undefined
      if (open.isSummed && open.opening + open.sum !== closing)
        throw new Failure('statement-balance', { values: { line: field.number } })
      const { opening, isContinued } = open
      const goesOn = field.tag === '62M'
      if (!chain.follows(`${account} ${open.currency}`, { opening, closing, isContinued, goesOn }))
        throw new Failure('statement-balance', { values: { line: field.number } })
      yield { kind: 'days', firstDay: undefined, lastDay: day }
    }
  }
  if (message !== undefined || messages === 0 || !chain.isWhole()) throw new Failure('statement-cut')
}

function opened({ number, tag }: Field, text: string): Message {
  const [, mark, , currency = '', amount = ''] = BALANCE.exec(text.trim()) ?? []
  const centavos = swiftAmount(amount)
  if (mark === undefined || centavos === undefined) throw new Failure('statement-balance', { values: { line: number } })
  const opening = mark === 'D' ? -centavos : centavos
  return { opening, isContinued: tag === '60M', currency, sum: 0, isSummed: true, row: undefined }
}

function closed({ number }: Field, text: string, { currency }: Message): [centavos: number, day: Day | undefined] {
  const [, mark, date = '', ofCurrency, amount = ''] = BALANCE.exec(text.trim()) ?? []
  const centavos = swiftAmount(amount)
  if (mark === undefined || centavos === undefined || ofCurrency !== currency)
    throw new Failure('statement-balance', { values: { line: number } })
  return [mark === 'D' ? -centavos : centavos, writtenDay(date, 'YMD')]
}

function rowOf({ number, lines }: Field, message: Message): Extract<RowPiece, { kind: 'row' | 'unreadable' }> {
  const [text = '', ...more] = lines
  const found = LINE.exec(text.trimEnd())
  const centavos = found === null ? undefined : swiftAmount(found[4] ?? '')
  if (found === null || centavos === undefined) {
    message.isSummed = false
    return { kind: 'unreadable', number, fault: 'field-61', value: text }
  }
  const [, valueDate = '', entryDate, mark = '', , type = '', reference = '', bankReference = ''] = found
  const signed = mark === 'C' || mark === 'RD' ? centavos : -centavos
  message.sum += signed
  const cells = new Map([
    ['day', bookedOn(valueDate, entryDate)],
    ['value_day', valueDate],
    ['amount', inPesos(signed)],
    ['currency', message.currency],
    ['type', type],
    ['reference', reference.trim()],
    ['bank_reference', bankReference.trim()],
    ['more', more.join(' ').trim().slice(0, LONGEST_CELL)],
    ['details', ''],
    ['details_run_on', ''],
  ])
  return { kind: 'row', number, cells }
}

/** The entry date has no year; its year is the one that brings it nearest to the value date. */
function bookedOn(valueDate: string, entryDate: string | undefined): string {
  if (entryDate === undefined) return valueDate
  const year = Number(valueDate.slice(0, 2))
  const months = Number(entryDate.slice(0, 2)) - Number(valueDate.slice(2, 4))
  const turned = months > 6 ? year - 1 : months < -6 ? year + 1 : year
  return `${String(turned).padStart(2, '0')}${entryDate}`
}

function inPesos(centavos: number): string {
  const digits = String(Math.abs(centavos)).padStart(3, '0')
  return `${centavos < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Sample: of `1234,5` it is 123450, of `1234,` 123400. */
function swiftAmount(text: string): number | undefined {
  return writtenAmount(text.replace(/,$/, ''), ',')
}

function detailsOf({ lines }: Field): [string, string][] {
  const kept = lines.map((line) => line.trimEnd())
  return [
    ['details', kept.join(' ').slice(0, LONGEST_CELL)],
    ['details_run_on', kept.join('').slice(0, LONGEST_CELL)],
  ]
}

/** The fields of all messages, without the blocks around a message and the dash at its end. */
async function* fieldsOf(bytes: AsyncIterable<Uint8Array>, encoding: Encoding | undefined): AsyncGenerator<Field> {
  let field: Field | undefined
  for await (const { number, text = '' } of linesOf(bytes, encoding)) {
    const [, tag, rest = ''] = TAG.exec(text.replace(/^\{.*\{4:/, '')) ?? []
    if (tag !== undefined) {
      if (field !== undefined) yield field
      field = { number, tag, lines: [rest] }
    } else if (/^(-$|-\}|\{)/.test(text.trim())) {
      if (field !== undefined) yield field
      field = undefined
    } else if (field !== undefined && field.lines.length < 20) {
      field.lines.push(text)
    }
  }
  if (field !== undefined) yield field
}
