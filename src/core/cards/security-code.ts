// Finds security codes and PINs by their names, so that none is stored in the clear: a known one in any text, an unknown
// one behind `cvv` or `cvc`, and any value under such a name in data of a client's own form.
import type { Bilingual } from '../language/bilingual.ts'
import type { PlacedText } from './known-number.ts'
import { common, UNSEEN, unescaped } from './number-in-text.ts'

/** Names as they are written in data, without marks, accents and capitals, alone or beside `card`. */
const NAMES =
  /^(?:(?:card|tarjeta|tdc|cc|debit|credit|payment|pago|de|la|the|my)*)(?:cvv2?|cvc2?|cvn2?|cvd2?|cav2?|cid|csc2?|cvvcvc2?|pin|nip|pinblock|security(?:code|value|number|digits?)|(?:card|tarjeta)(?:verification|validation)(?:code|value|number|digits?)|(?:codigo|cod|clave|numero|num|digitos?)(?:de)?(?:seguridad|seg|cvv2?|cvc2?|verificaciondetarjeta))(?:(?:code|codigo|value|valor|number|numero|num|text|card|tarjeta|de|la|the)*)$/
/** Parts of longer names that mean nothing else: `payerCvv`, `datos_cvc`. */
const STRONG_PART = /(?:^|[^a-z])(?:cvv2?|cvc2?|cvn2?)(?![a-z])/
/** Names, without marks, that also mean other things: with three or four digits they mean a code. */
const DOUBTFUL =
  /^(?:ccv2?|cv2|(?:card|tarjeta|tdc|cc)(?:code|codigo|security|seguridad|verification|verificacion)|sec(?:urity)?(?:code|no|num)|(?:3|4|tres|cuatro|three|four)(?:ultimos)?(?:digitos|digits)|(?:numero|digito|valor|codigo)verificador|verification(?:code|value))$/
/** With four digits the PIN of a person: `nip_cajero`. */
const PIN_PART = /(?:^|[^a-z])(?:pin|nip)(?![a-z])/

/** A first look: almost every name has none of these. */
const QUICK_NAME = /cv|cav|cid|csc|pin|nip|seg|sec|verif|valid/
/** Letters of other scripts that are drawn like those of the names. */
const LIKE: Readonly<Record<string, string>> = { с: 'c', ϲ: 'c', ѵ: 'v', ν: 'v', і: 'i', ѕ: 's', р: 'p', п: 'n' }

/** With blanks between the words, without capitals, accents and invisible characters. */
function wordsOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}|\p{Cf}/gu, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[сϲѵνіѕрп]/g, (letter) => LIKE[letter] ?? letter)
}

/** Whether a member of this name holds a security code or a PIN. Samples: `CVV2`, `card_pin`, `código-seguridad`. */
export function isCodeName(name: string): boolean {
  if (name.length > 60) return false
  const bare = wordsOf(name).replace(/[^a-z\d]/g, '')
  return QUICK_NAME.test(bare) && NAMES.test(bare)
}

/** Whether a code may stand under a longer or doubtful name: `payerCvv` with 3 or 4 digits, not `cvv_result: "M"`. */
function isPartlyCode(name: string, value: unknown): boolean {
  if (name.length > 60 || !/^\D*\d{3,4}\D*$/.test(String(value))) return false
  const words = wordsOf(name)
  return (
    STRONG_PART.test(words) ||
    DOUBTFUL.test(words.replace(/[^a-z\d]/g, '')) ||
    (PIN_PART.test(words) && /^\D*\d{4}\D*$/.test(String(value)))
  )
}

/**
 * Whether the member has a security code or a PIN: the name means one, and there is a value. A mask (`***`), true, false
 * and an empty value are none.
 */
export function isCode(name: string, value: unknown): boolean {
  if (value === null || value === undefined || typeof value === 'boolean') return false
  if (typeof value === 'object') return Object.keys(value).length > 0 && isCodeName(name)
  if (/^[\s*xX•·#._-]*$/.test(String(value))) return false
  return isCodeName(name) || isPartlyCode(name, value)
}

/** Names that are common words, too: a pin is also a badge. */
const COMMON = /^(pin|nip|cid|csc)$/i

/** Whether an object or a list says a code by a pair of values: `{name: "cvv", value: "739"}`, `["cvv", "739"]`. */
export function pairsCode(values: readonly unknown[]): boolean {
  const isShort = (value: unknown) =>
    /^\d{3,4}$/.test(typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '')
  const names = (value: unknown) => typeof value === 'string' && isCodeName(value) && !COMMON.test(value.trim())
  return values.length > 1 && values.some(isShort) && values.some(names)
}

/** A few marks, perhaps words of a sentence, and a few marks: `cvv 739`, `cvv es: 739`, `name="cvv" value="739"`. */
const MARKS = String.raw`[^\p{L}\p{N}]{0,8}`
const WORDS = String.raw`(?:es|is|de|del|la|el|of|the|my|mi|tarjeta|card|value|valor|n[uú]mero|number|quot|amp)(?![\p{L}\p{N}])`
const BETWEEN = `(?:${MARKS}${WORDS}){0,4}${MARKS}`
const FIRST_NAMES = 'cvv2?|cvc2?|cvn2?|cav2'
const ALL_NAMES = String.raw`${FIRST_NAMES}|(?<![\p{L}\p{N}])(?:csc|cid|pin|nip)(?!\p{L})|security[\s_-]?(?:code|number)|c[oó]d(?:igo)?[\s._-]{0,2}(?:de[\s_-]?)?seg(?:uridad)?|verification[\s_-]?(?:code|value)|c[oó]digo[\s_-]?(?:de[\s_-]?)?verificaci[oó]n`
/** What people call a code that is known: common words, so that they say nothing of a number that is not known. */
const KNOWN_NAMES = String.raw`${ALL_NAMES}|c[\s.]{0,2}v[\s.]{0,2}[vc](?!\p{L})|(?<![\p{L}\p{N}])(?:ccv2?|cv2|c[oó]d(?:igo)?|(?:card|sec)[\s_-]?code|clave|seguridad|security|verificador|reverso|dorso|atr[aá]s)(?!\p{L})|d[ií]gitos?|digits?`
/** Words between such a name and the code. */
const MORE_WORDS = WORDS.replace('(?:es|', '(?:es|al|code|c[oó]digo|verificador|reverso|dorso|cv[vc]2?|')
const KNOWN_BETWEEN = `(?:${MARKS}${MORE_WORDS}){0,4}${MARKS}`
/** A first look: almost every text has none of these. */
const QUICK = /cv[vcn]|cav2|csc|cid|pin|nip|seg|secu|verif/i
const NAMED_CODE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${FIRST_NAMES})${BETWEEN}\p{Nd}{3,4}(?![\p{L}\p{N}])`,
  'iu',
)

/** Whether a text names a code: `cvv` or `cvc` with 3 or 4 digits behind it. Other names are common words in other texts. */
export function namesCode(text: string): boolean {
  return versionsOf(text, QUICK).some((version) => NAMED_CODE.test(version))
}

/**
 * The places of the texts that hold the known code beside one of its names, or beside an expiration (YYMM) of the card; a name may be in the
 * text before.
 */
export function placesOfCode(
  texts: readonly PlacedText[],
  code: string,
  expirations: readonly string[] = [],
): string[] {
  const whole = texts.map(({ text }) => text).join('\n')
  const digits = [...code].join(String.raw`[^\p{L}\p{N}]{0,2}`)
  if (!/[%&\\]|[^\0-\x7f]/.test(whole) && !new RegExp(digits, 'u').test(whole)) return []
  const names = [KNOWN_NAMES, ...expirations.map(writtenExpiration)].join('|')
  const form = new RegExp(
    `(?:${names})${KNOWN_BETWEEN}${digits}(?!\\p{N})|(?<!\\p{N})${digits}${KNOWN_BETWEEN}(?:${names})`,
    'u',
  )
  // In small letters: a form that regards no capitals takes many times as long to compile, and each code has its own.
  const holds = (text: string) => versionsOf(text, ANY).some((version) => form.test(version.toLowerCase()))
  const values = texts.filter(({ isName }) => isName !== true)
  const found = new Set<string>()
  for (const some of values.length < texts.length ? [texts, values] : [texts]) {
    if (!holds(some.map(({ text }) => text).join('\n'))) continue
    for (const [at, { text, place }] of some.entries()) {
      // A name and its value are neighbours, perhaps with a word such as `value` between them.
      const before = some.slice(Math.max(0, at - 2), at).map((one) => one.text)
      if (holds(text) || (holds([...before, text].join('\n')) && !holds(before.join('\n')))) found.add(place)
    }
  }
  return [...found]
}

/** Month and year in either order, the year with two or four digits. */
function writtenExpiration(expiration: string): string {
  const [year, month] = [expiration.slice(0, 2), expiration.slice(2)]
  const either = [`${month}\\D{0,3}(?:20)?${year}`, `(?:20)?${year}\\D{0,3}${month}`]
  return `(?<!\\p{N})(?:${either.join('|')})(?=\\D)`
}

const ANY = /\d/

/** As it is and decoded, with ASCII digits; only those with a trace of what is searched. */
function versionsOf(text: string, trace: RegExp): string[] {
  const plain = /^[\0-\x7f]*$/.test(text) ? text : common(text.replace(UNSEEN, '').normalize('NFKC'))
  const bare = /[%&\\]/.test(plain) ? unescaped(plain) : plain
  return (bare === plain ? [plain] : [plain, bare]).filter((version) => trace.test(version))
}

/** The text that follows the name of a field with a security code or a PIN. */
export const codeProblem: Bilingual = [
  'parece llevar un código de seguridad o un NIP: los datos de tarjeta solo van cifrados',
  'looks like it holds a security code or a PIN: card data travels sealed only',
]
