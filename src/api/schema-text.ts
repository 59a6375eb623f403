// The text of a schema: schemas of one text check the same.

/** Checks of our own, by their number: the text of a function does not say what it closes over. */
const functions = new WeakMap<object, number>()
let count = 0

/** Also of what TypeBox hides from JSON: optional members, and checks of our own. */
export function schemaText(value: unknown): string {
  if (typeof value === 'function') return `function ${numberOf(value)}`
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return literal(value)
  if (Array.isArray(value)) return `[${value.map(schemaText).join()}]`
  const members = Object.getOwnPropertyNames(value).map(
    (name) => `${JSON.stringify(name)}:${schemaText((value as Record<string, unknown>)[name])}`,
  )
  return `{${members.join()}}`
}

function literal(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

function numberOf(value: object): number {
  const number = functions.get(value) ?? count++
  functions.set(value, number)
  return number
}
