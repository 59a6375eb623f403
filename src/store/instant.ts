// Instants, which PostgreSQL keeps as 8 bytes and SQLite as text. In statements and rows they are text on both.

/** An instant of any day but the 29th of February. */
const PLAIN =
  /^(?!0000)\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/
const FORM = '0000-00-00T00:00:00.000Z'
const DIGITS = '0123456789'
/** The last digits of the year, the month and the day, which are 1 behind zeros. */
const LAST_DIGITS = [3, 6, 9]

/**
 * A text as a timestamp of PostgreSQL. A text that is no instant becomes the first one behind it in the order of texts. So PostgreSQL answers such a
 * text as SQLite does, and not with an error.
 */
export function asTimestamp(text: string): string {
  if (PLAIN.test(text)) return text
  for (let at = Math.min(text.length, FORM.length); at >= 0; at -= 1) {
    const before = text.slice(0, at)
    if (at === text.length && isInstant(firstBehind(before))) return firstBehind(before)
    const fitting = FORM[at] === '0' ? DIGITS : (FORM[at] ?? '')
    for (const one of fitting)
      if (one > text.charAt(at) && at < text.length && isInstant(firstBehind(before + one)))
        return firstBehind(before + one)
  }
  return 'infinity'
}

/** The first instant that begins so, if there is one. */
function firstBehind(beginning: string): string {
  let text = beginning
  while (text.length < FORM.length) {
    const at = text.length
    const isOne = LAST_DIGITS.includes(at) && /(^000|-0)$/.test(text)
    text += isOne ? '1' : FORM[at]
  }
  return text
}

function isInstant(text: string): boolean {
  if (text.length !== FORM.length || text.startsWith('0000')) return false
  const epochMs = Date.parse(text)
  return !Number.isNaN(epochMs) && new Date(epochMs).toISOString() === text
}

/** `2026-11-20 16:11:28.12`, as PostgreSQL writes it, as `2026-11-20T16:11:28.120Z`. What is no instant, such as `infinity` or an instant before Christ, stays as it is. */
export function instantIn(text: string): string {
  if (text.charAt(10) !== ' ' || text.endsWith('BC')) return text
  return `${text.slice(0, 10)}T${text.slice(11)}${FORM.slice(text.length)}`
}
