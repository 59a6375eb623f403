// Finds a name that a JSON object has twice. The parser keeps the last value silently, and another program keeps the first: an amount could be two.

/** A text of JSON, and the colon after it when it is a name; or a bracket. */
const TOKEN = /"([^"\\]*(?:\\.[^"\\]*)*)"\s*(:?)|[{}[\]]/g

const [QUOTE, COLON, BACKSLASH] = [0x22, 0x3a, 0x5c]

/** The number of names in JSON text that has been parsed: of the colons outside its texts. */
export function namesIn(json: string): number {
  let count = 0
  let isInText = false
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) isInText = !isInText
    else if (code === BACKSLASH) at += 1
    else if (code === COLON && !isInText) count += 1
  }
  return count
}

/** The number of names in a value, at any depth. */
export function namesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value)
  let count = Array.isArray(value) ? 0 : inner.length
  for (const one of inner) count += namesOf(one)
  return count
}

/** The first name that its object has twice, with the names that lead to it: `payment.total`. Empty when there is none. */
export function repeatedName(json: string): string {
  const open: { names: Set<string> | undefined; last: string }[] = []
  for (const [token, text, colon] of json.matchAll(TOKEN)) {
    if (token === '{') open.push({ names: new Set(), last: '' })
    else if (token === '[') open.push({ names: undefined, last: '' })
    else if (token === '}' || token === ']') open.pop()
    else if (colon) {
      const here = open.at(-1)
      const name = JSON.parse(`"${text}"`) as string
      if (here?.names?.has(name)) return [...open.slice(0, -1).map(({ last }) => last), name].filter(Boolean).join('.')
      here?.names?.add(name)
      if (here) here.last = name
    }
  }
  return ''
}
