// One form for what people and programs write in several: every field takes it where it is stored and where it is looked up.

/** A blank of any kind, or a character without a width that copying leaves at the ends of a text. */
const BLANK = /[\s\u200b-\u200f\u2060\ufeff]/
/** What people put between the digits of a number. */
const BETWEEN = /[\s\u200b\u2010-\u2015()./-]/g

/** Without the blanks around it. In one walk from each end: an expression for the end would begin anew at every blank of a long text. */
export function trimmed(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && BLANK.test(text[from] ?? '')) from += 1
  while (to > from && BLANK.test(text[to - 1] ?? '')) to -= 1
  return text.slice(from, to)
}

/**
 * The ten digits of a Mexican phone number, without the country code and the prefixes that were dialled before it. A text that is not ten digits
 * after that stays as it is, to be refused by name. Sample: `+52 55 1234 5678`, `52-1-55-1234-5678` and `(55) 1234 5678` are `5512345678`.
 */
export function phoneForm(text: string): string {
  const bare = trimmed(text)
  return /^(?:(?:\+|00)?521?|044|045|01)?(\d{10})$/.exec(bare.replace(BETWEEN, ''))?.[1] ?? bare
}

/** A number without what stands between its digits; a text with anything else stays. Sample: `646 180 1180 1234 5673` is `646180118012345673`. */
export function digitsForm(text: string): string {
  const bare = trimmed(text)
  const digits = bare.replace(BETWEEN, '')
  return /^\d+$/.test(digits) ? digits : bare
}

/** An identifier; a UUID is one in any case (RFC 9562), and some databases write it in capitals. Other identifiers stay. */
export function idForm(text: string): string {
  const bare = trimmed(text)
  return UUID.test(bare) ? bare.toLowerCase() : bare
}

/** A text that means the same in capitals and small letters. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** In capitals. Sample: `mxn` is `MXN`. */
export function capitalForm(text: string): string {
  return trimmed(text).toUpperCase()
}

/** A taxpayer's number in capitals, without blanks and hyphens. Sample: `sat-970701-nn3` is `SAT970701NN3`. */
export function rfcForm(text: string): string {
  return capitalForm(text).replace(/[\s-]/g, '')
}

/** An e-mail address in a query, where `+` stands for a blank: a blank within an address is a plus. */
export function emailInQuery(text: string): string {
  return text.includes('@') ? trimmed(text).replaceAll(' ', '+') : trimmed(text)
}

/** The one of `values` that a text means, whatever its case and the blanks around it; the text itself when it means none. */
export function choiceForm(values: readonly string[], text: string): string {
  const bare = trimmed(text)
  if (values.includes(bare)) return bare
  const lower = bare.toLowerCase()
  return values.find((value) => value.toLowerCase() === lower) ?? bare
}
