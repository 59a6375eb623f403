// Makes the fields of a movement from a row of a bank's file, by the rules of its layout.
import { bankCodes } from '../core/bank-codes.ts'
import { formatAmount } from '../core/money.ts'
import { codeOfParticipant } from '../core/participants.ts'
import { railOf } from '../core/rail.ts'
import type { Day } from '../core/time.ts'
import type { Condition, Layout, Place, ValueName } from './layout.ts'
import type { Cells, RowPiece } from './rows.ts'
import { folded, writtenAmount, writtenDay } from './written-values.ts'

type Row = Extract<RowPiece, { kind: 'row' }>

export type LaidOutRow = {
  kind: 'row'
  number: number
  /** As `checkedMovement` takes them. What could not be read is there as it was written. */
  fields: Record<string, string>
  day: Day | undefined
  signedCentavos: number | undefined
  balanceCentavos: number | undefined
  account: string
}

const bankNames = new Map(Object.entries(bankCodes).map(([code, name]) => [folded(name), code]))

/** Reads the rows of one file, from its first to its last. */
export function rowReader(layout: Layout): (row: Row) => LaidOutRow | { kind: 'ignored' } {
  const { columns, decimal = '.', dates = 'YMD', network, rail, kinds, ignore = [] } = layout
  const order = layout.format === 'csv' ? dates : 'YMD'
  const point = layout.format === 'csv' ? decimal : '.'
  const isMet = conditions()
  // A bank gives its own charges no id: their day, amount and place among the equal ones of the day identify them.
  const charges = new Map<string, number>()
  return ({ number, cells }) => {
    const of = (name: ValueName) => valueIn(cells, columns[name])
    const amount = signedAmount(layout, of, (text) => writtenAmount(text, point))
    const sign = amount.centavos === undefined ? undefined : amount.centavos < 0 ? 'out' : 'in'
    if (ignore.some((one) => isMet(one, cells, sign))) return { kind: 'ignored' }
    const kind = kinds.find((one) => isMet(one, cells, sign))?.kind
    const day = writtenDay(of('day'), order)
    const fee = of('fee') === '' ? undefined : writtenAmount(of('fee'), point)
    const written = amount.centavos === undefined ? amount.text : formatAmount(Math.abs(amount.centavos))
    let id = of('id')
    if (id === '' && kind === 'fee') {
      const name = `${day ?? of('day')} ${written}`
      const nth = (charges.get(name) ?? 0) + 1
      charges.set(name, nth)
      id = `${name} ${nth}`
    }
    const currency = cells.get('currency') ?? 'MXN'
    const fields = {
      ...{ network, rail, id, day: day ?? of('day'), amount: written },
      kind: kind ?? [...cells.values()].filter((cell) => cell !== '').join(' · '),
      fee: fee === undefined ? of('fee') : formatAmount(Math.abs(fee)),
      reference: bare(of('reference')),
      institution: railOf(rail).paidFrom === 'account' ? institution(of('institution')) : of('institution'),
      payer_clabe: bare(of('payer_clabe')),
      paid_at: of('paid_at'),
      ...(layout.format !== 'csv' && currency !== 'MXN' && { currency }),
    }
    const balanceCentavos = of('balance') === '' ? undefined : writtenAmount(of('balance'), point)
    const account = of('own_account')
    return { kind: 'row', number, fields, day, signedCentavos: amount.centavos, balanceCentavos, account }
  }
}

function valueIn(cells: Cells, places: Layout['columns'][ValueName]): string {
  for (const place of [places ?? []].flat() as Place[]) {
    const value = typeof place === 'string' ? cellOf(cells, place) : behind(cellOf(cells, place.column), place.after)
    if (value !== '') return value
  }
  return ''
}

function cellOf(cells: Cells, name: string): string {
  return cells.get(folded(name)) ?? ''
}

/** The word behind a mark; a dash is none. Sample: behind `clave de rastreo` in `SPEI CLAVE DE RASTREO: ABC123, BBVA` it is `ABC123`. */
function behind(text: string, mark: string): string {
  // Only letter by letter are places in the two texts the same.
  const plain = [...text].map((letter) => folded(letter) || letter).join('')
  const at = plain.indexOf(folded(mark))
  if (at === -1) return ''
  const [, word = ''] = /^[\s:.=#]*([^\s,;|]{1,100})/.exec(plainCut(text, at + folded(mark).length)) ?? []
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
    const isIn = incoming.some((one) => folded(one) === folded(of('sign')))
    return { centavos: isIn ? Math.abs(centavos) : -Math.abs(centavos), text }
  }
  const [credit, debit] = [of('credit'), of('debit')]
  const [came, went] = [credit === '' ? 0 : read(credit), debit === '' ? 0 : read(debit)]
  const text = [credit, debit].filter((one) => one !== '').join(' / ')
  // Both at once are no movement.
  if (came === undefined || went === undefined || (came !== 0 && went !== 0)) return { centavos: undefined, text }
  return { centavos: came !== 0 ? Math.abs(came) : -Math.abs(went) || 0, text }
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
