// `limit` and `offset`, the same for every list (spec 8).
import Type from 'typebox'
import type { Bilingual } from '../core/failure.ts'

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 500

/** A parameter of a query string. What is good in it is checked where it is read, so that an empty one means "not given". */
export function queryText(description: string, examples: string[] = []) {
  return Type.Optional(Type.String({ maxLength: 300, description, ...(examples.length > 0 && { examples }) }))
}

export const PagingQuery = {
  limit: queryText(`How many, from 1; default ${DEFAULT_LIMIT}, above ${MAX_LIMIT} it counts as ${MAX_LIMIT}`, ['50']),
  offset: queryText('How many to pass over, from 0', ['0']),
}

export interface Paging {
  limit: number
  offset: number
}

/** Reads `limit` and `offset`. Faults are added to `fields`. */
export function readPaging(query: { limit?: string; offset?: string }, fields: Record<string, Bilingual[]>): Paging {
  const whole = (name: 'limit' | 'offset', least: number, fallback: number) => {
    const given = query[name] || String(fallback)
    if (/^\d+$/.test(given) && Number(given) >= least) return Number(given)
    fields[name] = [[`${name} debe ser un entero desde ${least}`, `${name} must be an integer from ${least} on`]]
    return fallback
  }
  const limit = Math.min(whole('limit', 1, DEFAULT_LIMIT), MAX_LIMIT)
  return { limit, offset: Math.min(whole('offset', 0, 0), Number.MAX_SAFE_INTEGER) }
}
