// A month's fees as an unstamped CFDI 4.0: all fields of its schema and the merchant's tax data, with empty seals. It is
// not yet an invoice.
import { exactIva, IVA_PERCENT } from '../../core/fees.ts'
import { localTime } from '../../core/local-time.ts'
import { formatAmount } from '../../core/money.ts'
import type { Taxpayer } from '../../core/taxpayer.ts'
import { xmlText } from '../../core/xml.ts'
import type { Concept } from './concepts.ts'
import { conceptTexts } from './present.ts'
import type { FeeStatementRow, TaxReceptorRow } from './tables.ts'

/** The codes of the tax office's catalogues for invoices of fees. */
const CODES = {
  /** Pesos; the fees are set off against what the merchant is owed, in one payment. */
  currency: 'MXN',
  paymentForm: '17',
  paymentMethod: 'PUE',
  /** Without exports. */
  exported: '01',
  /** Banking institutions; a unit of service. */
  product: '84121500',
  unit: 'E48',
  /** Subject to tax; IVA, by a rate. */
  taxed: '02',
  iva: '002',
  factor: 'Tasa',
  /** A credit note of the related invoice. */
  relation: '01',
} as const

/** What differs between the invoice of a month's fees and the credit note of a month that gave back more than it charged. */
const KINDS = {
  invoice: {
    code: 'I',
    series: 'COM',
    text: (concept: string) => concept,
    lessText: 'menos comisiones devueltas',
    useOf: ({ cfdi_use }: TaxReceptorRow) => cfdi_use,
  },
  'credit-note': {
    code: 'E',
    series: 'NCR',
    text: (concept: string) => `Devolución: ${concept}`,
    lessText: 'menos comisiones cobradas',
    // G02: return, discount or rebate. S01: a receptor without tax obligations, for every document.
    useOf: ({ cfdi_use }: TaxReceptorRow) => (cfdi_use === 'S01' ? cfdi_use : 'G02'),
  },
} as const

const RATE = (IVA_PERCENT / 100).toFixed(6)
/** A placeholder: the schema requires 20 digits. */
const NO_CERTIFICATE = '0'.repeat(20)

export interface Invoiced {
  statement: FeeStatementRow
  concepts: Concept[]
  issuer: Taxpayer
  /** That of the issuer's postal code: a provider refuses a document of an hour that has not come there. */
  timeZone: string
  receptor: TaxReceptorRow
  /** The folio fiscal of the invoice that a credit note belongs to; undefined for an invoice. */
  related: string | undefined
}

/** The kind of document that a month's fees need; undefined when they are zero. */
export function cfdiKindOf({ fee_centavos }: Pick<FeeStatementRow, 'fee_centavos'>): keyof typeof KINDS | undefined {
  if (fee_centavos === 0) return undefined
  return fee_centavos > 0 ? 'invoice' : 'credit-note'
}

/**
 * The XML of a statement whose fees are not zero, issued at this instant: a provider may stamp it for 72 hours. A credit note has the
 * amounts without their sign. Concepts of the other sign are discounts. The IVA of a concept is not rounded; the IVA of the document is
 * the sum, rounded once.
 */
export function cfdiOf({ statement, concepts, issuer, timeZone, receptor, related }: Invoiced, at: string): string {
  const name = cfdiKindOf(statement)
  if (name === undefined) throw new RangeError('a month without fees has no invoice')
  const kind = KINDS[name]
  const sign = name === 'invoice' ? 1 : -1
  const [base, iva] = [Math.abs(statement.fee_centavos), Math.abs(statement.due_centavos)]
  const { lines, discounted } = invoiceLines(
    concepts.map((one) => ({ concept: one.concept, fee_centavos: sign * one.fee_centavos })),
  )
  const discount = lines.reduce((sum, line) => sum + line.discountCentavos, 0)
  const less = ` (${kind.lessText}: ${discounted.map((concept) => conceptTexts[concept]).join('; ')})`
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
      Serie: kind.series,
      Folio: statement.id,
      Fecha: localTime(at, timeZone),
      Sello: '',
      FormaPago: CODES.paymentForm,
      NoCertificado: NO_CERTIFICATE,
      Certificado: '',
      SubTotal: formatAmount(base + discount),
      ...(discount > 0 && { Descuento: formatAmount(discount) }),
      Moneda: CODES.currency,
      Total: formatAmount(base + iva),
      TipoDeComprobante: kind.code,
      Exportacion: CODES.exported,
      MetodoPago: CODES.paymentMethod,
      LugarExpedicion: issuer.postal_code,
    }),
    ...(related === undefined
      ? []
      : [
          open('CfdiRelacionados', { TipoRelacion: CODES.relation }),
          empty('CfdiRelacionado', { UUID: related }),
          close('CfdiRelacionados'),
        ]),
    empty('Emisor', { Rfc: issuer.rfc, Nombre: issuer.name, RegimenFiscal: issuer.regime }),
    empty('Receptor', {
      Rfc: receptor.rfc,
      Nombre: receptor.name,
      DomicilioFiscalReceptor: receptor.postal_code,
      RegimenFiscalReceptor: receptor.regime,
      UsoCFDI: kind.useOf(receptor),
    }),
    open('Conceptos'),
    ...lines.flatMap(({ concept, amountCentavos, discountCentavos }) => {
      const net = amountCentavos - discountCentavos
      const text = `${kind.text(conceptTexts[concept])}, ${statement.month}`
      return [
        open('Concepto', {
          ClaveProdServ: CODES.product,
          NoIdentificacion: concept,
          Cantidad: '1',
          ClaveUnidad: CODES.unit,
          Descripcion: discountCentavos > 0 ? `${text}${less}` : text,
          ValorUnitario: formatAmount(amountCentavos),
          Importe: formatAmount(amountCentavos),
          ...(discountCentavos > 0 && { Descuento: formatAmount(discountCentavos) }),
          ObjetoImp: CODES.taxed,
        }),
        open('Impuestos'),
        open('Traslados'),
        empty('Traslado', tax(formatAmount(net), exactIva(net))),
        close('Traslados'),
        close('Impuestos'),
        close('Concepto'),
      ]
    }),
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

/** A concept. What was given back is a discount on what was charged, because a CFDI has no negative amounts. */
interface InvoiceLine {
  concept: Concept['concept']
  /** Positive. */
  amountCentavos: number
  /** Less than the amount: a tax needs a base above zero. */
  discountCentavos: number
}

interface InvoiceLines {
  lines: InvoiceLine[]
  /** The concepts whose negative amounts the discounts are. */
  discounted: Concept['concept'][]
}

/**
 * The lines of concepts with a positive sum, which is that of the amounts less the discounts, to the centavo. The largest concept takes the
 * discount as far as it goes, then the next. When the sum has fewer centavos than there are concepts, the smallest concepts are set off and
 * have no line.
 *
 * Sample: card -72.00 and spei 200.00 are one line, spei 200.00 with a discount of 72.00.
 */
export function invoiceLines(concepts: readonly Pick<Concept, 'concept' | 'fee_centavos'>[]): InvoiceLines {
  const sum = concepts.reduce((total, one) => total + one.fee_centavos, 0)
  if (sum <= 0) throw new RangeError('an invoice has a positive sum')
  const charged = concepts.filter((one) => one.fee_centavos > 0)
  const largest = [...charged].sort((one, other) => other.fee_centavos - one.fee_centavos).slice(0, sum)
  const kept = new Map<Concept['concept'], number>()
  let left = largest.reduce((total, one) => total + one.fee_centavos, 0) - sum
  for (const { concept, fee_centavos } of largest) {
    const discount = Math.min(left, fee_centavos - 1)
    kept.set(concept, discount)
    left -= discount
  }
  return {
    lines: charged.flatMap(({ concept, fee_centavos: amountCentavos }) => {
      const discountCentavos = kept.get(concept)
      return discountCentavos === undefined ? [] : [{ concept, amountCentavos, discountCentavos }]
    }),
    discounted: concepts.filter((one) => one.fee_centavos < 0).map(({ concept }) => concept),
  }
}
