// A month's fees as an unstamped CFDI 4.0: all fields of its schema and the merchant's tax data, with empty seals. It is
// not yet an invoice.
import { exactIva, IVA_PERCENT } from '../core/fees.ts'
import { formatAmount } from '../core/money.ts'
import type { Taxpayer } from '../core/taxpayer.ts'
import { mexicoCityTime } from '../core/time.ts'
import { xmlText } from '../core/xml.ts'
import type { FeeStatementRow, TaxReceptorRow } from '../store/tables.ts'
import type { Concept } from './concepts.ts'
import { conceptTexts } from './present.ts'

/** The codes of the tax office's catalogues for invoices of fees. */
const CODES = {
  /** Pesos; the fees are set off against what the merchant is owed, in one payment. */
  currency: 'MXN',
  paymentForm: '17',
  paymentMethod: 'PUE',
  /** An invoice of income, without exports. */
  kind: 'I',
  exported: '01',
  /** Banking institutions; a unit of service. */
  product: '84121500',
  unit: 'E48',
  /** Subject to tax; IVA, by a rate. */
  taxed: '02',
  iva: '002',
  factor: 'Tasa',
} as const

const RATE = (IVA_PERCENT / 100).toFixed(6)
/** A placeholder: the schema requires 20 digits. */
const NO_CERTIFICATE = '0'.repeat(20)

export interface Invoiced {
  statement: FeeStatementRow
  concepts: Concept[]
  issuer: Taxpayer
  receptor: TaxReceptorRow
}

/**
 * The XML, for a statement whose fees are positive, issued at this instant: a provider may stamp it for 72 hours. Concepts that
 * are not positive, because more was given back than charged, are merged with others. The IVA of the concepts has its decimals,
 * and their sum, rounded once, is that of the invoice.
 */
export function cfdiOf({ statement, concepts, issuer, receptor }: Invoiced, at: string): string {
  const { fee_centavos: base, due_centavos: iva, month } = statement
  const whole: Concept = {
    concept: 'other',
    operations: concepts.reduce((sum, one) => sum + one.operations, 0),
    fee_centavos: base,
  }
  const lines = concepts.every((one) => one.fee_centavos > 0) ? concepts : [whole]
  const tax = (of: string, amount: string) => ({
    Base: of,
    Impuesto: CODES.iva,
    TipoFactor: CODES.factor,
    TasaOCuota: RATE,
    Importe: amount,
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    open('Comprobante', {
      'xmlns:cfdi': 'http://www.sat.gob.mx/cfd/4',
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation': 'http://www.sat.gob.mx/cfd/4 http://www.sat.gob.mx/sitio_internet/cfd/4/cfdv40.xsd',
      Version: '4.0',
      Serie: 'COM',
      Folio: statement.id,
      Fecha: mexicoCityTime(at).slice(0, 19),
      Sello: '',
      FormaPago: CODES.paymentForm,
      NoCertificado: NO_CERTIFICATE,
      Certificado: '',
      SubTotal: formatAmount(base),
      Moneda: CODES.currency,
      Total: formatAmount(base + iva),
      TipoDeComprobante: CODES.kind,
      Exportacion: CODES.exported,
      MetodoPago: CODES.paymentMethod,
      LugarExpedicion: issuer.postal_code,
    }),
    empty('Emisor', { Rfc: issuer.rfc, Nombre: issuer.name, RegimenFiscal: issuer.regime }),
    empty('Receptor', {
      Rfc: receptor.rfc,
      Nombre: receptor.name,
      DomicilioFiscalReceptor: receptor.postal_code,
      RegimenFiscalReceptor: receptor.regime,
      UsoCFDI: receptor.cfdi_use,
    }),
    open('Conceptos'),
    ...lines.flatMap((line) => [
      open('Concepto', {
        ClaveProdServ: CODES.product,
        NoIdentificacion: line.concept,
        Cantidad: '1',
        ClaveUnidad: CODES.unit,
        Descripcion: `${conceptTexts[line.concept]}, ${month}`,
        ValorUnitario: formatAmount(line.fee_centavos),
        Importe: formatAmount(line.fee_centavos),
        ObjetoImp: CODES.taxed,
      }),
      open('Impuestos'),
      open('Traslados'),
      empty('Traslado', tax(formatAmount(line.fee_centavos), exactIva(line.fee_centavos))),
      close('Traslados'),
      close('Impuestos'),
      close('Concepto'),
    ]),
    close('Conceptos'),
    open('Impuestos', { TotalImpuestosTrasladados: formatAmount(iva) }),
    open('Traslados'),
    empty('Traslado', tax(formatAmount(base), formatAmount(iva))),
    close('Traslados'),
    close('Impuestos'),
    close('Comprobante'),
    '',
  ].join('\n')
}

type Attributes = Record<string, string>

function open(name: string, attributes: Attributes = {}): string {
  return `<cfdi:${name}${attributesOf(attributes)}>`
}

function empty(name: string, attributes: Attributes): string {
  return `<cfdi:${name}${attributesOf(attributes)}/>`
}

function close(name: string): string {
  return `</cfdi:${name}>`
}

function attributesOf(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${xmlText(value)}"`)
    .join('')
}
