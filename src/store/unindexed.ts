// Compares a column without its index, where rows are already named by their ids.
import { type RawBuilder, sql } from 'kysely'

/**
 * SQLite has no statistics here: it expects an account to have few rows, and would read all of them instead of those that are named.
 */
export function unindexed(column: string): RawBuilder<string> {
  return sql<string>`${sql.ref(column)} || ''`
}
