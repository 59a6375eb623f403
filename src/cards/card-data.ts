// Refuses the data of the request's own card in any text of the request: the number, however it is written, and the code
// beside one of its names. Both are known here, so they are searched, and not guessed by their form.
import type { FastifyRequest } from 'fastify'
import { cardNumberProblem } from '../core/card-in-text.ts'
import { type Bilingual, Failure, type FieldProblems } from '../core/failure.ts'
import { type PlacedText, placesOfNumber } from '../core/known-card.ts'
import { type Metadata, metadataTexts } from '../core/metadata.ts'
import { codeProblem, placesOfCode } from '../core/security-code.ts'
import type { Message } from '../vault/message.ts'
import type { Charge } from './request.ts'

/** What a request says of its card. */
export interface OwnCard {
  numbers: readonly string[]
  codes: readonly string[]
}

/** Read before the message is checked: a request with other faults must not leave its card in a stored copy either. */
export function ownCardOf(message: Message): OwnCard {
  const numbers = new Set<string>()
  const codes = new Set<string>()
  for (const fields of [message, message.card, message.ecommerce]) {
    if (typeof fields !== 'object' || fields === null) continue
    const { number, raw, cvv } = fields as Message
    for (const text of [number, raw].map(digitsOf)) if (/^\d{12,19}$/.test(text)) numbers.add(text)
    if (/^\d{3,4}$/.test(digitsOf(cvv))) codes.add(digitsOf(cvv))
  }
  return { numbers: [...numbers], codes: [...codes] }
}

/** Of members that the call does not know. Metadata has its own bound. */
const MOST_CHARACTERS = 16_384

/** The texts around a sealed message: its headers, its address, and what is beside the envelope in the body. */
export function textsAround(request: FastifyRequest): PlacedText[] {
  const { key: _, data: __, metadata, ...others } = (request.body ?? {}) as Record<string, unknown>
  let unknown = metadataTexts(others, 'body')
  if (unknown.reduce((sum, { text }) => sum + text.length, 0) > MOST_CHARACTERS) {
    // They are used for nothing, so they are not searched, and no copy of them is kept.
    request.hadCardData = true
    unknown = []
  }
  const headers = Object.entries(request.headers).filter(([name]) => name !== 'authorization' && name !== 'cookie')
  return [
    { place: 'url', text: request.url },
    ...headers.map(([name, text]) => ({ place: HEADER_NAMES[name] ?? name, text: String(text) })),
    ...unknown,
    ...(typeof metadata === 'object' && metadata !== null
      ? metadataTexts(metadata as Metadata)
      : [{ place: 'metadata', text: String(metadata ?? '') }]),
  ]
}

/** The texts of a charge that are kept, by their names on the wire. */
export function textsOf(charge: Charge): PlacedText[] {
  const { affiliate, metadata } = charge
  const texts = {
    'payment.reference.description': charge.description,
    'payment.reference.number': charge.referenceNumber,
    'payment.external.transaction': charge.externalTransaction,
    'payment.external.application_key': charge.applicationKey,
    'payment.affiliated.user': affiliate?.user,
    'payment.origin.location.latitude': charge.latitude,
    'payment.origin.location.longitude': charge.longitude,
    'payment.origin.ip': charge.ip,
    'card.holder_name': 'card' in charge.paidWith ? charge.paidWith.card.holderName : undefined,
  }
  const given = Object.entries(texts).flatMap(([place, text]) => (text === undefined ? [] : [{ place, text }]))
  return [...given, ...metadataTexts(metadata)]
}

/** Fails with `parameters-invalid` by the places of the texts, never by what is in them. */
export function refuseCardData(texts: readonly PlacedText[], { numbers, codes }: OwnCard): void {
  const problems = new Map<string, Bilingual>()
  for (const code of codes) for (const place of placesOfCode(texts, code)) problems.set(place, codeProblem)
  for (const number of numbers)
    for (const place of placesOfNumber(texts, number)) problems.set(place, cardNumberProblem)
  if (problems.size === 0) return
  const fields: FieldProblems = {}
  for (const [found, [es, en]] of problems) {
    const place = namedPlace(found)
    fields[place] = [[`${place} ${es}`, `${place} ${en}`]]
  }
  throw new Failure('parameters-invalid', { fields })
}

/** A place has names that the client chose: with many digits it may be a part of the number. */
function namedPlace(place: string): string {
  return place.replace(/\D/g, '').length > 6 ? (place.split('.')[0] ?? '') : place
}

const HEADER_NAMES: Readonly<Record<string, string>> = {
  'idempotency-key': 'Idempotency-Key',
  'user-agent': 'User-Agent',
}

/** Some clients send digits as numbers. */
function digitsOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).replace(/\D/g, '') : ''
}
