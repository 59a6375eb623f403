// Paging, the same for every list: by `limit` and `offset` (spec 8), or by `limit` and `starting_after`.
import Type from 'typebox'
import { type FieldProblems, refuseInvalid } from '../core/failure.ts'
import { describedAs } from './fields.ts'

const DEFAULT_LIMIT = 50
export const MAX_LIMIT = 500

/** A parameter of a query string. Its reader checks the value, so that an empty one means not given. */
export function queryText(description: string, examples: string[] = []) {
  return Type.Optional(Type.String({ maxLength: 300, description, ...(examples.length > 0 && { examples }) }))
}

/** A parameter with a closed set of values. */
export function queryChoice(values: readonly string[], description: string, examples: string[] = []) {
  const described = { type: 'string', enum: [...values] }
  return Type.Optional(
    Type.String({ maxLength: 300, description, ...describedAs(described), ...(examples.length > 0 && { examples }) }),
  )
}

/** A parameter that is a whole number. */
function queryNumber(description: string, minimum: number, example: number) {
  const described = describedAs({ type: 'integer', minimum, examples: [example] })
  return Type.Optional(Type.String({ maxLength: 300, description, ...described }))
}

export const PagingQuery = {
  limit: queryNumber(`How many, from 1; default ${DEFAULT_LIMIT}, above ${MAX_LIMIT} it counts as ${MAX_LIMIT}`, 1, 50),
  offset: queryNumber('How many to pass over, from 0', 0, 0),
}

/** The parameters of a list whose answer has `next`, where the next page begins. */
export const CursorQuery = {
  limit: PagingQuery.limit,
  starting_after: queryText('The `next` of the page before'),
}

export const Next = Type.Union([Type.String(), Type.Null()], { description: 'The next page’s `starting_after`' })

/** The page of rows that were read up to `limit + 1`; `next` is null on the last page. */
export function cutPage<R extends { id: string }>(
  rows: readonly R[],
  limit: number,
): { page: R[]; next: string | null } {
  const page = rows.slice(0, limit)
  return { page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

export interface Paging {
  limit: number
  offset: number
}

/** Reads `limit` and `offset`. Faults are added to `fields`. */
export function readPaging(query: { limit?: string; offset?: string }, fields: FieldProblems): Paging {
  const whole = (name: 'limit' | 'offset', least: number, fallback: number) => {
    const given = query[name] || String(fallback)
    if (/^\d+$/.test(given) && Number(given) >= least) return Number(given)
    fields[name] = [[`${name} debe ser un entero desde ${least}`, `${name} must be an integer from ${least} on`]]
    return fallback
  }
  const limit = Math.min(whole('limit', 1, DEFAULT_LIMIT), MAX_LIMIT)
  return { limit, offset: Math.min(whole('offset', 0, 0), Number.MAX_SAFE_INTEGER) }
}

/** Reads `limit` only, for a list that is paged by `starting_after`. A fault is added to `fields`. */
export function readLimit({ limit = '' }: { limit?: string }, fields: FieldProblems): number {
  return readPaging({ limit }, fields).limit
}

/** Reads `limit` and `offset` for a query without other parameters. Throws `parameters-invalid`. */
export function pagingOf(query: { limit?: string; offset?: string }): Paging {
  const fields: FieldProblems = {}
  const page = readPaging(query, fields)
  refuseInvalid(fields)
  return page
}
