// The labels of fields in sentences of the service, which names a field as the API calls it.
import { capital } from './capital.ts'

type Words = readonly [es: string, en: string]

/** The labels of fields, by their names on the wire. The last part of a name counts: `destination.clabe` is a CLABE. */
export const labels: Record<string, Words> = {
  above: ['Lo más que devuelve una persona sola', 'Most to give back alone'],
  amount: ['Monto', 'Amount'],
  because: ['Por qué', 'Why'],
  beneficiary: ['A nombre de', 'Account holder'],
  card: ['Tarjeta', 'Card'],
  card_type: ['Marca', 'Brand'],
  cfdi_use: ['Uso de la factura', 'Use of the invoice'],
  charge_method: ['Forma de pago', 'Way of paying'],
  clabe: ['CLABE', 'CLABE'],
  closing: ['Cierre del día por correo', 'Daily closing by e-mail'],
  code: ['Código', 'Code'],
  colour: ['Color', 'Colour'],
  content: ['Logotipo', 'Logo'],
  customer: ['Cliente', 'Customer'],
  date: ['Fecha', 'Date'],
  day: ['Al día', 'A day'],
  days: ['Días', 'Days'],
  description: ['Descripción', 'Description'],
  destination: ['A dónde', 'Where to'],
  dispute: ['Por cada aclaración perdida', 'For each dispute lost'],
  email: ['Correo', 'E-mail'],
  end_date: ['Hasta', 'To'],
  events: ['Eventos', 'Events'],
  expires_at: ['Vence', 'Expires'],
  external_transactions: ['Transacción externa', 'External transaction'],
  file: ['Archivo', 'File'],
  fixed: ['Fijo', 'Fixed'],
  kind: ['Qué muestra', 'What it shows'],
  last4: ['Últimos 4 de la tarjeta', 'Last 4 of the card'],
  legal_name: ['Razón social', 'Legal name'],
  limit: ['Filas', 'Rows'],
  max_amount: ['Monto hasta', 'Amount to'],
  maximum: ['A lo más', 'At most'],
  min_amount: ['Monto desde', 'Amount from'],
  minimum: ['Al menos', 'At least'],
  name: ['Nombre', 'Name'],
  offset: ['Página', 'Page'],
  operation: ['Operación', 'Operation'],
  operator: ['Operador', 'Operator'],
  outcome: ['Qué hizo la red', 'What the network did'],
  password: ['Contraseña', 'Password'],
  path: ['Ruta', 'Path'],
  payment: ['Por pago', 'One payment'],
  payment_method: ['Forma de pago', 'Way of paying'],
  percentage: ['Porcentaje', 'Percentage'],
  period: ['Se cobra una vez', 'Charged once'],
  phone: ['Teléfono', 'Phone'],
  plan: ['Plan', 'Plan'],
  postal_code: ['Código postal', 'Postal code'],
  q: ['Buscar', 'Search'],
  query: ['Filtros', 'Filters'],
  reason: ['Motivo', 'Reason'],
  reference: ['Referencia', 'Reference'],
  regime: ['Régimen fiscal', 'Tax regime'],
  rfc: ['RFC', 'RFC'],
  role: ['Rol', 'Role'],
  scopes: ['Permisos', 'Powers'],
  site: ['Sitio', 'Site'],
  start_date: ['Desde', 'From'],
  since: ['Desde', 'Since'],
  starting_after: ['Página', 'Page'],
  status: ['Estado', 'State'],
  texts: ['Pruebas', 'Evidence'],
  total: ['Monto', 'Amount'],
  trade_name: ['Nombre comercial', 'Trade name'],
  transaction: ['Operación', 'Operation'],
  url: ['URL', 'URL'],
  user: ['Cómo se llama en los cobros', 'Name in charges'],
  uses: ['Pagos que acepta', 'Payments that it takes'],
  ways: ['Formas de pago', 'Ways of paying'],
}

/** The same for one field, beside which it is shown: without its label. */
export function withoutName(field: string, text: string): string {
  return capital(text.startsWith(field) ? text.slice(field.length).replace(/^[\s:]+/, '') : text)
}

/** Sample: `clabe debe tener 18 dígitos` is `CLABE: debe tener 18 dígitos`. */
export function labelled(field: string, text: string, labelOf: (name: string) => string | undefined): string {
  const label = labelOf(field)
  // Names in the middle of a sentence: only those that no sentence for people has by chance.
  const plain = (sentence: string) =>
    sentence.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => {
      const own = labelOf(name)
      return own === undefined ? name : `«${own}»`
    })
  if (label === undefined || !text.startsWith(field)) return capital(plain(text))
  return `${label}: ${plain(text.slice(field.length).replace(/^[\s:]+/, ''))}`
}
