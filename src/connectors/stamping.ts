// The port to a stamping provider (PAC): turns an unstamped CFDI into an invoice. Without a provider there are no invoices.
import { isUuid } from '../core/forms.ts'
import { xmlAttributes } from '../core/xml.ts'
import { type Bounded, type Bounds, bounded, type Unknown } from './bounded.ts'
import type { Connector } from './connector.ts'

export interface StampRequest {
  /** The same in every repeat for an invoice: the provider stamps it once. */
  statementId: string
  /** A CFDI 4.0 with empty seals. */
  xml: string
}

/** `refused`: final for this XML, with a readable reason. */
export type StampOutcome =
  | { kind: 'stamped'; uuid: string; xml: string }
  | { kind: 'refused'; reason: string }
  | Unknown

export interface StampingProvider {
  readonly name: string
  readonly simulated?: boolean
  stamp(request: StampRequest, signal: AbortSignal): Promise<StampOutcome>
}

/** The type of a file's export `stampingProvider`. */
export type StampingConnector = Connector<StampingProvider>

export type StampingPort = Bounded<StampingProvider>

/** The invoice of a month's fees has some kilobytes. */
const MAX_XML = 1_048_576

/** The bounded provider. An answer that is not the requested invoice with its stamp is `unknown`. */
export function stampingPort(provider: StampingProvider, bounds: Bounds): StampingPort {
  const checked: StampingProvider = {
    name: provider.name,
    ...(provider.simulated !== undefined && { simulated: provider.simulated }),
    stamp: async (request, signal) => {
      const outcome = await provider.stamp(request, signal)
      if (outcome.kind !== 'stamped' || isStampOf(request, outcome)) return outcome
      bounds.log.warn({ connector: provider.name, method: 'stamp' }, 'what came back is not the invoice, stamped')
      return { kind: 'unknown', failed: true }
    },
  }
  return bounded(checked, { stamp: { stamped: ['uuid'], refused: ['reason'], unknown: [] } }, bounds)
}

/** The attributes of an invoice about money and parties, by element. */
const COMPARED = {
  Comprobante: ['Folio', 'Fecha', 'Moneda', 'SubTotal', 'Descuento', 'Total', 'TipoDeComprobante'],
  CfdiRelacionado: ['UUID'],
  Emisor: ['Rfc'],
  Receptor: ['Rfc', 'DomicilioFiscalReceptor', 'UsoCFDI'],
}

/** Whether the XML has the stamp of the answered folio, and the same money and parties as the request. */
function isStampOf({ xml: asked }: StampRequest, { uuid, xml }: { uuid: unknown; xml: unknown }): boolean {
  if (typeof uuid !== 'string' || !isUuid(uuid) || typeof xml !== 'string' || xml.length > MAX_XML) return false
  const stamped = xmlAttributes(xml, 'tfd:TimbreFiscalDigital')?.UUID
  const isSame = Object.entries(COMPARED).every(([element, names]) => {
    const [wanted, found] = [asked, xml].map((one) => xmlAttributes(one, `cfdi:${element}`))
    return names.every((name) => wanted?.[name] === found?.[name])
  })
  return stamped?.toLowerCase() === uuid.toLowerCase() && isSame
}
