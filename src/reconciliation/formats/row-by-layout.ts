// Makes the fields of a movement from a row of a bank's file, by the rules of its layout.
import { bankCodes } from '../../core/banks/institutions.ts'
import { codeOfParticipant } from '../../core/banks/participants.ts'
import { formatAmount } from '../../core/money.ts'
import { railOf } from '../../core/rail.ts'
import type { Day } from '../../core/time.ts'
import type { NotRead } from '../not-read.ts'
import type { Cells, RowPiece } from './cells.ts'
import type { Condition, Layout, Place, ValueName } from './layout.ts'
import { folded, writtenAmount, writtenDay } from './written-values.ts'

type Row = Extract<RowPiece, { kind: 'row' }>

type LaidOutRow = {
  kind: 'row'
  number: number
  /** The day as the file writes it. */
  writtenDay: string
  /** As `checkedMovement` takes them. What could not be read is there as it was written. */
  fields: Record<string, string>
  day: Day | undefined
  signedCentavos: number | undefined
  balanceCentavos: number | 'unreadable' | undefined
  account: string
}

/** A line that says the balance before the movements or after them. */
export interface BalanceLine {
  kind: 'opening' | 'closing'
  number: number
  balanceCentavos: number | undefined
}

const bankNames = new Map(Object.entries(bankCodes).map(([code, name]) => [folded(name), code]))

/** Reads the rows of one file, from its first to its last. */
export function rowReader(layout: Layout): (row: Row) => LaidOutRow | BalanceLine | NotRead {
  const { columns, decimal = '.', dates = 'YMD', network, rail, kinds, ignore = [] } = layout
  const order = layout.format === 'csv' ? dates : 'YMD'
  const isWithin = isFeeWithin(layout)
  const centavosIn = (text: string) => writtenAmount(text, layout.format === 'csv' ? decimal : '.')
  const isMet = conditions()
  // A bank gives its own charges no id: their day, amount and place among the equal ones of the day identify them.
  const charges = new Map<string, number>()
  return ({ number, cells }) => {
    const of = (name: ValueName) => {
      const value = valueIn(cells, columns[name], isAmount(name) ? amountBehind : wordBehind)
      if (isAmount(name) && NOTHING.test(value.text)) return ''
      return layout.format === 'csv' || !isAmount(name) || OWN_AMOUNTS.has(value.place)
        ? value.text
        : pointed(value.text)
    }
    const amount = signedAmount(layout, of, centavosIn)
    const sign = amount.centavos === undefined ? undefined : amount.centavos < 0 ? 'out' : 'in'
    const end = (['opening', 'closing'] as const).find((name) => {
      const one = layout[name]
      return one !== undefined && isMet(one, cells, sign)
    })
    if (end !== undefined) return { kind: end, number, balanceCentavos: balanceOf(layout, of, centavosIn) }
    const rule = ignore.findIndex((one) => isMet(one, cells, sign))
    if (rule !== -1) return { kind: 'not-read', why: 'ignore', rule: rule + 1, number, text: textOf(cells) }
    const kind = kinds.find((one) => isMet(one, cells, sign) && !isAgainst(one, sign))?.kind
    const day = writtenDay(of('day'), order)
    const charged = of('fee') === '' ? 0 : centavosIn(of('fee'))
    const feeCentavos = charged === undefined ? undefined : Math.abs(charged)
    // The amount of a charge is the fee itself.
    const isOwn = kind === 'fee' && feeCentavos === Math.abs(amount.centavos ?? 0)
    const within = isWithin && !isOwn ? (feeCentavos ?? 0) : 0
    const written = amount.centavos === undefined ? amount.text : withoutFee(amount.centavos, within)
    let id = of('id')
    if (id === '' && kind === 'fee') {
      const name = `${day ?? of('day')} ${written}`
      const nth = (charges.get(name) ?? 0) + 1
      charges.set(name, nth)
      id = `${name} ${nth}`
    }
    // The other formats say it by themselves.
    const currency = layout.format === 'csv' ? of('currency') : (cells.get('currency') ?? 'MXN')
    const fields = {
      ...{ network, rail, id, day: day ?? of('day'), amount: written },
      kind: kind ?? textOf(cells),
      fee: isOwn || of('fee') === '' ? '' : feeCentavos === undefined ? of('fee') : formatAmount(feeCentavos),
      reference: bare(of('reference')),
      institution: railOf(rail).paidFrom === 'account' ? institution(of('institution')) : of('institution'),
      payer_clabe: bare(of('payer_clabe')),
      paid_at: of('paid_at'),
      ...(!isPesos(currency, layout) && { currency }),
    }
    // A mark without a digit stands where a bank prints no balance.
    const balanceCentavos = /\d/.test(of('balance')) ? (centavosIn(of('balance')) ?? 'unreadable') : undefined
    const account = of('own_account')
    const beside = isWithin || isOwn ? 0 : feeCentavos
    const signedCentavos = amount.centavos === undefined || beside === undefined ? undefined : amount.centavos - beside
    return { kind: 'row', number, writtenDay: of('day'), fields, day, signedCentavos, balanceCentavos, account }
  }
}

/** Whether a rule that says no direction would make a payment of money that went out, or a transfer of ours of money that came in. */
function isAgainst({ kind, sign }: Layout['kinds'][number], moved: 'in' | 'out' | undefined): boolean {
  if (sign !== undefined || moved === undefined) return false
  return (kind === 'payment' && moved === 'out') || (kind === 'transfer-out' && moved === 'in')
}

/** Whether the amounts of a file are those after the fee: of a table its layout says it; the balances of the other formats follow from their amounts. */
function isFeeWithin({ format, fee_in_amount = false }: Layout): boolean {
  return format !== 'csv' || fee_in_amount
}

/**
 * What was moved besides the fee, without a sign. Samples: of 145.00 that came in after a fee of 5.00 it is 150.00, of 105.00 that went out with it
 * 100.00. A fee that leaves nothing of the amount keeps its sign, or zero: neither is a movement.
 */
function withoutFee(centavos: number, feeCentavos: number): string {
  const moved = centavos + feeCentavos
  return formatAmount(moved === 0 || moved < 0 === centavos < 0 ? Math.abs(moved) : centavos)
}

/** How tables name the peso; a cell that says nothing is pesos too. */
const PESOS: ReadonlySet<string> = new Set([
  '',
  '$',
  'mxn',
  'mxp',
  'mx',
  'mn',
  'm.n.',
  'm.n',
  'peso',
  'pesos',
  'peso mexicano',
  'pesos mexicanos',
  'moneda nacional',
])

function isPesos(currency: string, { format }: Layout): boolean {
  return format === 'csv' ? PESOS.has(folded(currency)) : currency === 'MXN'
}

/** What a spreadsheet shows for no money. */
const NOTHING = /^\s*\$?\s*[-\u2013\u2014\u2212]\s*$/

const AMOUNTS: readonly ValueName[] = ['amount', 'credit', 'debit', 'fee', 'balance']

function isAmount(name: ValueName): boolean {
  return AMOUNTS.includes(name)
}

/** The places in MT940 and camt.053 that are amounts by their format, and have its mark. */
const OWN_AMOUNTS: ReadonlySet<string> = new Set(['amount', 'charges'])

/** An amount in the text of a line of those formats, which has the mark that the bank likes; no text is an amount with either. Sample: of `5,80` it is `5.80`. */
function pointed(text: string): string {
  const centavos = writtenAmount(text, '.') === undefined ? writtenAmount(text, ',') : undefined
  return centavos === undefined ? text : formatAmount(centavos)
}

/** The first value that is there, and the column that it is; no column when it stands behind a mark. */
function valueIn(
  cells: Cells,
  places: Layout['columns'][ValueName],
  read: (text: string) => string,
): { text: string; place: string } {
  for (const place of [places ?? []].flat() as Place[]) {
    const text =
      typeof place === 'string' ? cellOf(cells, place) : read(behind(cellOf(cells, place.column), place.after))
    if (text !== '') return { text, place: typeof place === 'string' ? folded(place) : '' }
  }
  return { text: '', place: '' }
}

function cellOf(cells: Cells, name: string): string {
  return cells.get(folded(name)) ?? ''
}

/** The text behind a mark; empty when the mark is not there. */
function behind(text: string, mark: string): string {
  // Only letter by letter are places in the two texts the same.
  const plain = [...text].map((letter) => folded(letter) || letter).join('')
  const at = plain.indexOf(folded(mark))
  return at === -1 ? '' : plainCut(text, at + folded(mark).length)
}

/** The first word; a dash is none. Sample: behind `clave de rastreo` in `SPEI CLAVE DE RASTREO: ABC123, BBVA` it is `ABC123`. */
function wordBehind(text: string): string {
  const [, word = ''] = /^[\s:.=#]*([^\s,;|]{1,100})/.exec(text) ?? []
  return /[\p{L}\p{N}]/u.test(word) ? word : ''
}

/** The first amount with all its marks; of a text that does not begin with one its first word, which is no amount. Sample: `$1,150.00` of `: $1,150.00, BBVA`. */
function amountBehind(text: string): string {
  const [, rest = ''] = /^(?:[\s:=#]|\.(?!\d))*(.*)$/s.exec(text) ?? []
  const amount = /^[(+-]?(?:MXN|MXP)?\s?\$?\s?[+-]?[\d.,]*\d\)?-?(?![\p{L}\p{N}]|[-.,]\d)/iu.exec(rest)?.[0]
  const word = amount ?? /^[^\s;|]{1,100}/.exec(rest)?.[0] ?? ''
  return /[\p{L}\p{N}]/u.test(word) ? word : ''
}

function plainCut(text: string, letters: number): string {
  return [...text].slice(letters).join('')
}

/** The amount with its sign, from one column, from one with the texts of its sign in another, or from a column for each direction. */
function signedAmount(
  { columns, incoming = [] }: Layout,
  of: (name: ValueName) => string,
  read: (text: string) => number | undefined,
): { centavos: number | undefined; text: string } {
  if (columns.amount !== undefined) {
    const text = of('amount')
    const centavos = read(text)
    if (columns.sign === undefined || centavos === undefined) return { centavos, text }
    // A line that does not say its direction is neither.
    if (of('sign') === '') return { centavos: undefined, text: `${text} (sign "")` }
    const isIn = incoming.some((one) => folded(one) === folded(of('sign')))
    // A minus and the word for money that came in contradict each other.
    if (isIn && centavos < 0) return { centavos: undefined, text }
    return { centavos: isIn ? Math.abs(centavos) : -Math.abs(centavos), text }
  }
  const [credit, debit] = [of('credit'), of('debit')]
  const [came, went] = [credit === '' ? 0 : read(credit), debit === '' ? 0 : read(debit)]
  const text = [credit, debit].filter((one) => one !== '').join(' / ')
  // Both at once are no movement.
  if (came === undefined || went === undefined || (came !== 0 && went !== 0)) return { centavos: undefined, text }
  // A deposit with a minus was taken back. A charge may be written with one, and stays a charge.
  return { centavos: came !== 0 ? came : -Math.abs(went) || 0, text }
}

/** What a line without a movement says of the balance: in its column, or else where its amount stands. */
function balanceOf(
  layout: Layout,
  of: (name: ValueName) => string,
  read: (text: string) => number | undefined,
): number | undefined {
  if (of('balance') !== '') return read(of('balance'))
  if (layout.columns.amount !== undefined) return read(of('amount'))
  const { centavos, text } = signedAmount(layout, of, read)
  return text === '' ? undefined : centavos
}

function textOf(cells: Cells): string {
  return [...cells.values()].filter((cell) => cell !== '').join(' · ')
}

/** Whether a row meets a condition. The texts of a condition are folded once. */
function conditions() {
  const marks = new Map<Condition, string[]>()
  return (one: Condition, cells: Cells, sign: 'in' | 'out' | undefined): boolean => {
    if (one.sign !== undefined && one.sign !== sign) return false
    if (one.has === undefined) return true
    const texts = marks.get(one) ?? one.has.map(folded)
    marks.set(one, texts)
    const searched = one.column === undefined ? [...cells.values()].join('\n') : cellOf(cells, one.column)
    const plain = folded(searched)
    return texts.some((text) => plain.includes(text))
  }
}

/** Sample: of `646 180 1180 0000 0000 1`, `646180118000000001`; another text stays. */
function bare(text: string): string {
  const digits = text.replace(/[\s-]/g, '')
  return /^\d+$/.test(digits) ? digits : text
}

/** The three digits of a bank, from its number in SPEI or its name; another text stays. */
function institution(text: string): string {
  return codeOfParticipant(text) || (bankNames.get(folded(text)) ?? text)
}
