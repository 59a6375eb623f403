// The statements that make the tables, for either engine.
import { type Bound, type Column, columnsOfTable, type Table, text, type Value, type View } from '../../core/table.ts'

export type Engine = 'sqlite' | 'postgres'

/**
 * The place of a row in a log, given by the engine: on SQLite, whose batches are written one after another, the number of the row; on
 * PostgreSQL the number of the transaction.
 */
const POSITION: Record<Engine, string> = {
  sqlite: 'position integer primary key not null',
  postgres: 'position bigint not null default (cast(cast(pg_current_xact_id() as text) as bigint))',
}

/** The statements that make a table with its first rows. Both engines order text by its bytes. */
export function statementsOf(table: Table, engine: Engine): string[] {
  const { name, keys } = table
  const columns = engine === 'postgres' ? packed(columnsOfTable(table)) : columnsOfTable(table)
  const parts = [
    ...(keys.isLog ? [POSITION[engine]] : []),
    ...columns.map(([column, definition]) => columnText(column, definition, engine)),
    ...Object.entries(keys.generated ?? {}).map(
      ([column, made]) => `${columnText(column, text(), engine)} generated always as (${made}) stored`,
    ),
    `${keys.isLog && engine === 'sqlite' ? 'unique' : 'primary key'} (${keys.key})`,
    ...referencesOf(table).map(({ text }) => text),
    ...columns.flatMap(([column, { bound }]) =>
      bound === undefined ? [] : [constraint(`${name}_${column}_check`, conditionOf(column, bound))],
    ),
    ...Object.entries(keys.checks ?? {}).map(([check, condition]) => constraint(check, condition)),
  ]
  const rest = engine === 'sqlite' ? (keys.isClustered ? ' without rowid' : '') : filledTo(keys.filled)
  return [
    `create table ${name} (\n  ${parts.join(',\n  ')}\n)${rest}`,
    ...Object.entries(keys.unique ?? {}).map(([index, on]) => indexText('unique index', index, name, on)),
    ...Object.entries(keys.indexes ?? {}).map(([index, on]) => indexText('index', index, name, on)),
    ...(keys.first ?? []).map(
      (row) =>
        `insert into ${name} (${Object.keys(row).join(', ')}) values (${Object.values(row).map(literal).join(', ')})`,
    ),
  ]
}

/** The foreign keys of a table. */
export function referencesOf({ keys }: Table): { columns: string; other: string; text: string }[] {
  return Object.entries(keys.references ?? {}).map(([columns, other]) => ({
    columns,
    other,
    text: `foreign key (${columns}) references ${other} (${columns.startsWith('account_id, ') ? 'account_id, id' : 'id'})`,
  }))
}

/** All statements that make the schema: each table behind those that it refers to, then the views. */
export function schemaOf(all: { tables: readonly Table[]; views: readonly View[] }, engine: Engine): string[] {
  return [
    ...inOrder(all.tables).flatMap((table) => statementsOf(table, engine)),
    ...all.views.map(({ name, query }) => `create view ${name} as ${query[engine]}`),
  ]
}

/** Tables in an order in which each comes behind those that it refers to. */
export function inOrder(tables: readonly Table[]): Table[] {
  const done = new Set<string>()
  const rest = new Set(tables)
  while (rest.size > 0) {
    const ready = [...rest].filter(({ name, keys }) =>
      Object.values(keys.references ?? {}).every((other) => other === name || done.has(other)),
    )
    if (ready.length === 0)
      throw new Error(`tables refer to each other: ${[...rest].map(({ name }) => name).join(', ')}`)
    for (const table of ready) {
      rest.delete(table)
      done.add(table.name)
    }
  }
  const byName = new Map(tables.map((table) => [table.name, table]))
  return [...done].map((name) => byName.get(name) as Table)
}

/**
 * PostgreSQL stores a row in the order of its columns, and numbers and instants of eight bytes at multiples of eight: they come first, so that
 * nothing is left empty between them. Columns that change later come last, and stay together.
 */
function packed(columns: [string, Column][]): [string, Column][] {
  const rank = ([, { kind }]: [string, Column]) =>
    kind === 'bigint' || kind === 'instant' ? 0 : kind === 'integer' ? 1 : 2
  return columns.toSorted((one, other) => rank(one) - rank(other))
}

const INTEGERS = { integer: 'integer', bigint: 'bigint' }

/** Instants are of UTC: a type with a time zone would be read as the connection's settings say. */
export const INSTANT = 'timestamp(3)'

const TYPES: Record<Engine, Record<Column['kind'], string>> = {
  sqlite: { text: 'text', uuid: 'text', instant: 'text', bytes: 'blob', ...INTEGERS },
  postgres: { text: 'text collate "C"', uuid: 'uuid', instant: INSTANT, bytes: 'bytea', ...INTEGERS },
}

/** How PostgreSQL's catalogue numbers the types of columns. */
export const TYPE_NUMBERS: Record<Column['kind'], number> = {
  text: 25,
  uuid: 2950,
  instant: 1114,
  bytes: 17,
  integer: 23,
  bigint: 20,
}

function columnText(name: string, { kind, isNullable, initial }: Column, engine: Engine): string {
  const begins = initial === undefined ? '' : ` default ${literal(initial)}`
  return `${name} ${TYPES[engine][kind]}${isNullable ? '' : ' not null'}${begins}`
}

function filledTo(percent: number | undefined): string {
  return percent === undefined ? '' : ` with (fillfactor = ${percent})`
}

function constraint(name: string, condition: string): string {
  return `constraint ${name} check (${condition})`
}

/** Not `in (...)`, for which SQLite builds a table with each write. Null fits every condition. */
function conditionOf(column: string, bound: Bound): string {
  if (typeof bound === 'string') return `${column} ${bound}`
  return bound.map((value) => `${column} = ${literal(value)}`).join(' or ')
}

/** `on`: `account_id, id where state = 'open'` */
function indexText(kind: string, name: string, table: string, on: string): string {
  const [columns, condition] = on.split(' where ')
  return `create ${kind} ${name} on ${table} (${columns})${condition === undefined ? '' : ` where ${condition}`}`
}

function literal(value: Value): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}
