// Taxpayers: the issuer of the invoices from the settings, and the checks of a taxpayer's data that need no tax office.
import { isPrintable } from './text.ts'

/** The operator of the service, with the data of the tax office. */
export interface Taxpayer {
  rfc: string
  name: string
  regime: string
  postal_code: string
}

/** c_RegimenFiscal of CFDI 4.0: each for persons (`F`), companies (`M`) or both. */
const regimes: Readonly<Record<string, 'F' | 'M' | 'FM'>> = {
  '601': 'M',
  '603': 'M',
  '605': 'F',
  '606': 'F',
  '607': 'F',
  '608': 'F',
  '610': 'FM',
  '611': 'F',
  '612': 'F',
  '614': 'F',
  '615': 'F',
  '616': 'F',
  '620': 'M',
  '621': 'F',
  '622': 'M',
  '623': 'M',
  '624': 'M',
  '625': 'F',
  '626': 'FM',
}

/** c_UsoCFDI of CFDI 4.0 that an invoice of fees can have. */
export const cfdiUses = ['G01', 'G02', 'G03', 'S01'] as const

/** Whether a regime is allowed for the kind of taxpayer: an RFC of 12 characters is a company's. */
export function fitsRegime(rfc: string, regime: string): boolean {
  const kinds = Object.hasOwn(regimes, regime) ? regimes[regime] : undefined
  return kinds?.includes(rfc.length === 12 ? 'M' : 'F') ?? false
}

/** A name of a taxpayer, without `|`, which separates fields of the original chain. */
export function isTaxName(text: string): boolean {
  return text.trim() !== '' && isPrintable(text, 300) && !text.includes('|')
}

export function isPostalCode(text: string): boolean {
  return /^(?!00)\d{5}$/.test(text)
}
