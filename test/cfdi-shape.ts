// The requirements of the schema of CFDI 4.0 (cfdv40.xsd) for an invoice of fees, as a table: elements, order, attributes and forms.
// It is no copy of the public schema, which the tests cannot reach; a reader who has it can validate with it.

const amount = /^\d{1,18}(\.\d{1,6})?$/
const rfc = /^[A-Z&Ñ]{3,4}\d{2}(0[1-9]|1[012])(0[1-9]|[12]\d|3[01])[A-Z0-9]{2}[0-9A]$/
const postalCode = /^\d{5}$/
const named = /^[^|]{1,300}$/
const code = (digits: number) => new RegExp(`^\\d{${digits}}$`)

interface Shape {
  required: Record<string, RegExp>
  optional?: Record<string, RegExp>
  children?: readonly string[]
}

const shapes: Record<string, Shape> = {
  Comprobante: {
    required: {
      Version: /^4\.0$/,
      Fecha: /^20[1-9]\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3])(:[0-5]\d){2}$/,
      Sello: /^/,
      NoCertificado: code(20),
      Certificado: /^/,
      SubTotal: amount,
      Moneda: /^MXN$/,
      Total: amount,
      TipoDeComprobante: /^[IETNP]$/,
      Exportacion: /^0[1-4]$/,
      LugarExpedicion: postalCode,
    },
    optional: { Serie: /^[^|]{1,25}$/, Folio: /^[^|]{1,40}$/, FormaPago: code(2), MetodoPago: /^(PUE|PPD)$/ },
    children: ['Emisor', 'Receptor', 'Conceptos', 'Impuestos'],
  },
  Emisor: { required: { Rfc: rfc, Nombre: named, RegimenFiscal: code(3) } },
  Receptor: {
    required: {
      Rfc: rfc,
      Nombre: named,
      DomicilioFiscalReceptor: postalCode,
      RegimenFiscalReceptor: code(3),
      UsoCFDI: /^([GDI]\d\d|S01|CP01|CN01)$/,
    },
  },
  Conceptos: { required: {}, children: ['Concepto'] },
  Concepto: {
    required: {
      ClaveProdServ: code(8),
      Cantidad: amount,
      ClaveUnidad: /^[A-Z0-9]{1,3}$/,
      Descripcion: /^[^|]{1,1000}$/,
      ValorUnitario: amount,
      Importe: amount,
      ObjetoImp: /^0\d$/,
    },
    optional: { NoIdentificacion: /^[^|]{1,100}$/ },
    children: ['Impuestos'],
  },
  Impuestos: { required: {}, optional: { TotalImpuestosTrasladados: amount }, children: ['Traslados'] },
  Traslados: { required: {}, children: ['Traslado'] },
  Traslado: {
    required: { Base: amount, Impuesto: /^00[1-3]$/, TipoFactor: /^Tasa$/ },
    optional: { TasaOCuota: /^\d\.\d{6}$/, Importe: amount },
  },
}

/** The differences of an XML from the table; and sums that violate the rules of the tax office. */
export function cfdiFaults(xml: string): string[] {
  const faults: string[] = []
  const open: { name: string; at: number }[] = []
  const seen: { name: string; attributes: Record<string, string>; parent: string }[] = []
  for (const [, closing, name = '', text = '', empty] of xml.matchAll(/<(\/?)cfdi:(\w+)([^>]*?)(\/?)>/g)) {
    if (closing) {
      if (open.pop()?.name !== name) faults.push(`</${name}> closes nothing`)
      continue
    }
    const parent = open.at(-1)
    const allowed = parent === undefined ? ['Comprobante'] : (shapes[parent.name]?.children ?? [])
    const place = allowed.indexOf(name)
    if (place < 0 || (parent !== undefined && place < parent.at)) faults.push(`${name} in ${parent?.name ?? 'nothing'}`)
    if (parent) parent.at = place
    const attributes = Object.fromEntries(
      [...text.matchAll(/\s([\w:]+)="([^"<]*)"/g)].map((match) => [match[1], match[2]]),
    )
    const { required = {}, optional = {} } = shapes[name] ?? {}
    for (const [attribute, form] of Object.entries({ ...required, ...optional })) {
      const value = attributes[attribute]
      if (value === undefined ? attribute in required : !form.test(value)) faults.push(`${name}.${attribute}=${value}`)
    }
    for (const attribute of Object.keys(attributes))
      if (!attribute.includes(':') && !(attribute in required) && !(attribute in optional))
        faults.push(`${name} has no ${attribute}`)
    seen.push({ name, attributes: attributes as Record<string, string>, parent: parent?.name ?? '' })
    if (!empty) open.push({ name, at: 0 })
  }
  if (open.length > 0) faults.push(`${open.at(-1)?.name} is not closed`)
  const micros = (text: string | undefined) => Math.round(Number(text) * 1e6)
  const whole = seen[0]?.attributes ?? {}
  const concepts = seen.filter(({ name }) => name === 'Concepto')
  const taxes = seen.filter(({ name }) => name === 'Traslado')
  const sum = (values: (string | undefined)[]) => values.reduce((total, one) => total + micros(one), 0)
  if (sum(concepts.map((one) => one.attributes.Importe)) !== micros(whole.SubTotal)) faults.push('SubTotal')
  const total = seen.find((one) => one.attributes.TotalImpuestosTrasladados !== undefined)
  const iva = micros(total?.attributes.TotalImpuestosTrasladados)
  // The taxes of the concepts keep their decimals; their sum is rounded once.
  const exact = sum(taxes.slice(0, -1).map((one) => one.attributes.Importe))
  if (Math.round(exact / 1e4) * 1e4 !== iva || micros(taxes.at(-1)?.attributes.Importe) !== iva) faults.push('IVA')
  if (micros(whole.SubTotal) + iva !== micros(whole.Total)) faults.push('Total')
  return faults
}
