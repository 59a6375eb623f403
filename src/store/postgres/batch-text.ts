// A batch as one statement of PostgreSQL.
import { type MergedWrite, statementOf, valuesOf } from '../write.ts'

/**
 * `with w0 as (insert ...), w1 as (update ... returning 1) select 1 / (select count(*) = 1 from w1)::int`.
 * A condition that does not hold divides by zero, which undoes the statement.
 */
export function batchText(writes: MergedWrite[]): string {
  let first = 0
  const parts: string[] = []
  const guards: string[] = []
  writes.forEach((write, index) => {
    const base = first
    const { text, rows } = statementOf(write, (n) => `$${base + n}`)
    first += valuesOf(write).length
    const counted = rows !== undefined
    parts.push(`w${index} as (${text}${counted && !/\breturning\b/.test(text) ? ' returning 1' : ''})`)
    if (counted) guards.push(`1 / ((select count(*) from w${index}) = ${rows})::int`)
  })
  return `with ${parts.join(', ')} select ${guards.length > 0 ? guards.join(', ') : '1'}`
}

/** Whether a condition may not hold, or a row may exist already. A counter is always written, and a row that only has to be there is no conflict. */
export const isRefusable = ({ kind }: MergedWrite) => kind !== 'add' && kind !== 'ensure'
