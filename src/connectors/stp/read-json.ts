// Reads JSON of STP with its numbers as they are written: amounts are never floating-point numbers.
import { type Instant, instantWithin } from '../../core/time.ts'

/** Every number as its text; undefined for what is no JSON object. Sample: `{"monto":350.10}` has the text `350.10`. */
export function readJson(text: string): { value: Record<string, unknown> } | undefined {
  try {
    const value: unknown = JSON.parse(text, asWritten as (key: string, value: unknown) => unknown)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return { value: value as Record<string, unknown> }
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

/** Milliseconds since 1970 as an instant; undefined for `0` and for what is none. */
export function instantOfMs(text: string): Instant | undefined {
  return /^[1-9]\d{10,14}$/.test(text) ? instantWithin(Number(text)) : undefined
}

/** `20261121` as `2026-11-21`; empty for what is not written so. */
export function dayOfDigits(text: string): string {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
  return year === undefined ? '' : `${year}-${month}-${day}`
}
