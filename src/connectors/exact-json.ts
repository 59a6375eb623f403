// Reads JSON of a network with its numbers as they are written: amounts are never floating-point numbers.

/** Every number as its text; undefined for what is no JSON object. Sample: `{"monto":350.10}` has the text `350.10`. */
export function readJson(text: string): { value: Record<string, unknown> } | undefined {
  const value = readAnyJson(text)?.value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return { value: value as Record<string, unknown> }
}

/** The same of any JSON value. */
export function readAnyJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text, asWritten as (key: string, value: unknown) => unknown) }
  } catch {
    return undefined
  }
}

function asWritten(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return typeof value === 'number' ? (source ?? String(value)) : value
}

/** A text or number of a body as text, trimmed; empty when it is missing, null or the word `null`. */
export function textOf(value: unknown): string {
  if (typeof value !== 'string') return ''
  const text = value.trim()
  return text.toLowerCase() === 'null' ? '' : text
}

/** Whole centavos of a decimal text with at most two decimals; undefined for any other, also below zero and zero. */
export function centavosOf(amount: string): number | undefined {
  const [, pesos, cents = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(amount) ?? []
  if (pesos === undefined) return undefined
  const centavos = Number(pesos + cents.padEnd(2, '0'))
  return centavos > 0 ? centavos : undefined
}
