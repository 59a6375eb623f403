// Reads the booked entries of ISO 20022 bank statements (camt.053), of any of its versions.
import sax from 'sax'
import { type Day, isDay, mexicoCityDay, readInstant } from '../core/time.ts'
import { nextTurn } from '../core/turn.ts'
import { Failure } from '../failures.ts'
import type { Encoding } from './layout.ts'
import { LONGEST_CELL, MAX_ROWS, type RowPiece, textDecoder, tooLarge } from './rows.ts'
import { writtenAmount } from './written-values.ts'

const DEEPEST = 40
const MAX_DETAILS = 10_000
/** Characters that are read between two turns of the event loop. */
const A_TURN = 65_536

/** The cell of each element, by the end of its path below the entry or its details. */
const CELLS: readonly [path: string, cell: string][] = [
  ['BookgDt/Dt', 'day'],
  ['BookgDt/DtTm', 'day'],
  ['ValDt/Dt', 'value_day'],
  ['ValDt/DtTm', 'value_day'],
  ['NtryRef', 'entry_reference'],
  ['AcctSvcrRef', 'bank_reference'],
  ['Domn/Cd', 'domain'],
  ['Fmly/Cd', 'family'],
  ['Fmly/SubFmlyCd', 'subfamily'],
  ['Prtry/Cd', 'type'],
  ['AddtlNtryInf', 'details'],
  ['AddtlTxInf', 'more'],
  ['EndToEndId', 'end_to_end'],
  ['TxId', 'transaction'],
  ['InstrId', 'instruction'],
  ['MsgId', 'message'],
  ['UETR', 'uetr'],
  ['Dbtr/Nm', 'payer'],
  ['Dbtr/Pty/Nm', 'payer'],
  ['Cdtr/Nm', 'payee'],
  ['Cdtr/Pty/Nm', 'payee'],
  ['DbtrAcct/Id/IBAN', 'payer_account'],
  ['DbtrAcct/Id/Othr/Id', 'payer_account'],
  ['CdtrAcct/Id/IBAN', 'payee_account'],
  ['CdtrAcct/Id/Othr/Id', 'payee_account'],
  ['DbtrAgt/FinInstnId/BIC', 'payer_bank'],
  ['DbtrAgt/FinInstnId/BICFI', 'payer_bank'],
  ['DbtrAgt/FinInstnId/ClrSysMmbId/MmbId', 'payer_bank'],
  ['RmtInf/Ustrd', 'remittance'],
  ['CdtrRefInf/Ref', 'structured_reference'],
]

interface Part {
  number: number
  cells: Map<string, string>
  amount: string | undefined
  currency: string
  sign: string
}

interface Entry extends Part {
  status: string
  details: Part[]
}

interface Balance {
  type: string
  amount: string
  sign: string
  day: string
}

interface Statement {
  sum: number
  isSummed: boolean
  opening: number | undefined
  closing: number | undefined
}

/**
 * One row for each booked entry, or for each of its details when they state amounts of their own. The cells: `amount` (below zero when it went
 * out), `currency`, `reversal` (`true` or empty) and those of `CELLS`.
 *
 * Throws `statement-xml` for what is no well-formed XML or declares a document type, `statement-cut` when it ends too early or has no
 * statement, and `statement-balance` when opening balance and entries are not the closing one.
 */
export async function* camtRows(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding | undefined,
): AsyncGenerator<RowPiece> {
  const reader = camtReader()
  let decode: ReturnType<typeof textDecoder> | undefined
  for await (const piece of bytes) {
    decode ??= textDecoder(encoding ?? declaredEncoding(piece))
    const text = decode(piece)
    for (let at = 0; at < text.length; at += A_TURN) {
      yield* reader.write(text.slice(at, at + A_TURN))
      await nextTurn()
    }
  }
  if (decode !== undefined) yield* reader.write(decode())
  yield* reader.end()
}

/** What the XML declaration says, and the byte order mark before it; UTF-8 without either. Throws `statement-encoding` for an encoding that is not read. */
function declaredEncoding(first: Uint8Array): Encoding {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le'
  const start = Buffer.from(first.subarray(0, 200)).toString('latin1')
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]{0,100}?encoding=["']([\w.-]{1,40})["']/
    .exec(start)?.[1]
    ?.toLowerCase()
  if (declared === undefined || declared === 'utf8' || declared === 'us-ascii') return 'utf-8'
  const known = (['utf-8', 'windows-1252', 'iso-8859-1'] as const).find((one) => one === declared)
  if (known === undefined) throw new Failure('statement-encoding', { values: { encoding: 'UTF-8' } })
  return known
}

function camtReader() {
  const parser = sax.parser(true, { position: true, lowercase: false })
  let rows: RowPiece[] = []
  const path: string[] = []
  let text = ''
  let [statements, count] = [0, 0]
  let statement: Statement | undefined
  let entry: Entry | undefined
  let detail: Part | undefined
  let balance: Balance | undefined
  let fault: Failure | undefined
  const line = () => parser.line + 1
  const refuse = (reason: 'statement-xml' | 'statement-cut' | 'statement-balance' | undefined) => {
    fault ??= reason === undefined ? tooLarge() : new Failure(reason, { values: { line: line() } })
  }
  parser.onerror = () => {
    refuse('statement-xml')
    parser.resume()
  }
  // A document type can define entities that grow without end; a statement has none.
  parser.ondoctype = () => refuse('statement-xml')
  parser.onopentag = ({ name, attributes }) => {
    const local = name.slice(name.indexOf(':') + 1)
    path.push(local)
    if (path.length > DEEPEST) refuse('statement-xml')
    text = ''
    if (local === 'Stmt') statement = { sum: 0, isSummed: true, opening: undefined, closing: undefined }
    else if (local === 'Bal') balance = { type: '', amount: '', sign: '', day: '' }
    else if (local === 'Ntry') entry = { ...part(line()), status: '', details: [] }
    else if (local === 'TxDtls' && entry !== undefined) {
      if (entry.details.length >= MAX_DETAILS) refuse(undefined)
      detail = part(line())
      entry.details.push(detail)
    } else if (local === 'Amt') {
      const of = detail ?? entry
      if (of !== undefined && of.amount === undefined) of.currency = String(attributes.Ccy ?? '')
    }
  }
  const add = (more: string) => {
    if (text.length < LONGEST_CELL) text += more.slice(0, LONGEST_CELL - text.length)
  }
  parser.ontext = add
  parser.oncdata = add
  parser.onclosetag = () => {
    const value = text.trim()
    text = ''
    const local = path.at(-1) ?? ''
    const end = path.join('/')
    if (balance !== undefined) readBalance(balance, end, value)
    else if (entry !== undefined) readPart(entry, detail, end, value)
    else if (/\/Stmt\/Acct\/Id\/(IBAN|Othr\/Id)$/.test(end)) rows.push({ kind: 'account', account: value })
    else if (/\/Stmt\/FrToDt\/(Fr|To)Dt(Tm)?$/.test(end)) {
      const day = dayOf(value)
      rows.push({
        kind: 'days',
        firstDay: local.startsWith('Fr') ? day : undefined,
        lastDay: local.startsWith('To') ? day : undefined,
      })
    }
    path.pop()
    if (local === 'TxDtls') detail = undefined
    else if (local === 'Bal' && balance !== undefined && statement !== undefined) {
      const centavos = writtenAmount(balance.amount, '.')
      const signed = centavos === undefined ? undefined : balance.sign === 'DBIT' ? -centavos : centavos
      if (/^(OPBD|PRCD)$/.test(balance.type)) statement.opening ??= signed
      else if (balance.type === 'CLBD') {
        statement.closing = signed
        rows.push({ kind: 'days', firstDay: undefined, lastDay: dayOf(balance.day) })
      }
      balance = undefined
    } else if (local === 'Ntry' && entry !== undefined) {
      const made = entry.status === 'BOOK' || entry.status === '' ? rowsOf(entry) : []
      count += made.length
      if (count > MAX_ROWS) refuse(undefined)
      if (statement !== undefined && made.length > 0) {
        const centavos = signedAmount(entry)
        if (centavos === undefined) statement.isSummed = false
        else statement.sum += centavos
      }
      rows.push(...made)
      entry = undefined
    } else if (local === 'Stmt' && statement !== undefined) {
      statements += 1
      const { opening, closing, sum, isSummed } = statement
      if (isSummed && opening !== undefined && closing !== undefined && opening + sum !== closing)
        refuse('statement-balance')
      statement = undefined
    }
  }
  const taken = () => {
    if (fault !== undefined) throw fault
    const all = rows
    rows = []
    return all
  }
  return {
    write(more: string): RowPiece[] {
      parser.write(more)
      return taken()
    },
    end(): RowPiece[] {
      if (fault === undefined && (path.length > 0 || statements === 0)) throw new Failure('statement-cut')
      return taken()
    },
  }
}

function part(number: number): Part {
  return { number, cells: new Map(), amount: undefined, currency: '', sign: '' }
}

function readBalance(balance: Balance, end: string, value: string): void {
  if (end.endsWith('/Tp/CdOrPrtry/Cd')) balance.type = value
  else if (end.endsWith('/Bal/Amt')) balance.amount = value
  else if (end.endsWith('/Bal/CdtDbtInd')) balance.sign = value
  else if (/\/Bal\/Dt\/Dt(Tm)?$/.test(end)) balance.day = value
}

function readPart(entry: Entry, detail: Part | undefined, end: string, value: string): void {
  if (end.endsWith('/Ntry/Amt')) entry.amount = value
  else if (end.endsWith('/Ntry/CdtDbtInd')) entry.sign = value
  else if (/\/Ntry\/Sts(\/Cd)?$/.test(end)) entry.status ||= value
  else if (end.endsWith('/Ntry/RvslInd')) entry.cells.set('reversal', value === 'true' ? 'true' : '')
  else if (detail !== undefined && /\/TxDtls\/(Amt|AmtDtls\/TxAmt\/Amt)$/.test(end)) detail.amount ??= value
  else if (detail !== undefined && end.endsWith('/TxDtls/CdtDbtInd')) detail.sign = value
  else if (value !== '') {
    const cell = CELLS.find(([path]) => end.endsWith(`/${path}`))?.[1]
    const of = (detail ?? entry).cells
    if (cell !== undefined && (of.get(cell) ?? '').length < LONGEST_CELL)
      of.set(cell, of.has(cell) ? `${of.get(cell)} ${value}` : value)
  }
}

/** An entry of several payments is a row for each, when all state their amounts and the amounts are that of the entry. */
function rowsOf(entry: Entry): Extract<RowPiece, { kind: 'row' }>[] {
  const own = signedAmount(entry)
  const parts = entry.details.map((detail) => ({ ...detail, sign: detail.sign || entry.sign }))
  const amounts = parts.map(signedAmount)
  const isSplit = parts.length > 1 && amounts.reduce((sum: number, one) => sum + (one ?? Number.NaN), 0) === own
  if (!isSplit) {
    const [first] = entry.details
    return [rowOf(entry, entry, entry.details.length === 1 ? first : undefined)]
  }
  return parts.map((detail) => rowOf(entry, detail, detail))
}

function rowOf(entry: Entry, of: Part, detail: Part | undefined): Extract<RowPiece, { kind: 'row' }> {
  const cells = new Map([...CELLS.map(([, cell]) => [cell, ''] as const), ...entry.cells, ...(detail?.cells ?? [])])
  cells.set('reversal', entry.cells.get('reversal') ?? '')
  cells.set('amount', `${of.sign === 'DBIT' ? '-' : ''}${of.amount ?? ''}`)
  cells.set('currency', of.currency || entry.currency)
  cells.set('day', dayOf(cells.get('day') ?? '') ?? '')
  return { kind: 'row', number: of.number, cells }
}

function signedAmount({ amount = '', sign }: Part): number | undefined {
  const centavos = writtenAmount(amount, '.')
  return centavos === undefined ? undefined : sign === 'DBIT' ? -centavos : centavos
}

/** The day of a date or of a time; a time with an offset is converted to Mexico City. */
function dayOf(text: string): Day | undefined {
  const instant = text.includes('T') ? readInstant(text) : undefined
  const day = instant === undefined ? text.slice(0, 10) : mexicoCityDay(instant)
  return isDay(day) ? day : undefined
}
