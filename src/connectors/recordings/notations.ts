// Finds what is said within a text: the values of names in XML, in forms and in JSON that is not whole, and texts in base64 or hexadecimal.
import { isUtf8 } from 'node:buffer'

/** The new value of a name; undefined: it stays. */
type OfName = (value: string, name: string) => string | undefined

/** A member of JSON with a text or a number, also of JSON within a text of JSON, where quotation marks are escaped. */
const MEMBER = /(\\{0,7}")([^"\\\s]{1,60})\1(\s*:\s*)(?:\1((?:(?!\1)(?:\\.|[^\n]))*)|(-?\d[\d.]*))/g
const ATTRIBUTE = /(?<=\s)([\w.-]{1,60})=("|')([^"'<>]*)\2/g
const PAIR = /(?<=^|[?&\s;])([\w.[\]-]{1,60})=([^&\s"'<>;]+)/g
const ELEMENT = /<((?:[\w.-]{1,40}:)?([\w.-]{1,60}))(?:\s[^<>]*)?>/g

/** The text with other values behind names. */
export function withNamed(text: string, ofName: OfName): string {
  return members(elements(text, ofName), ofName)
    .replace(ATTRIBUTE, (whole, name: string, quote: string, value: string) => {
      const made = ofName(value, name)
      return made === undefined ? whole : `${name}=${quote}${made}${quote}`
    })
    .replace(PAIR, (whole, name: string, value: string) => {
      const made = ofName(value, name)
      return made === undefined ? whole : `${name}=${made}`
    })
}

function members(text: string, ofName: OfName): string {
  return text.replace(
    MEMBER,
    (whole, quote: string, name: string, colon: string, content?: string, number?: string) => {
      const made =
        ofName(content ?? number ?? '', name) ?? (content?.includes('"') ? members(content, ofName) : content)
      if (made === undefined) return whole
      return `${quote}${name}${quote}${colon}${quote}${made}${content === undefined ? quote : ''}`
    },
  )
}

/** What is in an element goes with all that is in it. */
function elements(text: string, ofName: OfName): string {
  let done = ''
  let at = 0
  /** Looked for once, so that a text of open elements takes no longer than another. */
  const unclosed = new Set<string>()
  for (const { 0: tag, 1: full = '', 2: name = '', index } of text.matchAll(ELEMENT)) {
    const from = index + tag.length
    if (index < at || tag.endsWith('/>')) continue
    const next = text.indexOf('<', from)
    const content = text.slice(from, next < 0 ? text.length : next)
    if (ofName(content, name) === undefined) continue
    const close = unclosed.has(full) ? -1 : text.indexOf(`</${full}`, from)
    if (close < 0) unclosed.add(full)
    const end = close < 0 ? from + content.length : close
    const made = ofName(text.slice(from, end), name)
    if (made === undefined) continue
    done += text.slice(at, from) + made
    at = end
  }
  return done + text.slice(at)
}

/** Characters of base64, also in lines; hexadecimal digits are among them. */
const ENCODED = /(?<![\w+/-])(?:[\w+/-]{60,}\r?\n)*[\w+/-]{2,}={0,2}/g
const LEAST = 16
// biome-ignore lint/suspicious/noControlCharactersInRegex: what has them is no text
const NO_TEXT = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/

/** The text with other texts in the place of those that stand in it in base64 or hexadecimal. `change` keeps what needs no change. */
export function withEncoded(text: string, change: (text: string) => string, hidden: string): string {
  return text.replace(ENCODED, (run) => {
    if (run.length < LEAST) return run
    const isHex = run.length % 2 === 0 && /^[0-9a-f]+$/i.test(run)
    for (const encoding of isHex ? (['hex', 'base64'] as const) : (['base64'] as const)) {
      const bytes = Buffer.from(run, encoding)
      const isText = isUtf8(bytes) && !NO_TEXT.test(bytes.toString('utf8'))
      const decoded = bytes.toString(isText ? 'utf8' : 'latin1')
      const made = change(decoded)
      if (made === decoded) continue
      if (!isText) return hidden
      return Buffer.from(made).toString(encoding === 'base64' && /[_-]/.test(run) ? 'base64url' : encoding)
    }
    return run
  })
}

/** A body of a form: names and values with percent signs. Base64 ends with the sign of a pair and is none. */
export function isForm(text: string): boolean {
  return (
    /^[\w.%[\]+*-]{1,100}=[^\s&<>"{}]*(?:&[\w.%[\]+*-]{1,100}(?:=[^\s&<>"{}]*)?)*$/.test(text) &&
    !/^[\w+/-]*={1,2}$/.test(text)
  )
}
