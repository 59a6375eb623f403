// The settings of the invoices of fees: who issues and who stamps them.
import type { Reading } from '../../config/reading.ts'
import type { Mode, SettingPages } from '../../config/setting.ts'
import { isTimeZone } from '../../core/local-time.ts'
import { isRfc, plainRfc } from '../../core/rfc.ts'
import { fitsRegime, isPostalCode, isTaxName } from '../../core/taxpayer.ts'

export const invoiceSettings = {
  STAMPING_PROVIDER: {
    fallback: '',
    en: 'connector that stamps the invoices of fees: the path of a file or an installed package; without it nothing is stamped',
    es: 'conector que timbra las facturas de las comisiones: la ruta de un archivo o un paquete instalado; sin él no se timbra nada',
  },
  CFDI_RFC: {
    fallback: '',
    en: 'RFC of whoever runs the service and invoices the fees; without it no CFDI is made (the sandbox has the tax office’s test taxpayer)',
    es: 'RFC de quien opera el servicio y factura las comisiones; sin él no se hace ningún CFDI (el sandbox tiene el contribuyente de prueba del SAT)',
  },
  CFDI_NAME: {
    fallback: '',
    en: 'its name, as the tax office has it',
    es: 'su nombre, como lo tiene el SAT',
  },
  CFDI_REGIME: {
    fallback: '',
    en: 'its tax regime, a key of c_RegimenFiscal',
    es: 'su régimen fiscal, una clave de c_RegimenFiscal',
  },
  CFDI_POSTAL_CODE: {
    fallback: '',
    en: 'the postal code from which the invoices are issued',
    es: 'el código postal desde el que se expiden las facturas',
  },
  CFDI_TIME_ZONE: {
    fallback: 'America/Mexico_City',
    en: 'time zone of that postal code, in which the invoices are dated: `America/Tijuana`, `America/Hermosillo`, `America/Cancun` …',
    es: 'la zona horaria de ese código postal, con la que se fechan las facturas: `America/Tijuana`, `America/Hermosillo`, `America/Cancun` …',
  },
} as const satisfies SettingPages

type Name = keyof typeof invoiceSettings

interface CfdiIssuer {
  rfc: string
  name: string
  regime: string
  postal_code: string
}

export interface InvoiceConfig {
  /** The connector that stamps the invoices of fees; empty: none. */
  stampingProvider: string
  /** The issuer of the invoices of fees; undefined: none, and no CFDI is made. */
  cfdiIssuer: CfdiIssuer | undefined
  /** The time zone of the issuer's postal code. */
  cfdiTimeZone: string
}

export function readInvoiceSettings(reading: Reading<Name>, mode: Mode): InvoiceConfig {
  const cfdiTimeZone = reading.text('CFDI_TIME_ZONE')
  // Reading the engine's time zones takes 20 ms of a start, so the one that nobody set is not looked up.
  const isSet = cfdiTimeZone !== invoiceSettings.CFDI_TIME_ZONE.fallback
  if (isSet && !isTimeZone(cfdiTimeZone)) reading.fault('CFDI_TIME_ZONE', 'a time zone such as `America/Tijuana`')
  return {
    stampingProvider: reading.text('STAMPING_PROVIDER'),
    cfdiIssuer: readCfdiIssuer(reading, mode),
    cfdiTimeZone,
  }
}

/** The tax office's own test taxpayer. */
const SANDBOX_ISSUER: CfdiIssuer = {
  rfc: 'EKU9003173C9',
  name: 'ESCUELA KEMPER URGATE',
  regime: '601',
  postal_code: '42501',
}

/** Undefined: no issuer is set, and no CFDI is made. */
function readCfdiIssuer({ text, fault, faults }: Reading<Name>, mode: Mode): CfdiIssuer | undefined {
  const named = ['CFDI_RFC', 'CFDI_NAME', 'CFDI_REGIME', 'CFDI_POSTAL_CODE'] as const
  const filled = named.filter((name) => text(name) !== '')
  if (filled.length > 0 && filled.length < named.length) faults.push(`${named.join(', ')} go together: set all or none`)
  const [typed, name, regime, postal_code] = named.map(text) as [string, string, string, string]
  const rfc = plainRfc(typed)
  if (filled.length === named.length) {
    if (!isRfc(rfc)) fault('CFDI_RFC', 'an RFC of 12 or 13 characters')
    else if (!fitsRegime(rfc, regime)) fault('CFDI_REGIME', 'a key of c_RegimenFiscal that fits the RFC')
    if (!isTaxName(name)) fault('CFDI_NAME', 'a name of 1 to 300 characters, without |')
    if (!isPostalCode(postal_code)) fault('CFDI_POSTAL_CODE', '5 digits')
  }
  if (filled.length > 0) return { rfc, name, regime, postal_code }
  return mode === 'sandbox' ? SANDBOX_ISSUER : undefined
}
