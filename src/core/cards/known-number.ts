// Searches texts for a card number that is known, however it is written: with anything between its digits, split over
// neighbouring texts, backwards, or behind encodings. A number that is not known is searched by its form: `card-in-text`.

import { withoutDigitSigns, withoutLookAlikes } from '../digit-signs.ts'
import { BASE32, isSuspect, NONE, READABLE } from './encoded-number.ts'
import { formsOf, type NumberForms } from './known-number-forms.ts'
import { common, isCommon, UNSEEN, unescaped } from './number-in-text.ts'

/** A text of a request and its place in it. A name is chosen by the client, so it is never its own place. */
export interface PlacedText {
  place: string
  text: string
  isName?: boolean
}

/** The texts that there are, with their places. */
export function placedTexts(texts: Readonly<Record<string, string | undefined>>): PlacedText[] {
  const placed: PlacedText[] = []
  for (const place in texts) {
    const text = texts[place]
    if (text !== undefined) placed.push({ place, text })
  }
  return placed
}

/** An encoding may be encoded again: base64 in base64, or in percent signs. */
const MAX_LAYERS = 3
/** No form of a card number is shorter. */
const SHORTEST = 9
/** Letters in the place of a few digits leave others. */
const SOME_DIGITS = /(?:\d\D{0,40}){6}/
/** The signs of base64, and of its form for addresses. */
const SIGNS = /[+/_-]/

/** The places of the texts that hold the number, alone or with their neighbours. */
export function placesOfNumber(texts: readonly PlacedText[], number: string): string[] {
  const forms = formsOf(number)
  // Of one text alone also its start, which the last four digits complete. Neighbours together would have it by chance.
  const withStart = { ...forms, digits: [...forms.digits, forms.start] }
  const places = new Set<string>()
  const names = texts.filter(isName)
  for (const some of names.length > 0 ? [texts, texts.filter(isValue), names] : [texts]) {
    // An encoded number is not torn by what is between the parts of one text.
    const isHeld = some === texts ? holds : holdsDigits
    const together = joined(some)
    if (!isHeld(together, withStart)) continue
    const alone = some.filter(({ text }) => holds(text, withStart))
    const row = alone.length > 0 ? alone : isHeld(together, forms) ? shortestRow(some, forms, isHeld) : []
    for (const { place } of row) places.add(place)
  }
  return [...places]
}

function isName({ isName }: PlacedText): boolean {
  return isName === true
}

function isValue(text: PlacedText): boolean {
  return !isName(text)
}

/** Neighbours that hold the number together. */
function shortestRow(
  texts: readonly PlacedText[],
  forms: NumberForms,
  isHeld: (text: string, forms: NumberForms) => boolean,
): readonly PlacedText[] {
  const holdsRow = (from: number, to: number) => isHeld(joined(texts.slice(from, to)), forms)
  const to = lowest(texts.length, (end) => holdsRow(0, end))
  const from = to - lowest(to, (count) => holdsRow(to - count, to))
  const row = texts.slice(from, to)
  const digits = row.filter(({ text }) => /\p{N}/u.test(text))
  return isHeld(joined(digits), forms) ? digits : row
}

/** The lowest number from 1 to `to` with the property, which all higher ones have too. */
function lowest(to: number, has: (n: number) => boolean): number {
  let [low, high] = [1, to]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (has(middle)) high = middle
    else low = middle + 1
  }
  return low
}

function joined(texts: readonly PlacedText[]): string {
  return texts.map(textOf).join('\n')
}

function textOf({ text }: PlacedText): string {
  return text
}

/** Whether the text holds the number in one of its forms, as it is or behind encodings. */
function holds(text: string, forms: NumberForms, layers = MAX_LAYERS): boolean {
  if (text.length < SHORTEST) return false
  const plain = plainOf(text)
  if (holdsAsWritten(plain, forms, layers)) return true
  if (!/[%&\\]/.test(plain)) return false
  const bare = unescaped(plain)
  return bare !== plain && holdsAsWritten(plainOf(bare), forms, layers)
}

function holdsDigits(text: string, forms: NumberForms): boolean {
  const plain = plainOf(text)
  return has(digitsIn(plain), forms.digits) || holdsBetweenLabels(plain, forms)
}

/** Digits of labels stand between the groups, as in `g1:4242 g2:4242` and `<h1>4242</h1>`: every second or third row of digits has the number. */
function holdsBetweenLabels(text: string, forms: NumberForms): boolean {
  const rows = text.match(/\d+/g)
  if (rows === null || rows.length < 4) return false
  for (const step of [2, 3])
    for (let first = 0; first < step; first += 1) {
      let digits = ''
      for (let at = first; at < rows.length; at += step) digits += rows[at]
      if (has(digits, forms.digits)) return true
    }
  return false
}

function holdsAsWritten(text: string, forms: NumberForms, layers: number): boolean {
  const sieved = sieve(Buffer.from(text, 'latin1'))
  if (has(sieved.digits, forms.digits) || has(sieved.hex, forms.hex) || has(sieved.small, forms.words)) return true
  if (holdsBetweenLabels(text, forms)) return true
  if (SOME_DIGITS.test(text) && has(digitsIn(withoutLookAlikes(text)), forms.digits)) return true
  const inBase64 = { encoding: 'base64', starts: 4, layers } as const
  return (
    isDecoded(sieved.hex, forms, { encoding: 'hex', starts: 2, layers }) ||
    isDecoded(sieved.alphanumeric, forms, inBase64) ||
    isDecoded(text.replace(/[^a-z2-7]+/gi, ''), forms, { encoding: 'base32', starts: 8, layers }) ||
    // Its two signs are marks between groups, or parts of it: of `~` and `?`.
    (SIGNS.test(text) && isDecoded(text.replace(/[^\w+/-]+/g, ''), forms, inBase64))
  )
}

/** Whether the characters stand for the number. What is before them may have moved their beginning. */
function isDecoded(
  characters: string,
  forms: NumberForms,
  { encoding, starts, layers }: { encoding: 'hex' | 'base64' | 'base32'; starts: number; layers: number },
): boolean {
  if (!isSuspect(characters, encoding, forms)) return false
  for (let start = 0; start < starts && characters.length - start >= SHORTEST; start += 1) {
    const bytes = encoding === 'base32' ? fromBase32(characters, start) : Buffer.from(characters.slice(start), encoding)
    const { digits, readable } = digitsOf(bytes)
    if (has(digits, forms.digits)) return true
    // As hexadecimal these would be the digits themselves.
    if (encoding !== 'hex' && forms.bytes.some((form) => bytes.includes(form))) return true
    if (readable >= READABLE && layers > 1 && holds(readableIn(bytes), forms, layers - 1)) return true
  }
  return false
}

function readableIn(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[^ -~]+/g, '\n')
}

function has(characters: string, forms: readonly string[]): boolean {
  for (const form of forms) if (characters.includes(form)) return true
  return false
}

/**
 * Of a text, its digits; its hexadecimal digits without the marks `0x`, `\x`, `U+`, as small letters; its letters and
 * digits, of which base64 of digits, and of that again, consists; and these as small letters.
 */
function sieve(bytes: Buffer): Record<'digits' | 'hex' | 'alphanumeric' | 'small', string> {
  const { length } = bytes
  const room = Buffer.allocUnsafe(4 * length)
  let [digits, hex, alphanumeric, small] = [0, length, 2 * length, 3 * length]
  for (let at = 0; at < length; at += 1) {
    const code = bytes[at] as number
    const letter = code | 0x20
    if (code >= 0x30 && code <= 0x39) {
      room[digits++] = code
      room[alphanumeric++] = code
      room[small++] = code
      if (code !== 0x30 || ((bytes[at + 1] ?? 0) | 0x20) !== 0x78) room[hex++] = code
    } else if (letter >= 0x61 && letter <= 0x7a) {
      room[alphanumeric++] = code
      room[small++] = letter
      if (letter <= 0x66) room[hex++] = letter
    }
  }
  return {
    digits: room.toString('latin1', 0, digits),
    hex: room.toString('latin1', length, hex),
    alphanumeric: room.toString('latin1', 2 * length, alphanumeric),
    small: room.toString('latin1', 3 * length, small),
  }
}

function digitsIn(text: string): string {
  return digitsOf(Buffer.from(text, 'latin1')).digits
}

/** The digits, and the length of the longest row of characters that may be an encoding. */
function digitsOf(bytes: Buffer): { digits: string; readable: number } {
  const digits = Buffer.allocUnsafe(bytes.length)
  let [count, readable, row] = [0, 0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at] as number
    if (code >= 0x30 && code <= 0x39) digits[count++] = code
    row = code >= 0x21 && code <= 0x7e ? row + 1 : 0
    if (row > readable) readable = row
  }
  return { digits: digits.toString('latin1', 0, count), readable }
}

/** With ASCII digits, without invisible characters. */
function plainOf(text: string): string {
  if (isCommon(text)) return text
  return common(withoutDigitSigns(text).replace(UNSEEN, '').normalize('NFKC'))
}

/** The bytes of the letters of base32 from a place on; every other character is skipped. Sample: `mfrgg` from 0 is `abc`. */
function fromBase32(characters: string, start: number): Buffer {
  const bytes = Buffer.allocUnsafe(((characters.length - start) * 5) >> 3)
  let [bits, held, count] = [0, 0, 0]
  for (let at = start; at < characters.length; at += 1) {
    const value = BASE32[characters.charCodeAt(at)] ?? NONE
    if (value === NONE) continue
    bits = ((bits << 5) | value) & 0xfff
    held += 5
    if (held < 8) continue
    held -= 8
    bytes[count] = bits >> held
    count += 1
  }
  return bytes.subarray(0, count)
}
