// Finds what a client meant by a name: a required field that is missing may have been sent under another name, or in another place.

import { maskedStart } from '../cards/mask.ts'
import { isOfTerm } from '../money-terms.ts'
import { lastName, plainName, type Unread, withInner } from '../unread.ts'
import type { Bilingual } from './bilingual.ts'

/** Names under which other services and languages know a field, by the field's own last name. */
const OTHER_NAMES: Record<string, readonly string[]> = {
  recurrent: ['token', 'cardtoken', 'tokenid', 'cardid', 'card', 'source', 'sourceid', 'tarjeta', 'paymentmethodid'],
  token: ['recurrent', 'cardtoken', 'tokenid', 'cardid', 'card', 'source', 'sourceid', 'tarjeta'],
  amount: ['total', 'totalamount', 'importe', 'monto', 'value', 'price'],
  total: ['amount', 'totalamount', 'importe', 'monto', 'price'],
  currency: ['moneda', 'currencycode'],
  transaction: ['transactionid', 'externaltransaction', 'externalid', 'orderid', 'idtransaction'],
  number: ['reference', 'referencenumber', 'orderid', 'order', 'folio', 'numero', 'cardnumber', 'pan'],
  description: ['concept', 'concepto', 'detail', 'descripcion'],
  cardholder_name: ['name', 'holder', 'cardholder', 'cardname', 'nombre', 'titular'],
  holder_name: ['name', 'holder', 'cardholder', 'cardname', 'nombre', 'titular'],
  expiration: ['exp', 'expiry', 'expirationdate', 'expirydate', 'expdate', 'expmonth', 'expyear', 'vencimiento'],
  cvv: ['cvc', 'cvv2', 'cvc2', 'securitycode', 'verificationcode', 'csc', 'cid'],
  name: ['fullname', 'customername', 'firstname', 'nombre'],
  email: ['mail', 'emailaddress', 'correo', 'correoelectronico'],
  phone: ['phonenumber', 'telephone', 'mobile', 'telefono', 'celular'],
  url: ['uri', 'address', 'endpoint', 'callback', 'callbackurl', 'webhook', 'webhookurl'],
  id: ['operation', 'operationid', 'transaction', 'transactionid'],
  key: ['encryptedkey', 'clave'],
  data: ['encrypteddata', 'payload', 'message', 'datos'],
}

/**
 * Among the members that nothing reads, the path of the one that was meant as `field`; undefined when none is near. First counts the same name in
 * another place or spelling (`cardholderName`), then a name of the table, in its order, then a typing error.
 */
export function meantAs(field: string, unread: readonly Unread[]): string | undefined {
  const own = field.slice(field.lastIndexOf('.') + 1)
  const others = OTHER_NAMES[own] ?? []
  let best: { path: string; distance: number } | undefined
  for (const { path, value } of withInner(unread)) {
    // The amount of a tip is no total.
    if (value === undefined || value === null || value === '' || isOfTerm(path)) continue
    const distance = distanceTo(path, field, own, others)
    if (distance !== undefined && (best === undefined || distance < best.distance)) best = { path, distance }
  }
  return best?.path
}

/** The refusal of a required field that was sent under another name. */
export function sentAs(field: string, sent: string): Bilingual {
  const name = maskedStart(sent, 100)
  return [
    `${field} es obligatorio: llegó ${name}; el campo es ${field}`,
    `${field} is required: you sent ${name}; the field is ${field}`,
  ]
}

function distanceTo(path: string, field: string, own: string, others: readonly string[]): number | undefined {
  const name = lastName(path)
  if (name === plainName(own) || plainName(path) === plainName(field)) return 0
  const place = others.indexOf(name)
  if (place >= 0) return 1 + place
  return isSlip(name, plainName(own)) ? FARTHEST : undefined
}

const FARTHEST = 1_000

/** Whether two names differ by one letter, or by two in a name of eight and more: added, left out, another, or two exchanged. */
export function isSlip(name: string, own: string): boolean {
  const most = own.length >= 8 ? 2 : own.length >= 4 ? 1 : 0
  return Math.abs(name.length - own.length) <= most && distanceOf(name, own) <= most
}

/** The least number of such changes that makes one of the other. */
function distanceOf(one: string, other: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const change = one[i - 1] === other[j - 1] ? 0 : 1
      let least = Math.min((last?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last?.[j - 1] ?? 0) + change)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before?.[j - 2] ?? 0) + 1)
      row.push(least)
    }
    ;[before, last] = [last ?? [], row]
  }
  return last?.[other.length] ?? 0
}
