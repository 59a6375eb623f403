// The charges of an entry or a payment of a camt.053 statement: what the bank took out of its amount.
import { formatAmount } from '../../core/money.ts'
import { writtenAmount, xmlAmount } from './written-values.ts'

interface Charge {
  amount: string
  currency: string
  sign: string
  /** `false`: the bank states it as an entry of its own. */
  included: string
}

/** The charges of one `Chrgs`: its records, or what it says itself, as the first version of the format does. */
export interface Charges {
  total: string
  own: Charge
  records: Charge[]
}

export function newCharges(): Charges {
  return { total: '', own: newCharge(), records: [] }
}

export function newCharge(): Charge {
  return { amount: '', currency: '', sign: '', included: '' }
}

/** Reads an element below `Chrgs`, by the end of its path; the elements of parties and taxes are not needed. */
export function readCharge(charges: Charges, end: string, value: string): void {
  if (end.endsWith('/Chrgs/TtlChrgsAndTaxAmt')) charges.total = xmlAmount(value)
  const of = end.includes('/Chrgs/Rcrd/') ? charges.records.at(-1) : charges.own
  if (of === undefined) return
  if (/\/Chrgs(\/Rcrd)?\/Amt$/.test(end)) of.amount = xmlAmount(value)
  else if (/\/Chrgs(\/Rcrd)?\/CdtDbtInd$/.test(end)) of.sign = value
  else if (/\/Chrgs(\/Rcrd)?\/ChrgInclInd$/.test(end)) of.included = booleanIn(value)
}

/** A truth value of XML Schema, which has two forms of each, as `true` or `false`; empty for anything else. */
export function booleanIn(value: string): 'true' | 'false' | '' {
  if (value === 'true' || value === '1') return 'true'
  return value === 'false' || value === '0' ? 'false' : ''
}

/** Their sum as text; empty: none. A charge that was given back is taken off. What cannot be read stays as it is written. */
export function chargesText({ total, own, records }: Charges, currency: string): string {
  const stated = records.length > 0 ? records : own.amount === '' ? [{ ...newCharge(), amount: total }] : [own]
  const all = stated.filter(({ amount, included }) => amount !== '' && included !== 'false')
  let sum = 0
  for (const charge of all) {
    const centavos = writtenAmount(charge.amount, '.')
    const isOther = charge.currency !== '' && currency !== '' && charge.currency !== currency
    if (centavos === undefined || isOther) return `${charge.amount} ${charge.currency}`.trim()
    sum += charge.sign === 'CRDT' ? -centavos : centavos
  }
  return sum === 0 ? '' : formatAmount(sum)
}
