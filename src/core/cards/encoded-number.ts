// One look over the characters of an encoding that tells almost every text from one in which a card number may be encoded. It decodes from
// all places at once and makes nothing, so it costs a tenth of decoding.
import { LAST_DIGITS, type NumberForms } from './known-number-forms.ts'

/** A decoded text with at least this many readable characters in a row may be encoded again. */
export const READABLE = 20

/** In the values of an alphabet: a character that stands for nothing. */
export const NONE = 255

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const SMALL = CAPITALS.toLowerCase()
const DIGITS = '0123456789'

/** What a character of base32 (RFC 4648) stands for, by its code. */
export const BASE32 = valuesOf(`${SMALL}234567`, `${CAPITALS}234567`)

/** The bits of a character, and by how many bits the places may differ at which its bytes end. */
const ENCODINGS = {
  hex: { bits: 4, step: 4, values: valuesOf(`${DIGITS}abcdef`) },
  base32: { bits: 5, step: 1, values: BASE32 },
  base64: { bits: 6, step: 2, values: valuesOf(...['+/', '-_'].map((signs) => CAPITALS + SMALL + DIGITS + signs)) },
} as const

const OTHER = 0
const DIGIT = 2
/** What a byte is as a character: a digit, another visible one, or none. */
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x30 && byte <= 0x39) return DIGIT
  return byte >= 0x21 && byte <= 0x7e ? 1 : OTHER
})

/** Of the bytes that begin a multiple of eight bits apart: the last digits, and the readable characters in a row. */
const digits = new Int32Array(8)
const rows = new Int32Array(8)

/**
 * False: decoded from any place, the characters hold neither the number in a form of digits or bytes nor a readable text. True: they may, because
 * only the ends of the forms are compared. The characters are all of the encoding; hexadecimal ones are small.
 */
export function isSuspect(
  characters: string,
  encoding: keyof typeof ENCODINGS,
  { digitEnds, byteEnds }: Pick<NumberForms, 'digitEnds' | 'byteEnds'>,
): boolean {
  const { bits, step, values } = ENCODINGS[encoding]
  const [one, two, three = one] = byteEnds
  digits.fill(0)
  rows.fill(0)
  // The last 32 bits, and those before them.
  let [held, before, count] = [0, 0, 0]
  for (let at = 0; at < characters.length; at += 1) {
    before = (before << bits) | (held >>> (32 - bits))
    held = (held << bits) | (values[characters.charCodeAt(at)] as number)
    count += bits
    for (let back = 0; back < bits; back += step) {
      const tail = back === 0 ? held : (held >>> back) | (before << (32 - back))
      if (tail === one || tail === two || tail === three) return true
      const byte = tail & 0xff
      const kind = KINDS[byte]
      const place = (count - back) & 7
      if (kind === OTHER) {
        rows[place] = 0
        continue
      }
      const row = (rows[place] as number) + 1
      rows[place] = row
      if (row >= READABLE) return true
      if (kind !== DIGIT) continue
      const last = ((digits[place] as number) * 10 + byte - 0x30) % LAST_DIGITS
      digits[place] = last
      if (digitEnds.includes(last)) return true
    }
  }
  return false
}

function valuesOf(...alphabets: string[]): Uint8Array {
  const values = new Uint8Array(256).fill(NONE)
  for (const alphabet of alphabets)
    for (let value = 0; value < alphabet.length; value += 1) values[alphabet.charCodeAt(value)] = value
  return values
}
