// Unique card numbers, one for each place that may receive one, and the search for them.
import { Buffer } from 'node:buffer'

/** A place that may hold a number, as bytes or text. */
export type Places = Record<string, Buffer | string>

export interface Found {
  place: string
  /** The place that the number was put in. */
  from: string
}

/** A VISA number that passes Luhn: the same for the same number `n`, to 99,999. */
export function canaryNumber(n: number): string {
  const bare = `40001299${String(n).padStart(5, '0')}73`
  const sum = [...bare].reverse().reduce((total, digit, at) => {
    const value = at % 2 === 0 ? Number(digit) * 2 : Number(digit)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${bare}${(10 - (sum % 10)) % 10}`
}

/** The forms of a number: as it is, in groups, in base64 at each of three offsets. */
function spellingsOf(number: string): string[] {
  const grouped = number.replace(/(\d{4})(?=\d)/g, '$1 ')
  const inBase64 = [0, 1, 2].map((before) => {
    const text = Buffer.from(`${'x'.repeat(before)}${number}`).toString('base64')
    return text.slice(before === 0 ? 0 : 4, -4)
  })
  return [number, grouped, grouped.replaceAll(' ', '-'), encodeURIComponent(grouped), ...inBase64]
}

/** The beginning of every spelling of every canary. */
const BEGINNINGS = spellingsOf(canaryNumber(1)).map((text, at) =>
  common(text, spellingsOf(canaryNumber(98_765))[at] ?? ''),
)

function common(one: string, other: string): string {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return one.slice(0, length)
}

/** Every canary in every place. `canaries`: the number by the place it was put in. */
export function scanFor(places: Places, canaries: ReadonlyMap<string, string>): Found[] {
  const found: Found[] = []
  for (const [place, content] of Object.entries(places)) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    // A heap has a hundred megabytes: it is searched for the shared beginning, and only then for each canary.
    if (!BEGINNINGS.some((text) => bytes.includes(text))) continue
    for (const [from, number] of canaries) {
      if (spellingsOf(number).some((text) => bytes.includes(text))) found.push({ place, from })
    }
  }
  return found
}

/** Whether a security code is beside its name. Three digits alone are everywhere. */
export function holdsCode(content: Buffer | string, code: string): boolean {
  const text = typeof content === 'string' ? content : content.toString('latin1')
  return new RegExp(`(cvv|cvc|security_?code|csc)[^0-9a-z]{1,6}${code}(?![0-9])`, 'i').test(text)
}
