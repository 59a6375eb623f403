// Whether the schema is there as the program knows it, and may be used: looked at before a payment comes that would fail.
import { columnsOfTable, type Table, type Value } from '../../core/table.ts'
import { tables, views } from '../../tables.ts'
import { FUNCTION } from '../postgres/batch-refusal.ts'
import { mayDelete, mayUpdate } from '../postgres/role-rights.ts'
import { OtherSchema, otherSchemaText, otherSqliteSchemaText } from './changed-meanwhile.ts'
import { TYPE_NUMBERS } from './create-tables.ts'

const list = (names: string[]) => names.map((name) => `'${name}'`).join(', ')
/** `id:25 total_centavos:20`: each column with the number of its type. */
const typedColumns = (table: Table) => columnsOfTable(table).map(([name, { kind }]) => `${name}:${TYPE_NUMBERS[kind]}`)
const columnNames = (table: Table) => columnsOfTable(table).map(([name]) => name)

const VIEW_ROWS = views.map(({ name }) => `('${name}', false, false, false, '')`)
const TABLE_ROWS = tables.map(
  (table) => `('${table.name}', true, ${mayUpdate(table)}, ${mayDelete(table)}, '${typedColumns(table).join(' ')}')`,
)

/** The names of what PostgreSQL does not find, what has columns of other types, and what the role may not use as this program does. */
export const UNUSABLE = `select name from (values ${[...TABLE_ROWS, ...VIEW_ROWS].join(', ')}) wanted (name, is_table, updates, deletes, columns)
  left join pg_catalog.pg_class on pg_class.oid = to_regclass(wanted.name)
  where pg_class.oid is null or not has_table_privilege(pg_class.oid, 'select')
    or (is_table and not has_table_privilege(pg_class.oid, 'insert'))
    or (updates and not has_any_column_privilege(pg_class.oid, 'update'))
    or (deletes and not has_table_privilege(pg_class.oid, 'delete'))
    or exists (select from unnest(string_to_array(columns, ' ')) as own (named) where named <> '' and not exists (
      select from pg_catalog.pg_attribute where attrelid = pg_class.oid and attname = split_part(named, ':', 1)
        and atttypid = cast(split_part(named, ':', 2) as oid) and not attisdropped))
  union all select '${FUNCTION}' where not coalesce(has_function_privilege(to_regprocedure('${FUNCTION}()'), 'execute'), false)
  order by name`

/** Answers the names of the migrations, and of what cannot be used. */
const APPLIED = `select name, 1 as usable from migrations union all select name, 0 from (${UNUSABLE}) unusable`

/** Inserts more than a page on PostgreSQL and deletes it again, which fails on a full disk; then what `appliedIn` reads. */
export const PROBE = [
  `insert into probes (id, filler) select cast(gen_random_uuid() as text), string_agg(md5(random()::text), '') from generate_series(1, 256)`,
  'delete from probes',
  APPLIED,
]

/** The names of the migrations. Throws when something cannot be used. */
export function appliedIn(rows: readonly Record<string, Value>[]): string[] {
  const names = (wanted: number) => rows.filter(({ usable }) => usable === wanted).map(({ name }) => String(name))
  refuseUnusable('postgres', names(0))
  return names(1)
}

/** The columns of the tables of a SQLite file. */
export const SQLITE_COLUMNS = `select sqlite_schema.name as name, group_concat(own.name, ' ') as columns
  from sqlite_schema join pragma_table_info(sqlite_schema.name) as own
  where sqlite_schema.type = 'table' and sqlite_schema.name in (${list(tables.map(({ name }) => name))}) group by sqlite_schema.name`

/** The tables that lack a column, or are not there. */
export function lackingIn(found: readonly { name: string; columns: string }[]): string[] {
  const there = new Map(found.map(({ name, columns }) => [name, new Set(columns.split(' '))]))
  return tables
    .filter((table) => columnNames(table).some((column) => !there.get(table.name)?.has(column)))
    .map(({ name }) => name)
}

/** Throws `OtherSchema` when there is any. */
export function refuseUnusable(engine: 'sqlite' | 'postgres', names: readonly string[]): void {
  if (names.length === 0) return
  const text = engine === 'sqlite' ? otherSqliteSchemaText : otherSchemaText
  const more = names.length > 5 ? ` and ${names.length - 5} more` : ''
  throw new OtherSchema(text(`${names.slice(0, 5).join(', ')}${more} cannot be used`))
}
