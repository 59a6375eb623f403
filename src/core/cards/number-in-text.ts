// Finds card numbers in texts that must not hold one, so that no card is stored in the clear.
import type { Bilingual } from '../language/bilingual.ts'
import { brandOf, hasBrandLength, lengthsOfBrand, passesLuhn } from './number.ts'

/** The lengths of today's cards. Shorter card numbers are obsolete, and too many other numbers have their form. */
const LENGTHS = [15, 16, 19]
const SHORTEST = 15
/**
 * Groups of digits with a few blanks, or a dash or a dot, between them; or another mark without a blank beside it: `4001, 4002, 4003, 4007` is a
 * list of orders.
 */
export const RUN = /\d+(?:(?:\s{1,3}|\s{0,2}[\p{Pd}\u2212.]\s{0,2}|[\p{Pc},:;/\\|·•*+~()]{1,2})\d+)*/gu
/** Groups in which card numbers are written: 4-4-4-4, 4-6-5, 6-10, 4-12. Years, prices and parts of a date are shorter, a CLABE is longer. */
const GROUP = { least: 3, most: 12 }
/** A phone, and perhaps a date or an order behind it: no card number begins with a group of ten. */
const PHONE_LENGTH = 10
const MAX_GROUPS = Math.ceil(19 / GROUP.least)
/** A hash or an id in hexadecimal, and the fraction of a coordinate: many digits, and none of them a card's. */
const OTHER = /\b(?=(?:\d*[a-f]){4})[0-9a-f]{24,}\b|(?<![\d.])\d{1,3}\.\d{9,}(?![\d.])/gi
/**
 * Invisible characters that may be between digits. They are removed before `normalize`, which takes quadratic time to put
 * many marks in order.
 */
export const UNSEEN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Percent signs (bytes of UTF-8, or one byte of Latin-1), escapes of JSON and references of XML that stand for a character. */
const ESCAPED =
  /(%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3})|%([0-9a-f]{2})|\\u([0-9a-f]{4})|&#x([0-9a-f]{1,6});?|&#(\d{1,7});?/gi
/** Escapes of JSON, also of JSON within JSON, and a reference of HTML, that stand for a blank: a text of several lines has them. */
const ESCAPED_BLANK = /\\{1,8}[bfnrt]|&nbsp;?/gi
const ESCAPED_AMPERSAND = /&amp;/gi
/** What every escape begins with. */
const ESCAPE = /[%&\\]/
/** ASCII and the letters of Western Europe: nothing invisible, no digit of another script, and nothing that `normalize` changes. */
const UNCOMMON = /[^\p{ASCII}\u00c0-\u00ff]/u
/** An escape may be escaped again: `%2534`, `&amp;#52;`. */
const MAX_ESCAPES = 3
/** Superscript, circled, fractions: `normalize` makes common digits of them. */
const SMALL_DIGIT = /\p{No}/u
const SMALL_DIGITS = /\p{No}/gu
/** A decimal digit of another script. */
export const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu

/**
 * Whether the text contains a card number: 15, 16 or 19 digits of a brand taken here with the right check digit, alone or
 * among other words, also with blanks or marks between its groups, or in the digits of another script.
 *
 * Sample: `paga con 4242 4242-4242 4242` does; `4242424242424241` (wrong check digit) and a CLABE do not.
 */
export function holdsCardNumber(text: string): boolean {
  return !cardNumbersIn(text).next().done
}

/** Every card number in the text, as digits. Sample: `paga con 4242 4242-4242 4242` has `4242424242424242`. */
export function* cardNumbersIn(text: string): Generator<string, void> {
  if (text.length < SHORTEST) return
  yield* cardsAsWritten(text)
  const plain = unescaped(text)
  if (plain !== text) yield* cardsAsWritten(plain)
}

/** The text with the characters that its escapes stand for. Sample: `%34&#50;` is `42`. */
export function unescaped(text: string): string {
  if (!ESCAPE.test(text)) return text
  let plain = text
  for (let times = 0; times < MAX_ESCAPES; times += 1) {
    const before = plain
    plain = before.replace(ESCAPED_AMPERSAND, '&').replace(ESCAPED_BLANK, '\n').replace(ESCAPED, character)
    if (plain === before) break
  }
  return plain
}

/** NUL is a blank, because no database takes it. */
function character(written: string, ...codes: (string | undefined)[]): string {
  const [bytes, percent, json, hex, decimal] = codes
  if (bytes !== undefined) return Buffer.from(bytes.replaceAll('%', ''), 'hex').toString()
  const code = decimal === undefined ? Number.parseInt(percent ?? json ?? hex ?? '', 16) : Number(decimal)
  if (code === 0) return ' '
  return code > 0x10_ffff ? written : String.fromCodePoint(code)
}

/** Whether the text is the same without invisible characters and in normal form. Almost every text is, and is known to be by one look. */
export const isCommon = (text: string): boolean => !UNCOMMON.test(text)

function* cardsAsWritten(text: string): Generator<string, void> {
  if (isCommon(text)) return yield* cardsAmong(text)
  const bare = text.replace(UNSEEN, '')
  yield* cardsIn(bare)
  // A small digit may belong to the number, or be a mark beside it.
  if (SMALL_DIGIT.test(bare)) yield* cardsIn(bare.replace(SMALL_DIGITS, ' '))
}

function* cardsIn(bare: string): Generator<string, void> {
  // NFKC turns some blanks and marks into several characters.
  yield* cardsAmong(common(bare.normalize('NFKC')).replace(UNSEEN, ''))
}

function* cardsAmong(plain: string): Generator<string, void> {
  if (!hasDigits(plain, SHORTEST)) return
  for (const run of plain.replace(OTHER, 'x').match(RUN) ?? []) {
    const groups = run.match(/\d+/g) ?? []
    yield* cardsOf(groups)
    if (isEven(groups, run.match(/\D+/g) ?? []) && isCard(groups.join(''))) yield groups.join('')
  }
}

/** Whether the text has so many ASCII digits: most texts have too few for a card. */
function hasDigits(text: string, least: number): boolean {
  let count = 0
  for (let at = 0; at < text.length && count < least; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= 48 && code <= 57) count += 1
  }
  return count >= least
}

/** The text with the digits of other scripts as ASCII digits. Sample: `٤٢` is `42`. */
export function common(text: string): string {
  return text.replace(OTHER_DIGIT, (digit) => {
    const known = commonDigits.get(digit)
    if (known !== undefined) return known
    let value = 0
    // The ten digits of a script are consecutive code points, in order.
    for (let code = (digit.codePointAt(0) ?? 0) - 1; /\p{Nd}/u.test(String.fromCodePoint(code)) && value < 9; code -= 1)
      value += 1
    commonDigits.set(digit, String(value % 10))
    return String(value % 10)
  })
}

/** The digits of other scripts that texts had: Unicode has some hundreds. */
const commonDigits = new Map<string, string>()

/**
 * Whether a number is a card number. A number too large to be exact has lost its last digits, but its first digits alone
 * would be a leak.
 */
export function isCardNumber(value: number): boolean {
  if (!Number.isFinite(value)) return false
  const whole = Math.trunc(Math.abs(value))
  const digits = BigInt(whole).toString()
  if (!Number.isSafeInteger(whole)) return digits.length === 19 && brandOf(digits) !== undefined
  return isCard(digits)
}

/** The card numbers in one group, or in neighbouring groups together. */
function* cardsOf(groups: string[]): Generator<string, void> {
  if (groups.length >= 15) yield* cardsOfSingles(groups)
  for (const [at, first] of groups.entries()) {
    if (isCard(first)) yield first
    if (!isGroup(first) || first.length === PHONE_LENGTH) continue
    let digits = first
    for (const group of groups.slice(at + 1, at + MAX_GROUPS)) {
      if (!isGroup(group)) break
      digits += group
      if (isCard(digits)) yield digits
    }
  }
}

/** The card numbers in separate digits: `4 2 4 2 ...`. */
function* cardsOfSingles(groups: string[]): Generator<string, void> {
  const singles = groups.map((group) => (group.length === 1 ? group : ' ')).join('')
  for (const digits of singles.match(/\d{15,}/g) ?? []) {
    for (let at = 0; at + SHORTEST <= digits.length; at += 1) {
      for (const length of lengthsOfBrand(digits.slice(at, at + SHORTEST))) {
        const some = digits.slice(at, at + length)
        if (some.length === length && LENGTHS.includes(length) && passesLuhn(some)) yield some
      }
    }
  }
}

/**
 * Groups of one length, of which the last may be shorter, with one mark between them: `42 42 42 42 42 42 42 42`, `42424-24242-42424-2`. A
 * rising row is a list of sizes, and hours have two marks.
 */
function isEven(groups: string[], marks: string[]): boolean {
  const { length = 0 } = groups[0] ?? ''
  const last = groups.at(-1)?.length ?? 0
  if (
    groups.length < 3 ||
    length < 2 ||
    last > length ||
    new Set(marks).size !== 1 ||
    groups.slice(0, -1).some((group) => group.length !== length)
  )
    return false
  return !groups.every((group, at) => at === 0 || Number(group) > Number(groups[at - 1]))
}

function isGroup({ length }: string): boolean {
  return length >= GROUP.least && length <= GROUP.most
}

function isCard(digits: string): boolean {
  return LENGTHS.includes(digits.length) && hasBrandLength(digits) && passesLuhn(digits)
}

/** The text that follows the name of a field with a card number. */
export const cardNumberProblem: Bilingual = [
  'parece un número de tarjeta: los datos de tarjeta solo van cifrados',
  'looks like a card number: card data travels sealed only',
]
