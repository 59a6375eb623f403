// What is set on PostgreSQL for the statements behind it in a transaction: until when they may run, and how they are planned.
import { markOf } from './across.ts'
import type { Asked } from './postgres-session.ts'

/**
 * Sets until when the next statement may run: $1, in milliseconds since 1970 by the server's clock. The server refuses a statement that
 * arrives later than that, so it never writes one that its caller has already given up.
 */
export const UNTIL = `select set_config('statement_timeout', case when ms < 1 then '-1' else ms::bigint::text end, true)
  from (select $1::float8 - extract(epoch from clock_timestamp()) * 1000 as ms) remaining`

/**
 * For statements that read a few rows by an index: updates of several rows by their keys, and what is next in a queue. The server plans them once
 * for each connection, perhaps while the table has few rows, and must not read all of it when it has many.
 */
const BY_INDEX = ['enable_seqscan', 'enable_bitmapscan', 'enable_sort']
  .map((name) => `set_config('${name}', 'off', true)`)
  .join(', ')
export const UNTIL_BY_INDEX = UNTIL.replace('select ', `select ${BY_INDEX}, `)
/** The reads of queues and of the log are planned for no values in particular: the plan of the look for due work takes long. */
export const PLANNED_ONCE: Asked = {
  text: `select ${BY_INDEX}, set_config('plan_cache_mode', 'force_generic_plan', true)`,
  values: [],
}
/** Whether a statement says of itself that it concerns what is next in a queue or in the log. */
export const isOfQueue = (text: string) => text.endsWith(markOf('due')) || text.endsWith(markOf('log'))
