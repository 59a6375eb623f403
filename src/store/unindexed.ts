// Compares a column without its index, where the other table of a join has few rows, or rows are already named by their ids.
import { type RawBuilder, sql } from 'kysely'

/**
 * SQLite has no statistics here: it expects an account to have few rows, and would read all of them instead of those that are named; and it
 * may begin a join with the larger table.
 */
export function unindexed(column: string): RawBuilder<string> {
  return sql<string>`${sql.ref(column)} || ''`
}
