// Refuses the data of the request's own card in any text of the request: the number, however it is written, and the code
// beside one of its names. Both are known here, so the texts are searched for exactly them.
import type { FastifyRequest } from 'fastify'
import { type PlacedText, placedTexts, placesOfNumber } from '../../core/cards/known-number.ts'
import { cardNumberProblem } from '../../core/cards/number-in-text.ts'
import { codeProblem, placesOfCode } from '../../core/cards/security-code.ts'
import type { FieldProblems } from '../../core/failure-table.ts'
import type { Bilingual } from '../../core/language/bilingual.ts'
import { type Metadata, metadataTexts } from '../../core/metadata.ts'
import { Failure } from '../../failures.ts'
import type { CardVault } from '../../vault/cards.ts'
import type { Message } from '../../vault/message.ts'
import { payerTexts } from './payer-fields.ts'
import type { Charge } from './request.ts'

/** What a request says of its card. */
interface OwnCard {
  numbers: readonly string[]
  codes: readonly string[]
  /** YYMM. Beside one of them three digits are a code. */
  expirations?: readonly string[]
}

/** Read before the message is checked: a request with other faults must not leave its card in a stored copy either. */
export function ownCardOf(message: Message): OwnCard {
  const numbers = new Set<string>()
  const codes = new Set<string>()
  const expirations = new Set<string>()
  for (const fields of [message, message.card, message.ecommerce]) {
    if (typeof fields !== 'object' || fields === null) continue
    const { number, raw, cvv, expiration } = fields as Message
    for (const text of [number, raw].map(digitsOf)) if (/^\d{12,19}$/.test(text)) numbers.add(text)
    if (/^\d{3,4}$/.test(digitsOf(cvv))) codes.add(digitsOf(cvv))
    if (/^\d{4}$/.test(digitsOf(expiration))) expirations.add(digitsOf(expiration))
  }
  return { numbers: [...numbers], codes: [...codes], expirations: [...expirations] }
}

/** The longest sum of unknown members that is searched. Metadata has a bound of its own. */
const MAX_CHARACTERS = 16_384

/** The texts around a sealed message: its headers, its address, and what is beside the envelope in the body. */
export function textsAround(request: FastifyRequest): PlacedText[] {
  const { key: _, data: __, metadata, ...others } = (request.body ?? {}) as Record<string, unknown>
  let unknown = metadataTexts(others, 'body')
  if (unknown.reduce((sum, { text }) => sum + text.length, 0) > MAX_CHARACTERS) {
    // Nothing reads them, so they are not searched; no copy of the request is kept.
    request.hadCardData = true
    unknown = []
  }
  const headers = Object.entries(request.headers).filter(([name]) => name !== 'authorization' && name !== 'cookie')
  return [
    { place: 'url', text: request.url },
    ...headers.map(([name, text]) => ({ place: HEADER_NAMES[name] ?? name, text: asSent(String(text)) })),
    // A client chose these names, so the place does not repeat them.
    ...headers.flatMap(([name]) => (/\d/.test(name) ? [{ place: 'headers', text: name, isName: true }] : [])),
    ...unknown,
    ...(typeof metadata === 'object' && metadata !== null
      ? metadataTexts(metadata as Metadata)
      : [{ place: 'metadata', text: String(metadata ?? '') }]),
  ]
}

/** A header is read byte by byte, and a client may have sent UTF-8: some encode it twice. */
function asSent(text: string): string {
  const versions = [text]
  for (let last = text; versions.length <= 2 && /[\x80-\xff]/.test(last) && !/[^\0-\xff]/.test(last); ) {
    last = Buffer.from(last, 'latin1').toString()
    versions.push(last)
  }
  return versions.join('\n')
}

/** Refuses the number of a token or saved card, which a call names, in the texts of its request. */
export type RefuseNumberOf = (request: FastifyRequest, recurrent: string) => Promise<void>

export function numberRefuser(cardVault: CardVault): RefuseNumberOf {
  return async (request, recurrent) => {
    // The call itself refuses a token that is wrong.
    const resolved = await cardVault.resolve(request.caller.accountId, recurrent).catch((error: unknown) => {
      if (error instanceof Failure) return undefined
      throw error
    })
    if (resolved !== undefined) refuseCardData(textsAround(request), { numbers: [resolved.card.number], codes: [] })
  }
}

/** The texts of a charge that are kept or sent to the bank, by their names on the wire. */
export function textsOf(charge: Charge): PlacedText[] {
  const { affiliate, metadata } = charge
  const texts = placedTexts({
    'payment.reference.description': charge.description,
    'payment.reference.number': charge.referenceNumber,
    'payment.external.transaction': charge.externalTransaction,
    'payment.external.application_key': charge.applicationKey,
    'payment.affiliated.user': affiliate?.user,
    return_url: charge.returnUrl,
    'payment.origin.location.latitude': charge.latitude,
    'payment.origin.location.longitude': charge.longitude,
    'payment.origin.ip': charge.ip,
    device_session_id: charge.deviceSession,
    'card.holder_name': 'card' in charge.paidWith ? charge.paidWith.card.holderName : undefined,
  })
  return [...texts, ...payerTexts(charge.payer), ...metadataTexts(metadata)]
}

/** Fails with `parameters-invalid` by the places of the texts, never by what is in them. */
export function refuseCardData(texts: readonly PlacedText[], { numbers, codes, expirations }: OwnCard): void {
  const problems = new Map<string, Bilingual>()
  for (const code of codes) for (const place of placesOfCode(texts, code, expirations)) problems.set(place, codeProblem)
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

/** The place to show. It may contain names that the client chose; one with many digits is cut, because it may hold a part of the number. */
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
