// Facts about a card: brand, check digit, length, issuer, expiry, and the digits that may be shown.
import { type Issuer, issuers, unknownIssuer } from './issuers.ts'

/** A card in the clear: only in the vault, and on its way to an acquirer. */
export interface ClearCard {
  /** Digits only. */
  number: string
  holderName: string
  /** YYMM */
  expiration: string
  /** Present only when the payer just typed it; never stored. */
  securityCode?: string
}

/** The wire's `card_type` and `card.type` (spec 4.4). */
export const brands = {
  VISA: { lengths: [13, 16, 19], securityCodeLength: 3 },
  MAST: { lengths: [16], securityCodeLength: 3 },
  AMEX: { lengths: [15], securityCodeLength: 4 },
  CRNT: { lengths: [16], securityCodeLength: 3 },
} as const satisfies Record<string, { lengths: readonly number[]; securityCodeLength: number }>

export type Brand = keyof typeof brands

/** Reads a `card_type` parameter. */
export function isBrand(value: unknown): value is Brand {
  return typeof value === 'string' && Object.hasOwn(brands, value)
}

/**
 * The brand by the first digits; undefined for other characters and for a brand that is not accepted.
 *
 * Sample: `4242424242424242` is VISA, `5555555555554444` and `2223000048400011` MAST, `378282246310005` AMEX,
 * `5062210000000009` CRNT, `30569309025904` (Diners) none.
 */
export function brandOf(number: string): Brand | undefined {
  if (!/^\d+$/.test(number)) return undefined
  for (const [brand, from, to] of rangesOf.get(number[0] ?? '') ?? []) {
    const start = number.slice(0, from.length)
    if (start.length === from.length && start >= from && start <= to) return brand
  }
  return undefined
}

/** The character code of `0`. */
const ZERO = 48

/** The Luhn check digit of the digits before it (ISO/IEC 7812-1 annex B). Sample: `2` for `424242424242424`. */
export function luhnDigit(digits: string): string {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - ZERO
    sum += at % 2 === 1 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return String((10 - (sum % 10)) % 10)
}

/**
 * Whether the last digit is the check digit of those before it; false for other characters.
 *
 * Sample: `4242424242424242` passes, `4242424242424241` does not.
 */
export function passesLuhn(number: string): boolean {
  return /^\d{2,}$/.test(number) && luhnDigit(number.slice(0, -1)) === number.slice(-1)
}

/** Whether a number has an accepted brand and a length of that brand; the check digit is not checked. */
export function hasBrandLength(number: string): boolean {
  return lengthsOfBrand(number).includes(number.length)
}

/** The lengths of the cards that begin like this number. */
export function lengthsOfBrand(number: string): readonly number[] {
  const brand = brandOf(number)
  return brand === undefined ? [] : brands[brand].lengths
}

/** Digits of the code beside the number: 4 for AMEX, 3 for the others. */
export function securityCodeLength(brand: Brand): 3 | 4 {
  return brands[brand].securityCodeLength
}

/**
 * First six and last four, always six X between them, so that the length does not show (PCI DSS 3.4.1).
 *
 * Sample: `4242424242424242` is `424242XXXXXX4242`, `378282246310005` is `378282XXXXXX0005`. A text too short to be a card
 * number is hidden completely.
 */
export function maskSixFour(number: string): string {
  return number.length < SHORTEST ? 'X'.repeat(16) : `${number.slice(0, 6)}XXXXXX${number.slice(-4)}`
}

export interface Expiration {
  /** Four digits. */
  year: number
  /** 1 to 12. */
  month: number
}

/** Reads the wire's `YYMM`. Sample: `3012` is December 2030; `1230` (month 30) and `30-12` are undefined. */
export function parseExpiration(text: string): Expiration | undefined {
  if (!/^\d{2}(0[1-9]|1[0-2])$/.test(text)) return undefined
  return { year: 2000 + Number(text.slice(0, 2)), month: Number(text.slice(2)) }
}

/**
 * Whether the card's last month is over on a Mexico City day, `YYYY-MM-DD`: a card is good through the end of its month.
 *
 * Sample: December 2030 is not expired on `2030-12-31` and is on `2031-01-01`.
 */
export function isExpired(expiration: Expiration, mexicoCityDay: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(mexicoCityDay)) throw new RangeError('a day is YYYY-MM-DD')
  const thisMonth = Number(mexicoCityDay.slice(0, 4)) * 12 + Number(mexicoCityDay.slice(5, 7))
  return expiration.year * 12 + expiration.month < thisMonth
}

/**
 * The issuer of a test card, by the first six digits (of a BIN of 6 or 8 digits, or of a whole number).
 *
 * Sample: `448553` is a CREDIT card of MX, `VISA TEST`. An unlisted BIN is `unknownIssuer`.
 */
export function issuerOf(bin: string): Readonly<Issuer> {
  const six = bin.slice(0, 6)
  return (Object.hasOwn(issuers, six) ? issuers[six] : undefined) ?? unknownIssuer
}

/** The shortest number of a brand: a shorter text is hidden completely. */
const SHORTEST = 13

/**
 * First digits `from` to `to`, of one length, both included. Carnet's ranges lie within Maestro's, so Carnet is checked
 * first.
 */
const ranges: readonly (readonly [Brand, from: string, to: string])[] = [
  ['CRNT', '286900', '286900'],
  ['CRNT', '502275', '502275'],
  ['CRNT', '506199', '506499'],
  ['CRNT', '588772', '588772'],
  ['CRNT', '604622', '604622'],
  ['CRNT', '606333', '606333'],
  ['CRNT', '627535', '627535'],
  ['CRNT', '636318', '636318'],
  ['CRNT', '636379', '636379'],
  ['CRNT', '639388', '639388'],
  ['CRNT', '639484', '639484'],
  ['CRNT', '639559', '639559'],
  ['AMEX', '34', '34'],
  ['AMEX', '37', '37'],
  ['MAST', '51', '55'],
  ['MAST', '2221', '2720'],
  ['VISA', '4', '4'],
]

/** By their first digit, because texts with many digits are looked through for cards at each of them. */
const rangesOf = Map.groupBy(ranges, ([, from]) => from.slice(0, 1))
