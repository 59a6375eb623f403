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

/** Of a number as JSON may write it: digits, decimals, and the power of ten of a service that writes 10000000 as `1.0E7`. */
const AMOUNT = /^(\d{1,15})(?:\.(\d{1,15}))?(?:[eE]([+-]?\d{1,2}))?$/
const MAX_DIGITS = 14

/** Whole centavos of an amount in pesos, exactly, in whatever notation; undefined for one that has a part of a centavo, also for zero and below. */
export function centavosOf(amount: string): number | undefined {
  const [, pesos, decimals = '', power = '0'] = AMOUNT.exec(amount) ?? []
  if (pesos === undefined) return undefined
  const places = decimals.length - Number(power) - 2
  const written = pesos + decimals + '0'.repeat(Math.max(-places, 0))
  const whole = places > 0 ? written.slice(0, -places) : written
  // Behind the centavos there may be zeros only.
  if (/[1-9]/.test(written.slice(whole.length)) || whole.replace(/^0+/, '').length > MAX_DIGITS) return undefined
  const centavos = Number(whole)
  return centavos > 0 ? centavos : undefined
}
