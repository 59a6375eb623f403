// What is set on PostgreSQL for a connection, and for the statements behind it in a transaction: until when they may run, and how they are planned.
import { markOf } from '../across.ts'
import type { Asked } from './exchange.ts'

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
const LIMITS = [
  ...['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout'],
  'transaction_timeout',
]

/** Takes away the limits of time that somebody may have set for the role; not every server knows all of them. `local`: until the transaction ends. */
export const withoutLimits = (local: boolean, limits: readonly string[] = LIMITS): string =>
  `select count(set_config(name, '0', ${local})) from pg_catalog.pg_settings where name in (${limits.map((name) => `'${name}'`).join(', ')})`

/**
 * Somebody may have set another value for the role or the database, also while the service runs: dates are read as ISO, a backslash in a literal is a
 * backslash, and a batch that waited for another one sees what that one has written. No statement is compiled to machine code: that takes up to a
 * second, and none of ours runs as long. Servers do it by default, above all for tables that were restored and are not analysed yet.
 */
const SETTINGS = {
  DateStyle: 'ISO',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  jit: 'off',
}

/** A commit is on the disk of this server before it is acknowledged, whoever has set otherwise; one that waits for other servers too still does. */
const DURABLE = `set_config('synchronous_commit', replace(current_setting('synchronous_commit'), 'off', 'local'), false)`

const settingsText = (statementTimeoutMs: number) => {
  const all = Object.entries({ statement_timeout: String(statementTimeoutMs), ...SETTINGS })
  return `select ${[...all.map(([name, value]) => `set_config('${name}', '${value}', false)`), DURABLE].join(', ')}`
}

/** What a new connection is set to: its exchanges have limits of their own, and it may wait for the next one for long. */
export const settingsOf = (statementTimeoutMs: number): string[] => [
  settingsText(statementTimeoutMs),
  withoutLimits(
    false,
    LIMITS.filter((name) => name !== 'statement_timeout'),
  ),
]

/** Whether a statement says of itself that it concerns what is next in a queue or in the log. */
export const isOfQueue = (text: string) => text.endsWith(markOf('due')) || text.endsWith(markOf('log'))
