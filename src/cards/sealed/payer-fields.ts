// Reads who pays from the message of a card payment: for the bank, which judges the risk by it.
import type { PayerAddress } from '../../connectors/charge-details.ts'
import { type PlacedText, placedTexts } from '../../core/cards/known-number.ts'
import { phoneForm } from '../../core/forms.ts'
import { isEmail, isMexicanPhone } from '../../core/text.ts'
import type { FieldReader } from './field-reader.ts'

export interface Payer {
  name?: string
  email?: string
  phone?: string
  address?: PayerAddress
}

const NAME_MAX = 120

/** Every member may be left out. An address without its first line is none. */
export function payerOf(read: FieldReader): Payer {
  const name = read.freeText('payer.name', NAME_MAX, 'optional')
  const email = read.freeText('payer.email', 254, 'optional')
  if (email !== undefined && !isEmail(email))
    read.fault('payer.email', ['debe ser un correo electrónico', 'must be an e-mail address'])
  const typed = read.freeText('payer.phone', 40, 'optional')
  const phone = typed === undefined ? undefined : phoneForm(typed)
  if (phone !== undefined && !isMexicanPhone(phone))
    read.fault('payer.phone', ['debe tener 10 dígitos', 'must have 10 digits'])
  const address = addressOf(read)
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(address !== undefined && { address }),
  }
}

function addressOf(read: FieldReader): PayerAddress | undefined {
  const part = (name: string) => read.freeText(`payer.address.${name}`, NAME_MAX, 'optional')
  const line1 = part('line1')
  // Its other parts stay unread, and are named so.
  if (line1 === undefined) return undefined
  const [line2, city, state, postalCode, country] = [
    part('line2'),
    part('city'),
    part('state'),
    part('postal_code'),
    part('country'),
  ]
  if (country !== undefined && !/^[A-Z]{2}$/.test(country))
    read.fault('payer.address.country', ['debe ser un código ISO de dos letras', 'must be an ISO code of two letters'])
  return {
    line1,
    ...(line2 !== undefined && { line2 }),
    ...(city !== undefined && { city }),
    ...(state !== undefined && { state }),
    ...(postalCode !== undefined && { postalCode }),
    ...(country !== undefined && { country }),
  }
}

/** Its texts, by their names on the wire: the data of the request's own card is in none of them. */
export function payerTexts({ name, email, phone, address }: Payer): PlacedText[] {
  const { line1, line2, city, state, postalCode, country } = address ?? {}
  return placedTexts({
    'payer.name': name,
    'payer.email': email,
    'payer.phone': phone,
    'payer.address.line1': line1,
    'payer.address.line2': line2,
    'payer.address.city': city,
    'payer.address.state': state,
    'payer.address.postal_code': postalCode,
    'payer.address.country': country,
  })
}
