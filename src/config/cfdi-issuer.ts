// The settings of the taxpayer that issues the invoices of fees.
import { isRfc, plainRfc } from '../core/rfc.ts'
import { fitsRegime, isPostalCode, isTaxName } from '../core/taxpayer.ts'
import type { Reading } from './reading.ts'

export interface CfdiIssuer {
  rfc: string
  name: string
  regime: string
  postal_code: string
}

/** The tax office's own test taxpayer. */
const SANDBOX_ISSUER: CfdiIssuer = {
  rfc: 'EKU9003173C9',
  name: 'ESCUELA KEMPER URGATE',
  regime: '601',
  postal_code: '42501',
}

/** Undefined: no issuer is set, and no CFDI is made. */
export function readCfdiIssuer(
  { text, fault, faults }: Reading,
  mode: 'sandbox' | 'production',
): CfdiIssuer | undefined {
  const named = ['CFDI_RFC', 'CFDI_NAME', 'CFDI_REGIME', 'CFDI_POSTAL_CODE'] as const
  const given = named.filter((name) => text(name) !== '')
  if (given.length > 0 && given.length < named.length) faults.push(`${named.join(', ')} go together: set all or none`)
  const [typed, name, regime, postal_code] = named.map(text) as [string, string, string, string]
  const rfc = plainRfc(typed)
  if (given.length === named.length) {
    if (!isRfc(rfc)) fault('CFDI_RFC', 'an RFC of 12 or 13 characters')
    else if (!fitsRegime(rfc, regime)) fault('CFDI_REGIME', 'a key of c_RegimenFiscal that fits the RFC')
    if (!isTaxName(name)) fault('CFDI_NAME', 'a name of 1 to 300 characters, without |')
    if (!isPostalCode(postal_code)) fault('CFDI_POSTAL_CODE', '5 digits')
  }
  if (given.length > 0) return { rfc, name, regime, postal_code }
  return mode === 'sandbox' ? SANDBOX_ISSUER : undefined
}
