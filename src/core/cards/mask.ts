// Masks card data in a text that may not be kept: the number, the further track or chip data, the security code and the
// PIN.
import { common, holdsCardNumber, isCommon, OTHER_DIGIT, RUN, UNSEEN, unescaped } from './number-in-text.ts'

/** The separators after the number on track 2 and on track 1, also escaped. */
const EQUALS = String.raw`(?:=|%3d|\\u003d|&#x3d;|&#61;)`
const CARET = String.raw`(?:\^|%5e|\\u005e|&#x5e;|&#94;)`
/** The number, plain or already masked, with blanks between its groups. */
const DIGITS = String.raw`[\d*](?:[ -]?[\d*]){11,18}`
/**
 * Track 1: number, name, expiration with what follows it. Track 2: number, expiration, service code and what follows. The
 * number may have any length, because the form identifies a track. ISO/IEC 7813.
 */
const TRACK_1 = new RegExp(String.raw`${DIGITS}\s?${CARET}[^\n"<>]{2,60}?${CARET}[^?\s"'<>&]*`, 'gi')
const TRACK_2 = new RegExp(String.raw`(?<![\d*])${DIGITS}\s?${EQUALS}\s?[\d*]{2}(?:0[1-9]|1[0-2]|\*\*)[\d*=]*`, 'gi')
/** A known number, masked already, and any digits behind it. */
const BEHIND_NUMBER = new RegExp(String.raw`(?<=\*{3})(?:\s?${EQUALS}\s?|d)\d{2,}f?`, 'gi')
/** Track 2 and the number in chip data: tags 57 and 5A, length, digits in hexadecimal. EMV Book 3, annex A. */
const CHIP_TRACK = /(?<=57(?:0[89a-f]|1[0-3]))\d{12,19}d\d{4,}f?/gi
const CHIP_NUMBER = /(?<=5a08)\d{16}|(?<=5a0a)\d{19}f/gi

/** A few marks, perhaps a word, and a few marks: `cvv 987`, `"cvv": "987"`, `<cvv>987`, `name="cvv" value="987"`, `cvv es 987`. */
const MARKS = String.raw`[^\p{L}\p{N}*]{0,8}(?:\*\*(?!\*)[^\p{L}\p{N}*]{0,3})?`
const WORDS = String.raw`(?:es|is|de|of|value|valor|n[uú]mero|number|quot|amp|xsi:type="[^"]{0,30}")(?![\p{L}\p{N}])`
const BETWEEN = `(?:${MARKS}${WORDS}){0,3}${MARKS}`
const CODE = String.raw`\p{Nd}{3,4}(?!\p{Nd})`
const CODE_NAMES = `cvv2?|cvc2?|cav2|(?<![a-z0-9])(?:csc|cid)|security[ _-]?code|c[oó]digo[ _-]?(?:de[ _-]?)?seguridad|cod(?:igo)?[ ._-]{0,2}seg`
const SECURITY_CODE = new RegExp(`((?:${CODE_NAMES})${BETWEEN})${CODE}`, 'giu')
/** A PIN, and its encrypted block. */
const PIN = /((?<![\p{L}\p{N}])(?:pin|nip)["'\\]{0,2}\s?[:=>]\s?["'\\]{0,2})\p{Nd}{4,12}(?!\p{Nd})/giu
const PIN_BLOCK = /(pin[ _-]?block[^a-z0-9]{0,8})[0-9a-f]{16}(?![0-9a-f])/gi
/** The names of a security code in a text that also has a card number. */
const CODE_BESIDE_CARD = new RegExp(
  String.raw`((?<!\p{L})(?:c[oó]d(?:igo)?|code|clave|pin|nip|seguridad|security|verificaci[oó]n|verification)${BETWEEN})${CODE}`,
  'giu',
)

/**
 * The text with `*` for the digits of everything that looks like a card number, of tracks, and of a security code or PIN behind its name. The
 * rest stays as it is; if a number is found only in a decoded form of the text, more of the text is masked, at last every
 * digit.
 *
 * Sample: `{"pan":"4242 4242 4242 4242","monto":"10.00"}` is `{"pan":"**** **** **** ****","monto":"10.00"}`.
 */
export function maskCardData(text: string): string {
  const plain = plainOf(text)
  const versions = plain === text ? [text] : [text, plain]
  const hasCard = versions.some(holdsCardNumber)
  // Almost every text is clean and is scanned once.
  if (!hasCard && versions.every((version) => masked(version, false) === version)) return text
  const isClean = (version: string) => masked(version, hasCard) === version && !holdsCardNumber(version)
  for (const version of versions) {
    const done = masked(version, hasCard)
    if (isClean(done) && isClean(plainOf(done))) return done
  }
  return text.replace(/\p{N}/gu, '*')
}

/** Characters that the longest number or code takes, with the marks between its digits and the name before it. */
const SPAN = 512

/**
 * The first `most` characters of the masked text. A number that the scan cuts off could stay visible in part, so the end of
 * the scanned text is left out.
 */
export function maskedStart(text: string, most: number): string {
  if (text.length <= most + SPAN) return maskCardData(text).slice(0, most)
  // Decoded, because escapes and invisible characters can make a number arbitrarily long.
  const plain = plainOf(text.slice(0, most + SPAN))
  return maskCardData(plain).slice(0, -SPAN).slice(0, most)
}

function masked(text: string, hasCard: boolean): string {
  const withoutTracks = [TRACK_1, CHIP_TRACK].reduce((left, form) => left.replace(form, starred), text)
  const ofCard = (run: string) => (holdsCardNumber(run.replace(/f$/i, '')) ? starred(run) : run)
  const withoutNumbers = [CHIP_NUMBER, RUN].reduce((left, form) => left.replace(form, ofCard), withoutTracks)
  const withoutBehind = [TRACK_2, BEHIND_NUMBER].reduce((left, form) => left.replace(form, starred), withoutNumbers)
  const withoutCodes = [SECURITY_CODE, PIN].reduce((left, form) => left.replace(form, '$1***'), withoutBehind)
  const withoutBlocks = withoutCodes.replace(PIN_BLOCK, '$1***')
  return hasCard ? withoutBlocks.replace(CODE_BESIDE_CARD, '$1***') : withoutBlocks
}

/** In a track the name is masked too. */
function starred(text: string): string {
  return text.replace(/[\p{L}\p{N}]/gu, '*')
}

/** The text without escapes and invisible characters, with ASCII digits. An escape of half a character is replaced. */
function plainOf(text: string): string {
  const bare = unescaped(text)
  if (isCommon(bare)) return bare
  return bare
    .toWellFormed()
    .replace(UNSEEN, '')
    .normalize('NFKC')
    .replace(OTHER_DIGIT, (digit) => common(digit))
}
