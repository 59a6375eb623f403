// Finds out whether a batch was written when the connection was lost before the answer came: it looks for a row that only this batch can
// have written.
import type { Value, Write } from './write.ts'

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

/** A row that is there if and only if the batch was written. */
export interface Proof {
  table: string
  id: string
}

/** Undefined when the batch inserts no row that only it can have written. */
export function proofOf(writes: readonly Write[]): Proof | undefined {
  for (const write of writes) {
    if (write.kind !== 'insert' || !FRESH.has(write.table)) continue
    const id = write.rows[0]?.id
    if (typeof id === 'string') return { table: write.table, id }
  }
  return undefined
}

/** Asks for the row: it answers one row when the batch is written. */
export function proofQuery({ table, id }: Proof): { text: string; values: Value[] } {
  return { text: `select 1 as written from "${table}" where id = $1`, values: [id] }
}

/** What a log line may say of a batch: the tables it writes to and the row that proves it; no other data. */
export function subjectOf(writes: readonly Write[]): { tables: string[]; proof: Proof | undefined } {
  const tables = writes.map((write) => (write.kind === 'query' ? 'query' : write.table))
  return { tables: [...new Set(tables)], proof: proofOf(writes) }
}
