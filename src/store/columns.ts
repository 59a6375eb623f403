// The columns of every table. Queries always name them, never `*`: when a later version adds a column, the answers and prepared statements of
// an older program that still runs do not change.
import { type ColumnClass, columnsOfTable } from '../core/table.ts'
import { type Tables, tables, views } from '../tables.ts'

type Table = keyof Tables & string
type Column<T extends Table> = keyof Tables[T] & string

/** `selectFrom('plans').select(columns.plans)` */
export const columns = Object.fromEntries([
  ...tables.map((table) => [table.name, columnsOfTable(table).map(([name]) => name)]),
  ...views.map((view) => [view.name, Object.keys(view.columns)]),
]) as unknown as { readonly [T in Table]: readonly Column<T>[] }

/** The columns of a table that are of a class. */
export function columnsOfClass(table: Table, only: ColumnClass): string[] {
  return tables.filter(({ name }) => name === table).flatMap((one) => columnsOfTable(one, only).map(([name]) => name))
}

/** All columns for joins: `columnsOf('operations')` is `operations.id` and so on. */
export function columnsOf<T extends Table>(table: T): readonly `${T}.${Column<T>}`[] {
  return (columns[table] as readonly Column<T>[]).map((name) => `${table}.${name}` as const)
}
