// Reads a typed card: the same check for tokens and for charges with a typed card.

import {
  brandOf,
  type ClearCard,
  hasBrandLength,
  isExpired,
  parseExpiration,
  passesLuhn,
  securityCodeLength,
} from '../core/cards/number.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import type { Bilingual } from '../core/language/bilingual.ts'
import { meantAs, sentAs } from '../core/language/meant-field.ts'
import { isPrintable } from '../core/text.ts'
import { unreadMembers } from '../core/unread.ts'
import { Failure } from '../failures.ts'
import { declineFailure } from './declined.ts'

/** What is read of a card; clients send its brand beside them. */
const READ = new Set(['number', 'raw', 'holder_name', 'cardholder_name', 'expiration', 'cvv', 'type'])
const MAX_HOLDER_NAME = 100
/** More digits than a name has, fewer than a card number has, so that a card number is never stored as a name. */
const MAX_DIGITS_IN_NAME = 6
/** ISO 8583: invalid card number. */
const INVALID_NUMBER = '14'

/** Where the fields of a card are on the wire. Sample: `card`; empty at the top. */
export interface TypedAt {
  path: string
  /** The same card once more: some clients send it twice, and not always all of it in one place. */
  again?: { path: string; fields: Record<string, unknown> }
}

/**
 * The card in `fields`: `number` (blanks and hyphens between the digits are allowed), `holder_name` or `cardholder_name`,
 * `expiration` (YYMM) and `cvv`; other fields are ignored. Some clients mask `number` and send the whole number in `raw`:
 * the whole one is used, and two whole numbers must be equal. What is not there is taken from `again`. `today` is a Mexico City day, `YYYY-MM-DD`.
 *
 * `parameters-invalid` names missing fields, and the name under which one was sent, `card-invalid` wrong ones. A number with only a wrong check digit is declined
 * as by a bank: `payment-declined` with code 14. No refusal repeats what was typed.
 */
export function clearCard(first: Record<string, unknown>, where: TypedAt & { today: string }): ClearCard {
  const fields = where.again === undefined ? first : joined(first, where.again.fields)
  const holderField = holderFieldOf(fields, where.path)
  const typed = {
    number: wholeNumber(fields) ?? (digitsOf(fields.number) || digitsOf(fields.raw)),
    [holderField]: textOf(fields[holderField]).trim(),
    expiration: textOf(fields.expiration).trim(),
    cvv: textOf(fields.cvv).trim(),
  }
  const nameOf = (field: string) => (where.path === '' ? field : `${where.path}.${field}`)

  const missing = Object.entries(typed).filter(([, text]) => text === '')
  if (missing.length > 0) {
    const unread = unreadMembers(fields, READ)
    const texts = missing.map(([field]): [string, Bilingual[]] => {
      const name = nameOf(field)
      const sent = meantAs(field, unread)
      return [
        name,
        [sent === undefined ? [`${name} es obligatorio`, `${name} is required`] : sentAs(name, nameOf(sent))],
      ]
    })
    throw new Failure('parameters-invalid', { fields: Object.fromEntries(texts) })
  }

  const { number, expiration, cvv: securityCode } = typed
  const holderName = typed[holderField] ?? ''
  const faults: FieldProblems = {}
  const brand = brandOf(number)
  if (brand === undefined || !hasBrandLength(number)) faults[nameOf('number')] = [problems.number]
  const other: Bilingual = [
    `El número no es el mismo que ${nameOf('number')}`,
    `The number is not the same as ${nameOf('number')}`,
  ]
  for (const name of otherNumbers(first, number)) faults[nameOf(name)] = [other]
  for (const name of otherNumbers(where.again?.fields ?? {}, number)) faults[`${where.again?.path}.${name}`] = [other]
  const date = parseExpiration(expiration)
  if (date === undefined) faults[nameOf('expiration')] = [problems.expirationForm]
  else if (isExpired(date, where.today)) faults[nameOf('expiration')] = [problems.expired]
  const codeLengths: number[] = brand === undefined ? [3, 4] : [securityCodeLength(brand)]
  if (!/^\d+$/.test(securityCode) || !codeLengths.includes(securityCode.length))
    faults[nameOf('cvv')] = [problems.securityCode]
  if (!isPrintable(holderName, MAX_HOLDER_NAME) || digitsIn(holderName) > MAX_DIGITS_IN_NAME)
    faults[nameOf(holderField)] = [problems.holderName]
  if (Object.keys(faults).length > 0) throw new Failure('card-invalid', { fields: faults })

  if (!passesLuhn(number)) throw declineFailure(INVALID_NUMBER)
  return { number, holderName, expiration, securityCode }
}

const problems = {
  number: ['El número no es de una tarjeta que se acepte aquí', 'The number is not of a card taken here'],
  expirationForm: ['El vencimiento va como AAMM', 'The expiration is written YYMM'],
  expired: ['La tarjeta está vencida', 'The card has expired'],
  securityCode: [
    'El código de seguridad tiene 3 dígitos, 4 en American Express',
    'The security code has 3 digits, 4 on American Express',
  ],
  holderName: ['El nombre del titular no es válido', 'The name of the holder is not valid'],
} as const satisfies Record<string, Bilingual>

/** At the top the field is `cardholder_name`, within a charge `holder_name`; both names are accepted in both places. */
function holderFieldOf(fields: Record<string, unknown>, path: string): string {
  const [usual, other] = path === '' ? ['cardholder_name', 'holder_name'] : ['holder_name', 'cardholder_name']
  return fields[usual] === undefined && fields[other] !== undefined ? other : usual
}

/** What is read of a card that comes twice: of each field the first that has something, and the whole number wherever it is. */
function joined(first: Record<string, unknown>, again: Record<string, unknown>): Record<string, unknown> {
  const all = { ...first }
  for (const name of READ) if (textOf(first[name]).trim() === '' && again[name] !== undefined) all[name] = again[name]
  const number = wholeNumber(first) ?? wholeNumber(again)
  return number === undefined ? all : { ...all, number }
}

/** The fields that hold another whole number. */
function otherNumbers({ number, raw }: Record<string, unknown>, taken: string): string[] {
  const held = Object.entries({ number, raw })
  return held.flatMap(([name, value]) => (isWhole(digitsOf(value)) && digitsOf(value) !== taken ? [name] : []))
}

/** The whole number of `number`, otherwise of `raw`. */
function wholeNumber({ number, raw }: Record<string, unknown>): string | undefined {
  return [number, raw].map(digitsOf).find(isWhole)
}

/** Whether a text has all digits, and is not a mask or the last four digits. */
function isWhole(number: string): boolean {
  return /^\d{12,19}$/.test(number)
}

function digitsOf(value: unknown): string {
  return textOf(value).replace(/[\s-]/g, '')
}

/** Some clients send digits as numbers. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return Number.isSafeInteger(value) ? String(value) : ''
}

function digitsIn(text: string): number {
  return text.replace(/\P{Nd}/gu, '').length
}
