// Compares a column without its index, where the other table of a join has few rows, or rows are already named by their ids.
import { type RawBuilder, sql } from 'kysely'
import type { Store } from './store.ts'

/**
 * SQLite has no statistics here: it expects an account to have few rows, and would read all of them instead of those that are named; and it
 * may begin a join with the larger table.
 */
export function unindexed(column: string): RawBuilder<string> {
  return sql<string>`${sql.ref(column)} || ''`
}

/** The same statement with plain accounts: a cluster sends it to the one machine that has the account. */
export function withPlainAccounts(text: string): string {
  return text.includes(" || ''") ? text.replace(/(\baccount_id"?) \|\| ''/g, '$1') : text
}

/**
 * The account in a join that begins with its table: on SQLite compared without its index, and on PostgreSQL as it is, because a cluster joins the rows of an
 * account by its plain columns only.
 */
export function accountOf({ engine }: Pick<Store, 'engine'>, table: string): RawBuilder<string> {
  const column = `${table}.account_id`
  return engine === 'sqlite' ? unindexed(column) : sql.ref<string>(column)
}
