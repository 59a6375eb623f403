// The card number while it is typed: brand, completeness, grouping. The service decides.

export const BRANDS = {
  VISA: { name: 'Visa', lengths: [13, 16, 19], codeLength: 3 },
  MAST: { name: 'Mastercard', lengths: [16], codeLength: 3 },
  AMEX: { name: 'American Express', lengths: [15], codeLength: 4 },
  CRNT: { name: 'Carnet', lengths: [16], codeLength: 3 },
} as const satisfies Record<string, { name: string; lengths: readonly number[]; codeLength: number }>

/** By its name in the API. */
export type CardBrand = keyof typeof BRANDS

/** The longest number of any brand. */
export const MAX_DIGITS = 19

/** The brand by the first digits; undefined while there are too few of them, and for brands that are not accepted. */
export function brandOf(digits: string): CardBrand | undefined {
  for (const [brand, from, to = from] of RANGES) {
    const start = digits.slice(0, from.length)
    if (start.length === from.length && start >= from && start <= to) return brand
  }
  return undefined
}

/** Whether the number is valid: its brand's length and the Luhn check digit. Sample: `4242424242424242` is, `...4241` is not. */
export function isCardNumber(digits: string): boolean {
  const brand = brandOf(digits)
  const lengths: readonly number[] = brand === undefined ? [] : BRANDS[brand].lengths
  return lengths.includes(digits.length) && passesLuhn(digits)
}

/** Grouped as on the card: `4242 4242 4242 4242`, `3782 822463 10005`. */
export function grouped(digits: string): string {
  const sizes = brandOf(digits) === 'AMEX' ? [4, 6, 5] : [4, 4, 4, 4, 3]
  const groups: string[] = []
  let at = 0
  for (const size of sizes) {
    if (at < digits.length) groups.push(digits.slice(at, at + size))
    at += size
  }
  return groups.join(' ')
}

/** `YYMM` of a typed month and year (`12/30`, `1230`, `12 / 2030`); undefined for an invalid month. */
export function readExpiration(text: string): string | undefined {
  const found = /^\s*(0?[1-9]|1[0-2])\s*[/ -]\s*(?:20)?(\d{2})\s*$|^\s*(0[1-9]|1[0-2])(?:20)?(\d{2})\s*$/.exec(text)
  if (found === null) return undefined
  const [, month = found[3] ?? '', year = found[4] ?? ''] = found
  return `${year}${month.padStart(2, '0')}`
}

/** A card is valid through the last day of its month. */
export function isExpired(yymm: string, today: Date): boolean {
  const firstDayAfter = new Date(2000 + Number(yymm.slice(0, 2)), Number(yymm.slice(2)), 1)
  return firstDayAfter <= today
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    const doubled = digit * 2
    sum += at % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** First digits, both ends included. Carnet lies among other brands' numbers, so it is asked first. */
const RANGES: readonly (readonly [CardBrand, from: string, to?: string])[] = [
  ['CRNT', '286900'],
  ['CRNT', '502275'],
  ['CRNT', '506199', '506499'],
  ['CRNT', '588772'],
  ['CRNT', '604622'],
  ['CRNT', '606333'],
  ['CRNT', '627535'],
  ['CRNT', '636318'],
  ['CRNT', '636379'],
  ['CRNT', '639388'],
  ['CRNT', '639484'],
  ['CRNT', '639559'],
  ['AMEX', '34'],
  ['AMEX', '37'],
  ['MAST', '51', '55'],
  ['MAST', '2221', '2720'],
  ['VISA', '4'],
]
