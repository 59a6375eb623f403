// An entry of a camt.053 statement: what its elements say, and the rows that are made of it.
import { formatAmount } from '../../core/money.ts'
import { type Day, isDay, mexicoCityDay, readInstant } from '../../core/time.ts'
import { booleanIn, type Charges, chargesText, readCharge } from './camt-charges.ts'
import { LONGEST_CELL, type RowPiece } from './cells.ts'
import { writtenAmount, xmlAmount } from './written-values.ts'

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

export interface Part {
  number: number
  cells: Map<string, string>
  charges: Charges | undefined
  amount: string | undefined
  currency: string
  sign: string
}

export interface Entry extends Part {
  status: string
  details: Part[]
}

export function part(number: number): Part {
  return { number, cells: new Map(), charges: undefined, amount: undefined, currency: '', sign: '' }
}

export function readPart(entry: Entry, detail: Part | undefined, end: string, value: string): void {
  const { charges } = detail ?? entry
  if (charges !== undefined && end.includes('/Chrgs/')) readCharge(charges, end, value)
  else if (end.endsWith('/Ntry/Amt')) entry.amount = xmlAmount(value)
  else if (end.endsWith('/Ntry/CdtDbtInd')) entry.sign = value
  else if (/\/Ntry\/Sts(\/Cd)?$/.test(end)) entry.status ||= value
  else if (end.endsWith('/Ntry/RvslInd')) entry.cells.set('reversal', booleanIn(value) === 'true' ? 'true' : '')
  else if (detail !== undefined && /\/TxDtls\/(Amt|AmtDtls\/TxAmt\/Amt)$/.test(end)) detail.amount ??= xmlAmount(value)
  else if (detail !== undefined && end.endsWith('/TxDtls/CdtDbtInd')) detail.sign = value
  else if (value !== '') {
    const cell = CELLS.find(([path]) => end.endsWith(`/${path}`))?.[1]
    const of = (detail ?? entry).cells
    if (cell !== undefined && (of.get(cell) ?? '').length < LONGEST_CELL)
      of.set(cell, of.has(cell) ? `${of.get(cell)} ${value}` : value)
  }
}

/**
 * An entry of several payments is a row for each, when all state their amounts and these are that of the entry: as they are, or less the charges of each.
 */
export function rowsOf(entry: Entry): Extract<RowPiece, { kind: 'row' }>[] {
  const own = signedAmount(entry)
  const parts = entry.details.map((detail) => ({ ...detail, sign: detail.sign || entry.sign }))
  const sumOf = (all: readonly Part[]) => all.reduce((sum, one) => sum + (signedAmount(one) ?? Number.NaN), 0)
  const split = [parts, parts.map(afterCharges)].find((all) => all.length > 1 && sumOf(all) === own)
  if (split !== undefined) return split.map((detail) => rowOf(entry, detail, detail))
  const [first] = entry.details
  return [rowOf(entry, entry, entry.details.length === 1 ? first : undefined)]
}

/** A payment whose amount is that before its charges, with the amount after them. */
function afterCharges(part: Part): Part {
  const charged = part.charges === undefined ? 0 : writtenAmount(chargesText(part.charges, part.currency) || '0', '.')
  const signed = signedAmount(part)
  if (charged === undefined || signed === undefined) return part
  const after = signed - charged
  return { ...part, amount: formatAmount(Math.abs(after)), sign: after < 0 ? 'DBIT' : 'CRDT' }
}

function rowOf(entry: Entry, of: Part, detail: Part | undefined): Extract<RowPiece, { kind: 'row' }> {
  const cells = new Map([...CELLS.map(([, cell]) => [cell, ''] as const), ...entry.cells, ...(detail?.cells ?? [])])
  cells.set('reversal', entry.cells.get('reversal') ?? '')
  cells.set('amount', SIGNS.has(of.sign) ? `${SIGNS.get(of.sign)}${of.amount ?? ''}` : undirected(of))
  const currency = of.currency || entry.currency
  cells.set('currency', currency)
  const { charges = entry.charges } = detail ?? entry
  cells.set(
    'charges',
    charges === undefined || (of !== entry && charges === entry.charges) ? '' : chargesText(charges, currency),
  )
  cells.set('day', dayOf(cells.get('day') ?? '') ?? '')
  return { kind: 'row', number: of.number, cells }
}

/** What the two directions put before an amount. Any other word is none, and is not taken for money that came in. */
const SIGNS: ReadonlyMap<string, '' | '-'> = new Map([
  ['CRDT', ''],
  ['DBIT', '-'],
])

/** An amount without a direction, as it is told: it is none. */
function undirected({ amount = '', sign }: Part): string {
  return `${amount} CdtDbtInd "${sign}"`
}

export function signedAmount({ amount = '', sign }: { amount?: string | undefined; sign: string }): number | undefined {
  const centavos = writtenAmount(amount, '.')
  if (centavos === undefined || !SIGNS.has(sign)) return undefined
  return sign === 'DBIT' ? -centavos : centavos
}

/** The day of a date or of a time; a time with an offset is converted to Mexico City. */
export function dayOf(text: string): Day | undefined {
  const instant = text.includes('T') ? readInstant(text) : undefined
  const day = instant === undefined ? text.slice(0, 10) : mexicoCityDay(instant)
  return isDay(day) ? day : undefined
}
