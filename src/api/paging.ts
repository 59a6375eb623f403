// Paging, the same for every list: by `limit` and `starting_after`, which rows that arrive do not disturb; or by `limit` and `offset` (spec 8).
import Type from 'typebox'
import type { FieldProblems } from '../core/failure-table.ts'
import type { Bilingual } from '../core/language/bilingual.ts'
import { refuseInvalid } from '../failures.ts'
import { describedAs } from './fields.ts'

const DEFAULT_LIMIT = 50
export const MAX_LIMIT = 500

/** A parameter of a query string, which the description shows as `shown` says. Its reader checks the value, so that an empty one means not given. */
function parameter(description: string, shown: object, examples: string[] = []) {
  return Type.String({ maxLength: 300, description, ...shown, ...(examples.length > 0 && { examples }) })
}

/** A parameter that is any text. */
export function queryText(description: string, examples: string[] = []) {
  return Type.Optional(parameter(description, {}, examples))
}

/** A parameter with a closed set of values. */
export function queryChoice(values: readonly string[], description: string, examples: string[] = []) {
  return Type.Optional(neededChoice(values, description, examples))
}

/** The same for a call that cannot do without it. */
export function neededChoice(values: readonly string[], description: string, examples: string[] = []) {
  return parameter(description, describedAs({ type: 'string', enum: [...values] }), examples)
}

/** A parameter that is a whole number. */
export function queryNumber(description: string, range: { minimum: number; maximum?: number }, example: number) {
  return Type.Optional(parameter(description, describedAs({ type: 'integer', ...range, examples: [example] })))
}

/** A parameter that is a day. */
export function queryDay(description: string, example?: string) {
  return Type.Optional(neededDay(description, example))
}

/** The same for a call that cannot do without it. */
export function neededDay(description: string, example = '2026-11-23') {
  return parameter(description, describedAs({ type: 'string', format: 'date', examples: [example] }))
}

export const PagingQuery = {
  limit: queryNumber(
    `How many, from 1; default ${DEFAULT_LIMIT}, above ${MAX_LIMIT} it counts as ${MAX_LIMIT}`,
    { minimum: 1 },
    50,
  ),
  offset: queryNumber('How many to pass over, from 0', { minimum: 0 }, 0),
}

/** The parameters of a list whose answer has `next`, where the next page begins. */
export const CursorQuery = {
  limit: PagingQuery.limit,
  starting_after: queryText('The `next` of the page before'),
}

/** The parameters of a list that older clients page by `offset`. */
export const ListQuery = { ...CursorQuery, offset: PagingQuery.offset }

export const Next = Type.Union([Type.String(), Type.Null()], { description: 'The next page’s `starting_after`' })

/** The page of rows that were read up to `limit + 1`; `next` is null on the last page. */
export function cutPage<R extends { id: string }>(
  rows: readonly R[],
  limit: number,
): { page: R[]; next: string | null } {
  return cutPageBy(rows, limit, ({ id }) => id)
}

/** The same for rows that another column orders. */
export function cutPageBy<R>(
  rows: readonly R[],
  limit: number,
  cursorOf: (row: R) => string,
): { page: R[]; next: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}

export interface Paging {
  limit: number
  offset: number
}

/** Reads `limit` and `offset`. Faults are added to `fields`. */
export function readPaging(query: { limit?: string; offset?: string }, fields: FieldProblems): Paging {
  const whole = (name: 'limit' | 'offset', least: number, fallback: number) => {
    const text = query[name] || String(fallback)
    if (/^\d+$/.test(text) && Number(text) >= least) return Number(text)
    fields[name] = [[`${name} debe ser un entero desde ${least}`, `${name} must be an integer from ${least} on`]]
    return fallback
  }
  const limit = Math.min(whole('limit', 1, DEFAULT_LIMIT), MAX_LIMIT)
  return { limit, offset: Math.min(whole('offset', 0, 0), Number.MAX_SAFE_INTEGER) }
}

/** A page of a list: from an offset, or after a row. */
export interface ListPage extends Paging {
  after: string | undefined
}

/** Reads the parameters of `ListQuery`; `form` is that of the list's cursor. Faults are added to `fields`. */
export function readListPage(
  query: { limit?: string; offset?: string; starting_after?: string },
  form: RegExp,
  fields: FieldProblems,
): ListPage {
  const paging = readPaging(query, fields)
  const after = readAfter(query, form, fields)
  if (after !== undefined && paging.offset > 0) fields.offset = [notTogether]
  return { ...paging, after }
}

/** Reads `starting_after` alone; undefined: the first page. A fault is added to `fields`. */
export function readAfter(query: { starting_after?: string }, form: RegExp, fields: FieldProblems): string | undefined {
  const after = query.starting_after || undefined
  if (after === undefined || form.test(after)) return after
  fields.starting_after = [notAPage]
  return undefined
}

/** What a cursor is that no page of the list ended with. */
export const notAPage: Bilingual = ['starting_after no es una página', 'starting_after is not a page']

export const notTogether: Bilingual = ['offset no va con starting_after', 'offset does not go with starting_after']

/** Reads the parameters of `ListQuery` for a query without others. Throws `parameters-invalid`. */
export function listPageOf(
  query: { limit?: string; offset?: string; starting_after?: string },
  form: RegExp,
): ListPage {
  const fields: FieldProblems = {}
  const page = readListPage(query, form, fields)
  refuseInvalid(fields)
  return page
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
