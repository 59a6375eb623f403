// Writes as data: each engine turns them into its own statements, compiled once for each shape.
import type { CompiledQuery } from 'kysely'
import { columnsOfTable, type Value } from '../core/table.ts'
import { type Tables, tables } from '../tables.ts'
import type { OperationUpdate } from './changeable.ts'
import { type ReadRow, rowReader } from './row-forms.ts'
import { INSTANT } from './schema/create-tables.ts'
import { writtenTable } from './written-table.ts'

type Table = keyof Tables & string
type Row<T extends Table> = Tables[T]
/** What an update may set. */
type Change<T extends Table> = T extends 'operations' ? OperationUpdate : Partial<Row<T>>

/** One write of a batch. Batches are all or nothing: `Store.commit`. */
export type Write =
  | {
      kind: 'insert'
      table: string
      rows: Record<string, Value>[]
      /** The columns that are written; undefined: all of the rows. */
      columns?: readonly string[]
    }
  | { kind: 'add'; table: string; key: string[]; rows: Record<string, Value>[] }
  | { kind: 'ensure'; table: string; rows: Record<string, Value>[] }
  | { kind: 'update'; table: string; set: Record<string, Value>; where: Record<string, Value> }
  | {
      kind: 'query'
      query: CompiledQuery
      rows: number | undefined
      /** The table that it brings work to, if any. */
      table?: string | undefined
      /** The same as a write of rows that the write before it has returned: for a cluster, on which a statement writes to one table. */
      ofRows?: (returned: Record<string, Value>[]) => Write
    }

type Update = Extract<Write, { kind: 'update' }>

/** Updates of one shape, of several rows. */
interface Updates {
  kind: 'updates'
  table: string
  rows: Pick<Update, 'set' | 'where'>[]
}

/** A write of several batches together (`store/postgres/merge-batches`). */
export type MergedWrite = Write | Updates

/** New rows, all with the same columns. A unique constraint that one of them breaks refuses the batch: `Duplicate`. */
export function insert<T extends Table>(table: T, ...rows: Row<T>[]): Write {
  return { kind: 'insert', table, rows: rows as unknown as Record<string, Value>[] }
}

/**
 * A new row of which only some columns are written: the others have what the database writes by itself. `columns` is the same array for all such
 * rows, so that it is not compared name by name.
 */
export function insertOnly<T extends Table, C extends keyof Row<T> & string>(
  table: T,
  columns: readonly C[],
  row: Pick<Row<T>, C>,
): Write {
  return { kind: 'insert', table, rows: [row as unknown as Record<string, Value>], columns }
}

/** A conditional update of exactly one row. When the condition no longer holds, the batch is refused: `Unmet`. */
export function update<T extends Table>(table: T, set: Change<T>, where: Partial<Row<T>>): Write {
  return { kind: 'update', table, set: set as Record<string, Value>, where: where as Record<string, Value> }
}

/**
 * Counters: adds every column outside the key to the row with that key, which is created if needed. A counter is the sum of
 * several rows, distinguished by `shard`: the engine chooses one, so that writers need not wait for each other.
 */
export function add<T extends CounterTable>(
  table: T,
  key: readonly (keyof Row<T> & string)[],
  ...rows: Omit<Row<T>, 'shard'>[]
): Write {
  const sharded = rows.map((row) => ({ ...row, shard: 0 }))
  return { kind: 'add', table, key: [...key, 'shard'], rows: sharded as unknown as Record<string, Value>[] }
}

/** Rows that are the same whoever writes them. One that is there already stays as it is. */
export function ensure<T extends Table>(table: T, ...rows: Row<T>[]): Write {
  return { kind: 'ensure', table, rows: rows as unknown as Record<string, Value>[] }
}

type CounterTable = { [T in Table]: 'shard' extends keyof Tables[T] ? T : never }[Table]

/** Any other write, made with Kysely. `rows`: how many rows it must touch, if checked (otherwise `Unmet`). */
export function run(query: CompiledQuery, rows?: number): Write {
  return { kind: 'query', query, rows, table: writtenTable(query.query) }
}

/** A write in words of its own (`sql`), which brings work to the tasks of a table. */
export function runOn(table: Table, query: CompiledQuery): Write {
  return { kind: 'query', query, rows: undefined, table }
}

/** A condition of an update, or an exact count, did not hold, because another writer was first. Read and decide again. */
export class Unmet extends Error {}

/** A unique constraint refused a row that exists already. */
export class Duplicate extends Error {
  readonly table: string
  readonly columns: string[]

  constructor(table: string, columns: string[]) {
    super(`${table} already has a row with this ${columns.join(', ')}`)
    this.table = table
    this.columns = columns
  }

  /** True when the constraint is of this table (and names this column). */
  of(table: keyof Tables & string, column?: string): boolean {
    return this.table === table && (column === undefined || this.columns.includes(column))
  }
}

/** A write as SQL text; `placeholder` names its parameters; and how many rows it must touch. */
interface Statement {
  text: string
  rows: number | undefined
}

/** Writes with the same shape have the same statement. */
export function shapeOf(write: MergedWrite): string {
  switch (write.kind) {
    case 'insert':
      return `i ${write.table} ${write.rows.length} ${columnsOf(write).join()}`
    case 'add':
      return `a ${write.table} ${write.rows.length} ${columnsOf(write).join()}`
    case 'ensure':
      return `e ${write.table} ${write.rows.length} ${columnsOf(write).join()}`
    case 'update':
      return `u ${write.table} ${Object.keys(write.set).join()} ${conditionShape(write.where)}`
    case 'updates':
      return `us ${write.rows.length} ${shapeOf(firstOf(write))}`
    case 'query':
      return `q ${write.rows ?? ''} ${write.query.sql}`
  }
}

/** The statement of a write. `placeholder(n)` is how the engine names its nth parameter, from 1 on. */
export function statementOf(write: MergedWrite, placeholder: (n: number) => string): Statement {
  let count = 0
  const next = () => {
    count += 1
    return placeholder(count)
  }
  switch (write.kind) {
    case 'insert':
      return { text: insertText(write, next), rows: undefined }
    case 'add': {
      const sums = columnsOf(write)
        .filter((column) => !write.key.includes(column))
        .map((column) => `"${column}" = "${write.table}"."${column}" + excluded."${column}"`)
      const text = insertText(write, next)
      return { text: `${text} on conflict (${quoted(write.key)}) do update set ${sums.join(', ')}`, rows: undefined }
    }
    case 'ensure':
      return { text: `${insertText(write, next)} on conflict do nothing`, rows: undefined }
    case 'update': {
      const set = Object.keys(write.set).map((column) => `"${column}" = ${next()}`)
      const where = Object.entries(write.where).map(([column, value]) =>
        value === null ? `"${column}" is null` : `"${column}" = ${next()}`,
      )
      return { text: `update "${write.table}" set ${set.join(', ')} where ${where.join(' and ')}`, rows: 1 }
    }
    case 'updates':
      return { text: updatesText(write, next), rows: write.rows.length }
    case 'query': {
      const text = write.query.sql.replace(/\$(\d+)/g, (_, n: string) => placeholder(Number(n)))
      return { text, rows: write.rows }
    }
  }
}

/** The parameters of a write, in the order of its statement. */
export function valuesOf(write: MergedWrite): Value[] {
  switch (write.kind) {
    case 'insert':
    case 'ensure':
    case 'add': {
      const read = readerOf(columnsOf(write))
      const values: Value[] = []
      for (const row of write.rows) for (const value of read(row)) values.push(value ?? null)
      return values
    }
    case 'update':
      return valuesOfUpdate(write)
    case 'updates':
      return write.rows.flatMap((row) => valuesOf({ kind: 'update', table: write.table, ...row }))
    case 'query':
      return write.query.parameters as Value[]
  }
}

function valuesOfUpdate({ set, where }: Pick<Update, 'set' | 'where'>): Value[] {
  const values: Value[] = []
  for (const value of Object.values(set)) values.push(value ?? null)
  for (const value of Object.values(where)) if (value !== null) values.push(value)
  return values
}

/** `update t set a = given.s0 from (values (...), (...)) as given (s0, w0) where t.b = given.w0`: the server begins and ends once for all rows. */
function updatesText(write: Updates, next: () => string): string {
  const { table, set, where } = firstOf(write)
  const compared = Object.keys(where).filter((column) => where[column] !== null)
  const absent = Object.keys(where).filter((column) => where[column] === null)
  const types = [...Object.keys(set), ...compared].map((column) => typeOf(table, column))
  const tuples = write.rows.map(() => `(${types.map((type) => `cast(${next()} as ${type})`).join(', ')})`)
  const names = [...Object.keys(set).map((_, at) => `s${at}`), ...compared.map((_, at) => `w${at}`)]
  const sets = Object.keys(set).map((column, at) => `"${column}" = given.s${at}`)
  const conditions = [
    ...compared.map((column, at) => `"${table}"."${column}" = given.w${at}`),
    ...absent.map((column) => `"${table}"."${column}" is null`),
  ]
  return `update "${table}" set ${sets.join(', ')} from (values ${tuples.join(', ')}) as given (${names.join(', ')}) where ${conditions.join(' and ')}`
}

function firstOf({ table, rows: [row] }: Updates): Update {
  if (row === undefined) throw new Error(`no row of ${table} is updated`)
  return { kind: 'update', table, ...row }
}

const kinds = new Map(tables.map((table) => [table.name, new Map(columnsOfTable(table))]))

/** The column's type in PostgreSQL, which alone writes several batches together. */
function typeOf(table: string, column: string): string {
  const kind = kinds.get(table)?.get(column)?.kind
  if (kind === undefined) throw new Error(`there is no column ${column} of ${table}`)
  return kind === 'instant' ? INSTANT : kind
}

function insertText(write: Rows, next: () => string): string {
  const columns = columnsOf(write)
  const tuples = write.rows.map(() => `(${columns.map(next).join(', ')})`)
  return `insert into "${write.table}" (${quoted(columns)}) values ${tuples.join(', ')}`
}

type Rows = Extract<Write, { rows: object[] }>

/** The columns that are written of new rows or counters. */
export function columnsOf(write: Rows): readonly string[] {
  const all = write.kind === 'insert' ? write.columns : undefined
  return all ?? Object.keys(write.rows[0] ?? {})
}

const readers = new Map<string, ReadRow>()

function readerOf(columns: readonly string[]): ReadRow {
  const names = columns.join()
  const known = readers.get(names)
  if (known !== undefined) return known
  const read = rowReader(columns)
  readers.set(names, read)
  return read
}

function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ')
}

function conditionShape(where: Record<string, Value>): string {
  return Object.entries(where)
    .map(([column, value]) => (value === null ? `${column}-` : column))
    .join()
}
