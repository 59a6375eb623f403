// Reads days and ranges of days from a query.
import type { FieldProblems } from '../core/failure-table.ts'
import { dayWithin } from '../core/time.ts'

/** A day of the query; undefined when it is not given. A bad one is added to `fields`. */
export function readDay<N extends string>(
  query: { [name in N]?: string },
  name: N,
  fields: FieldProblems,
): string | undefined {
  const value = query[name]
  if (value === undefined || value === '') return undefined
  const day = dayWithin(value)
  if (day === undefined) {
    fields[name] = [[`${name} debe ser un día que exista, AAAA-MM-DD`, `${name} must be a day that exists, YYYY-MM-DD`]]
  }
  return day
}
