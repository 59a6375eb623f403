// Finds card numbers in texts that must not hold one, so that no card is stored in the clear.
import { brandOf, hasBrandLength, passesLuhn } from './card.ts'

/** The lengths of today's cards. Shorter numbers are obsolete, and too many other numbers look like them. */
const LENGTHS = [15, 16, 19]
/** Groups of digits with a few blanks, or a dash or a dot, between them. */
const RUN = /\d+(?:(?:\s{1,3}|\s{0,2}[\p{Pd}\u2212.]\s{0,2})\d+)*/gu
/** Groups in which card numbers are written: 4-4-4-4, 4-6-5. Years, prices and parts of a date are shorter, phones longer. */
const GROUP = { least: 3, most: 8 }
/** A hash or an id in hexadecimal, and the fraction of a coordinate: many digits, and none of them a card's. */
const OTHER = /\b(?=(?:\d*[a-f]){4})[0-9a-f]{24,}\b|(?<![\d.])\d{1,3}\.\d{9,}(?![\d.])/gi
/** What may stand between digits unseen. It is removed before `normalize`, which takes quadratic time to put many marks in order. */
const UNSEEN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Superscript, circled, fractions: `normalize` makes common digits of them. */
const SMALL_DIGIT = /\p{No}/u
const SMALL_DIGITS = /\p{No}/gu

/**
 * Whether a card number stands in the text: 15, 16 or 19 digits of a brand taken here with the right check digit, alone or among
 * other words, also with blanks, dashes or dots between its groups, or in full-width digits.
 *
 * Sample: `paga con 4242 4242-4242 4242` does; `4242424242424241` (wrong check digit) and a CLABE do not.
 */
export function holdsCardNumber(text: string): boolean {
  if (text.length < 15) return false
  const bare = text.replace(UNSEEN, '')
  // A small digit may be of the number, or stand beside it.
  return holdsCard(bare) || (SMALL_DIGIT.test(bare) && holdsCard(bare.replace(SMALL_DIGITS, ' ')))
}

function holdsCard(bare: string): boolean {
  // Compatibility forms of blanks and marks bring marks of their own.
  const plain = bare.normalize('NFKC').replace(UNSEEN, '').replace(OTHER, 'x')
  return (plain.match(RUN) ?? []).some((run) => anyOf(run.match(/\d+/g) ?? []))
}

/** The same for a number. A number too great to be exact has lost its last digits, but its first ones alone would be a leak. */
export function isCardNumber(value: number): boolean {
  if (!Number.isFinite(value)) return false
  const whole = Math.trunc(Math.abs(value))
  const digits = BigInt(whole).toString()
  if (!Number.isSafeInteger(whole)) return digits.length === 19 && brandOf(digits) !== undefined
  return isCard(digits)
}

/** One group, or neighbouring ones together. */
function anyOf(groups: string[]): boolean {
  return groups.some((first, at) => {
    if (isCard(first)) return true
    let digits = ''
    for (const group of groups.slice(at, at + 19)) {
      if (!goesWith(first, group)) return false
      digits += group
      if (isCard(digits)) return true
    }
    return false
  })
}

function goesWith(first: string, group: string): boolean {
  if (first.length === 1) return group.length === 1
  return [first, group].every(({ length }) => length >= GROUP.least && length <= GROUP.most)
}

function isCard(digits: string): boolean {
  return LENGTHS.includes(digits.length) && hasBrandLength(digits) && passesLuhn(digits)
}
