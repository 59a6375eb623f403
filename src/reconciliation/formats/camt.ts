// Reads the booked entries of ISO 20022 bank statements (camt.053), of any of its versions.
import sax from 'sax'
import { nextTurn } from '../../core/turn.ts'
import { Failure } from '../../failures.ts'
import { newCharge, newCharges } from './camt-charges.ts'
import { dayOf, type Entry, type Part, part, readPart, rowsOf, signedAmount } from './camt-entries.ts'
import { LONGEST_CELL, MAX_ROWS, type RowPiece, textDecoder, tooLarge } from './cells.ts'
import type { Encoding } from './layout.ts'
import { type Ends, statementChain } from './statement-chain.ts'
import { xmlAmount } from './written-values.ts'

const DEEPEST = 40
/** Details of an entry, and records of charges in all of them. */
const MAX_DETAILS = 10_000
/** An element of a statement has one attribute or two; the parser keeps all of an element until it ends. */
const MAX_ATTRIBUTES = 100
/** The types of the balances of booked entries: at the ends of a statement, and between its parts. */
const BOOKED = /^(OPBD|PRCD|CLBD|ITBD)$/
/** Characters that are read between two turns of the event loop. */
const A_TURN = 65_536

interface Balance {
  type: string
  amount: string
  sign: string
  day: string
  currency: string
}

interface Statement {
  account: string
  /** Of the account, its balances and its booked entries: there is one. */
  currencies: Set<string>
  sum: number
  isSummed: boolean
  opening: number | undefined
  closing: number | undefined
  /** Those between the parts of one statement, the first and the last. A part without an opening balance begins with one; a part without a closing balance ends with one. */
  intermediate: number[]
}

/**
 * One row for each booked entry, or for each of its details when they state amounts of their own. The cells: `amount` (below zero when it went
 * out), `currency`, `reversal` (`true` or empty), `charges` (what the bank took out of the amount) and those of `CELLS`.
 *
 * Throws `statement-xml` for what is no well-formed XML or declares a document type, `statement-cut` when it ends too early, has no
 * statement, or has one without an opening or closing balance, and `statement-balance` when opening balance and entries are not the closing
 * one, or are of several currencies.
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
  const chain = statementChain()
  let statement: Statement | undefined
  let entry: Entry | undefined
  let detail: Part | undefined
  /** Records of charges in the present entry. */
  let charges = 0
  let attributesRead = 0
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
  parser.onattribute = () => {
    attributesRead += 1
    if (attributesRead > MAX_ATTRIBUTES) refuse('statement-xml')
  }
  parser.onopentag = ({ name, attributes }) => {
    attributesRead = 0
    const local = name.slice(name.indexOf(':') + 1)
    path.push(local)
    if (path.length > DEEPEST) refuse('statement-xml')
    text = ''
    if (local === 'Stmt') statement = newStatement()
    else if (local === 'Bal') balance = { type: '', amount: '', sign: '', day: '', currency: '' }
    else if (local === 'Amt' && balance !== undefined) balance.currency = String(attributes.Ccy ?? '')
    else if (local === 'Ntry') {
      entry = { ...part(line()), status: '', details: [] }
      charges = 0
    } else if (local === 'TxDtls' && entry !== undefined) {
      if (entry.details.length >= MAX_DETAILS) refuse(undefined)
      detail = part(line())
      entry.details.push(detail)
    }
    const of = detail ?? entry
    if (of === undefined) return
    if (local === 'Chrgs') of.charges = newCharges()
    else if (local === 'Rcrd' && of.charges !== undefined) {
      charges += 1
      if (charges > MAX_DETAILS) refuse(undefined)
      else of.charges.records.push(newCharge())
    } else if (local === 'Amt' && path.includes('Chrgs')) {
      const charge = path.includes('Rcrd') ? of.charges?.records.at(-1) : of.charges?.own
      if (charge !== undefined && /\/Chrgs(\/Rcrd)?\/Amt$/.test(path.join('/')))
        charge.currency = String(attributes.Ccy ?? '')
    } else if (local === 'Amt' && of.amount === undefined) of.currency = String(attributes.Ccy ?? '')
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
    else if (/\/Stmt\/Acct\/Id\/(IBAN|Othr\/Id)$/.test(end)) {
      rows.push({ kind: 'account', account: value })
      if (statement !== undefined) statement.account = value
    } else if (end.endsWith('/Stmt/Acct/Ccy')) statement?.currencies.add(value)
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
      const signed = signedAmount(balance)
      // One that is there and cannot be read proves nothing.
      if (signed === undefined && balance.amount !== '' && BOOKED.test(balance.type)) refuse('statement-balance')
      if (BOOKED.test(balance.type)) statement.currencies.add(balance.currency)
      if (/^(OPBD|PRCD)$/.test(balance.type)) statement.opening ??= signed
      else if (balance.type === 'ITBD' && signed !== undefined)
        statement.intermediate = [...statement.intermediate.slice(0, 1), signed]
      else if (balance.type === 'CLBD') {
        statement.closing = signed
        rows.push({ kind: 'days', firstDay: undefined, lastDay: dayOf(balance.day) })
      }
      balance = undefined
    } else if (local === 'Ntry' && entry !== undefined) {
      const isBooked = entry.status === 'BOOK' || entry.status === ''
      if (!isBooked) {
        const text = `${entry.status} ${entry.amount ?? ''}`
        rows.push({ kind: 'not-read', why: 'not-booked', number: entry.number, text })
      }
      const made = isBooked ? rowsOf(entry) : []
      count += made.length
      if (count > MAX_ROWS) refuse(undefined)
      if (statement !== undefined && made.length > 0) {
        statement.currencies.add(entry.currency)
        const centavos = signedAmount(entry)
        if (centavos === undefined) statement.isSummed = false
        else statement.sum += centavos
      }
      rows.push(...made)
      entry = undefined
    } else if (local === 'Stmt' && statement !== undefined) {
      statements += 1
      const { sum, isSummed, currencies } = statement
      currencies.delete('')
      if (currencies.size > 1) refuse('statement-balance')
      const ends = endsOf(statement)
      if (ends === undefined) refuse('statement-cut')
      else if (isSummed && ends.opening + sum !== ends.closing) refuse('statement-balance')
      else if (!chain.follows(statement.account, ends)) refuse('statement-balance')
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
      const isCut = path.length > 0 || statements === 0 || !chain.isWhole()
      if (fault === undefined && isCut) throw new Failure('statement-cut')
      return taken()
    },
  }
}

function newStatement(): Statement {
  const none = { opening: undefined, closing: undefined, intermediate: [] }
  return { account: '', currencies: new Set(), sum: 0, isSummed: true, ...none }
}

/** Undefined when one of the two balances is absent: nothing would say that an entry is. */
function endsOf({ opening, closing, intermediate }: Statement): Ends | undefined {
  const between = [...intermediate]
  const from = opening ?? between.shift()
  const to = closing ?? between.pop()
  if (from === undefined || to === undefined) return undefined
  return { opening: from, closing: to, isContinued: opening === undefined, goesOn: closing === undefined }
}

function readBalance(balance: Balance, end: string, value: string): void {
  if (end.endsWith('/Tp/CdOrPrtry/Cd')) balance.type = value
  else if (end.endsWith('/Bal/Amt')) balance.amount = xmlAmount(value)
  else if (end.endsWith('/Bal/CdtDbtInd')) balance.sign = value
  else if (/\/Bal\/Dt\/Dt(Tm)?$/.test(end)) balance.day = value
}
