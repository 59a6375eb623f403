// Taxpayers: the issuer of the invoices from the settings, and the checks of a taxpayer's data that need no tax office.
import type { FieldProblems } from './failure-table.ts'
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

/** The RFCs that stand for whoever has none: the public at home, and residents abroad. */
const genericRfcs: readonly string[] = ['XAXX010101000', 'XEXX010101000']
/** The receptor of a global invoice, which sums up sales to the public: with this name a provider demands the node `InformacionGlobal`. */
const GLOBAL = { rfc: 'XAXX010101000', name: 'publico en general' } as const
/** What CFDI 4.0 demands of a receptor with a generic RFC: no tax obligations, and no use of the invoice. */
const GENERIC = { regime: '616', cfdi_use: 'S01' } as const

/**
 * What a stamping provider would refuse of a receptor with a generic RFC, by field: it has no fiscal address of its own, so its postal code is that of the
 * place of issue. Undefined `issuerPostalCode`: there is no issuer yet, so the postal code cannot be compared.
 */
export function genericReceptorFaults(
  receptor: { rfc: string; name: string; regime: string; postal_code: string; cfdi_use: string },
  issuerPostalCode: string | undefined,
): FieldProblems {
  const fields: FieldProblems = {}
  if (!genericRfcs.includes(receptor.rfc)) return fields
  const must = (name: 'regime' | 'cfdi_use' | 'postal_code', value: string | undefined) => {
    if (value === undefined || receptor[name] === value) return
    fields[name] = [
      [
        `${name} debe ser ${value} con el RFC genérico ${receptor.rfc}`,
        `${name} must be ${value} with the generic RFC ${receptor.rfc}`,
      ],
    ]
  }
  must('regime', GENERIC.regime)
  must('cfdi_use', GENERIC.cfdi_use)
  must('postal_code', issuerPostalCode)
  if (receptor.rfc === GLOBAL.rfc && plainName(receptor.name) === GLOBAL.name)
    fields.name = [
      [
        'name debe ser el nombre del comercio: con PUBLICO EN GENERAL sería una factura global de ventas al público',
        'name must be the name of the merchant: with PUBLICO EN GENERAL it would be a global invoice of sales to the public',
      ],
    ]
  return fields
}

/** Without accents, capitals and repeated blanks. */
function plainName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** A name of a taxpayer, without `|`, which separates fields of the original chain. */
export function isTaxName(text: string): boolean {
  return text.trim() !== '' && isPrintable(text, 300) && !text.includes('|')
}

export function isPostalCode(text: string): boolean {
  return /^(?!00)\d{5}$/.test(text)
}
