// Finds out whether a batch was written when the connection was lost before the answer came: it looks for a row that only this batch can
// have written.
import type { Value } from '../core/table.ts'
import type { MergedWrite } from './write.ts'

/** Tables whose rows get a fresh, unguessable id from the batch that inserts them. */
const FRESH = new Set([
  'operations',
  'events',
  'customers',
  'sources',
  'cards',
  'card_tokens',
  'transfers',
  'messages',
  'plans',
  'subscriptions',
  'webhook_endpoints',
])

/** Rows that are there if and only if the batch was written: all of them or none. */
export interface Proof {
  table: string
  ids: string[]
  /** The account of the first row; undefined for rows of no account. */
  accountId: string | undefined
}

/** Undefined when the batch inserts no such row. */
export function proofOf(writes: readonly MergedWrite[]): Proof | undefined {
  const inserts = writes.filter((write) => write.kind === 'insert')
  const table = inserts.find((write) => FRESH.has(write.table))?.table
  if (table === undefined) return undefined
  const rows = inserts.filter((write) => write.table === table).flatMap((write) => write.rows)
  const ids = rows.map((row) => row.id).filter((id) => typeof id === 'string')
  const [first] = rows
  const accountId = typeof first?.account_id === 'string' ? first.account_id : undefined
  return ids.length > 0 ? { table, ids, accountId } : undefined
}

/** The query of one of the rows: it returns a row if the batch was written. */
export function proofQuery({ table, ids: [id = ''], accountId }: Proof): { text: string; values: Value[] } {
  if (accountId !== undefined)
    return {
      text: `select 1 as written from "${table}" where account_id = $1 and id = $2`,
      values: [accountId, id],
    }
  return { text: `select 1 as written from "${table}" where id = $1`, values: [id] }
}

/** The data about a batch for a log line: its tables and the rows that prove it; no other data. */
export function subjectOf(writes: readonly MergedWrite[]): { tables: string[]; proof: Proof | undefined } {
  const tables = writes.map((write) => (write.kind === 'query' ? 'query' : write.table))
  return { tables: [...new Set(tables)], proof: proofOf(writes) }
}
