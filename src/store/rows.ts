// Reads rows by the values of their columns.
import type { Kysely } from 'kysely'
import { Failure } from '../failures.ts'
import type { Tables } from '../tables.ts'
import { columns } from './columns.ts'

type Table = keyof Tables & string
type Column<T extends Table> = keyof Tables[T] & string
/** What columns equal. None is null: no row would equal it. */
export type Values<T extends Table> = { [C in keyof Tables[T]]?: NonNullable<Tables[T][C]> }

/** The row of a table that has these values, or `only` these columns of it; undefined when there is none. */
export async function rowOf<T extends Table, C extends Column<T> = Column<T>>(
  db: Kysely<Tables>,
  table: T,
  values: Values<T>,
  only?: readonly C[],
): Promise<Pick<Tables[T], C> | undefined> {
  const row = await withValues(db, table, values, only).executeTakeFirst()
  return row as Pick<Tables[T], C> | undefined
}

/** `rowOf` that throws `resource-unknown` when there is no such row. */
export async function knownRow<T extends Table, C extends Column<T> = Column<T>>(
  db: Kysely<Tables>,
  table: T,
  values: Values<T>,
  only?: readonly C[],
): Promise<Pick<Tables[T], C>> {
  const row = await rowOf(db, table, values, only)
  if (row === undefined) throw new Failure('resource-unknown')
  return row
}

/** All rows that have these values. */
export async function rowsOf<T extends Table, C extends Column<T> = Column<T>>(
  db: Kysely<Tables>,
  table: T,
  values: Values<T>,
  only?: readonly C[],
): Promise<Pick<Tables[T], C>[]> {
  const rows: unknown[] = await withValues(db, table, values, only).execute()
  return rows as Pick<Tables[T], C>[]
}

function withValues(db: Kysely<Tables>, table: Table, values: object, only: readonly string[] = columns[table]) {
  // Kysely types a query by the literal names in it.
  let query = db.selectFrom(table as 'accounts').select(only as readonly Column<'accounts'>[])
  for (const [name, value] of Object.entries(values)) query = query.where(name as Column<'accounts'>, '=', value)
  return query
}
