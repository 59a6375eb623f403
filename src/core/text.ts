// Checks of text from outside: printable text, e-mail addresses, Mexican phone numbers.
import { domainToASCII, domainToUnicode } from 'node:url'
import { holdsCardNumber } from './cards/number-in-text.ts'
import type { Bilingual } from './language/bilingual.ts'

/**
 * Whether text is well-formed Unicode without control characters (NUL, line breaks, DEL, C1) and at most `maxLength`
 * characters (code points) long. Empty text is printable.
 */
export function isPrintable(text: string, maxLength: number): boolean {
  if (text.length > 2 * maxLength || !text.isWellFormed() || /\p{Cc}/u.test(text)) return false
  return text.length <= maxLength || [...text].length <= maxLength
}

/** What is wrong with text that is not printable. */
export const printableProblem: Bilingual = [
  'no debe tener saltos de línea ni caracteres de control',
  'must have no line breaks or control characters',
]

/** The first characters of text. Code points are counted, so that no emoji is cut in two: no database takes half of one. Sample: of `ñandú`, 2 are `ña`. */
export function firstCharacters(text: string, most: number): string {
  return text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join('')
}

/**
 * Whether text is an e-mail address that mail can reach: one `@`, a name of at most 64 characters, a domain with a dot, no
 * blanks or quotes, at most 254 characters (RFC 5321), no card number in it; a domain in the letters of the internet (`xn--`) is the one of a real
 * name. The one rule for every address that the service takes. Sample: `ana@ejemplo.com.mx` is, `ana@ejemplo` and `ana@xn--a.mx` are not.
 */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text) && isDomain(text.slice(text.indexOf('@') + 1)) && !holdsCardNumber(text)
}

/**
 * Whether text is a name of the internet with a dot, and each encoded label (RFC 5890, A-label) the encoding of letters, in the one way there is.
 * Sample: `ejemplo.com.mx` is, `localhost`, `127.0.0.1` and `xn--a.mx` are not.
 */
export function isDomain(domain: string): boolean {
  if (!DOMAIN.test(domain)) return false
  const labels = domain.toLowerCase().split('.')
  return labels.every((label) => {
    if (!label.startsWith('xn--')) return true
    const letters = domainToUnicode(label)
    return /[^ -~]/.test(letters) && domainToASCII(letters) === label
  })
}

/** Whether text is a phone number of 10 digits, without country code. Sample: `5512345678`. */
export function isMexicanPhone(text: string): boolean {
  return /^\d{10}$/.test(text)
}

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i
const EMAIL = /^(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[^@]+$/i

/** A choice in an English sentence. Sample: `POS, OXX or SPE`. */
export function oneOf(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' or ')
}
