// The fields of an order at STP, and the chain over which its signature is made.

/** In the order of the chain (cadena original): all of them, always; a field that is not sent is empty. */
const CHAIN = [
  'institucionContraparte',
  'empresa',
  'fechaOperacion',
  'folioOrigen',
  'claveRastreo',
  'institucionOperante',
  'monto',
  'tipoPago',
  'tipoCuentaOrdenante',
  'nombreOrdenante',
  'cuentaOrdenante',
  'rfcCurpOrdenante',
  'tipoCuentaBeneficiario',
  'nombreBeneficiario',
  'cuentaBeneficiario',
  'rfcCurpBeneficiario',
  'emailBeneficiario',
  'tipoCuentaBeneficiario2',
  'nombreBeneficiario2',
  'cuentaBeneficiario2',
  'rfcCurpBeneficiario2',
  'conceptoPago',
  'conceptoPago2',
  'claveCatUsuario1',
  'claveCatUsuario2',
  'clavePago',
  'referenciaCobranza',
  'referenciaNumerica',
  'tipoOperacion',
  'topologia',
  'usuario',
  'medioEntrega',
  'prioridad',
  'iva',
] as const

export type OrderFields = Readonly<Partial<Record<(typeof CHAIN)[number], string>>>

/** `||40012|COBROMX|…|0|||`: 34 fields. */
export function chainOfOrder(fields: OrderFields): string {
  return chainOf(CHAIN.map((name) => fields[name] ?? ''))
}

export function chainOf(values: readonly string[]): string {
  return `||${values.join('|')}||`
}

/** Sample: 125050 is `1250.50`. */
export function amountText(centavos: number): string {
  const digits = String(centavos).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * A text as STP takes it: letters without accents, no other character outside ASCII, none that separates the fields of the chain, trimmed,
 * cut. Sample: `Núñez|Peña` is `Nunez Pena`.
 */
export function asciiText(text: string, most: number): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll('|', ' ')
  return plain.trim().slice(0, most).trim()
}

/** `2026-11-21` as STP writes it: `20261121`. */
export function dayDigits(day: string): string {
  return day.replaceAll('-', '')
}
