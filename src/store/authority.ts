// Records each change of a column that is authority (who may do, receive or be charged something), or sealed beside it, in the batch of the change, so
// that the audit can tell what the program has written from what somebody has written behind its back.
import { hash } from 'node:crypto'
import {
  type ColumnNode,
  type ColumnUpdateNode,
  type CompiledQuery,
  type OperationNode,
  type RawBuilder,
  type RootOperationNode,
  sql,
} from 'kysely'
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { accountColumnOf, columnsOfTable, type Table, type Value } from '../core/table.ts'
import { tables } from '../tables.ts'
import { across, reasonIn } from './across.ts'
import { NO_ACCOUNT } from './no-account.ts'
import type { Store } from './store.ts'
import { insert, type Write } from './write.ts'
import { tableName } from './written-table.ts'

/**
 * The tables with authority, and its columns; also what is sealed beside it, which opens in its row for ever, so that an older copy, or none, would not be
 * noticed where it is opened.
 */
export const authorities: ReadonlyMap<string, { table: Table; key: string[]; columns: ReadonlySet<string> }> = new Map(
  tables.flatMap((table) => {
    const namesOf = (one: 'authority' | 'sealed') => columnsOfTable(table, one).map(([name]) => name)
    const [columns, sealed] = [namesOf('authority'), namesOf('sealed')]
    if (columns.length === 0) return []
    return [
      [table.name, { table, key: table.keys.key.split(', '), columns: new Set([...columns, ...sealed]) }] as const,
    ]
  }),
)

/** The beginning of the SHA-256 of a value, 96 bits. */
export function digestOf(value: Value | undefined): string {
  const text = value === null || value === undefined ? 'null' : `${typeof value} ${value}`
  return hash('sha256', text, 'buffer').subarray(0, 12).toString('base64url')
}

/** A store whose batches record what they change of authority. A statement that returns rows may change none. */
export function recordingAuthority<S extends Store>(store: S, clock: Clock): S {
  return {
    ...store,
    commit: (writes: Write[]) => store.commit(withRecords(store, clock, writes)),
    returning: <R>(query: CompiledQuery<R>) => {
      const change = changeIn(query.query)
      if (change !== undefined)
        throw new Error(`a change of ${change.table} that returns rows is not recorded: commit it`)
      return store.returning(query)
    },
  }
}

function withRecords(store: Store, clock: Clock, writes: Write[]): Write[] {
  if (!writes.some((write) => write.kind === 'query' || authorities.has(write.table))) return writes
  const all: Write[] = []
  for (const write of writes) {
    if (write.kind === 'query') all.push(...recorded(store, clock, write, all.length))
    else if (write.kind === 'add' || write.kind === 'ensure') all.push(write)
    else if (write.kind === 'update' && !namesKey(write))
      all.push(...recorded(store, clock, asQuery(store, write), all.length))
    else all.push(write, ...recordsOf(clock, write))
  }
  return all
}

/** The records of new rows, or of a change of one row that is named by its key. */
function recordsOf(clock: Clock, write: Extract<Write, { kind: 'insert' | 'update' }>): Write[] {
  const known = authorities.get(write.table)
  if (known === undefined) return []
  if (write.kind === 'insert') return write.rows.map((row) => record(clock, write.table, row, row))
  const set = Object.entries(write.set).filter(([column]) => known.columns.has(column))
  if (set.length === 0) return []
  return [record(clock, write.table, write.where, Object.fromEntries(set))]
}

/** Whether the write names one row by its key. */
function namesKey({ table, where }: Extract<Write, { kind: 'update' }>): boolean {
  return authorities.get(table)?.key.every((column) => where[column] != null) ?? true
}

function asQuery({ db }: Store, { table, set, where }: Extract<Write, { kind: 'update' }>): QueryWrite {
  const named = Object.entries(where).map(([column, value]) =>
    value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`,
  )
  const query = db
    .updateTable(table as 'accounts')
    .set(set)
    .where(sql<boolean>`${sql.join(named, sql` and `)}`)
  return { kind: 'query', query: query.compile(), rows: 1 }
}

type QueryWrite = Extract<Write, { kind: 'query' }>
type Row = Record<string, Value>

function record(clock: Clock, table: string, named: Row, set: Row): Write {
  const { key, columns } = authorities.get(table) ?? { key: [], columns: new Set<string>() }
  const lacking = key.find((column) => named[column] === undefined)
  if (lacking !== undefined)
    throw new Error(`a change of ${table} does not name its ${lacking}, so it cannot be recorded`)
  return insert('authority_records', {
    id: newId(clock, 'aur'),
    account_id: accountIn(table, named),
    table_name: table,
    row_key: key.map((column) => named[column]).join('/'),
    columns: digestsOf(Object.entries(set).filter(([column]) => columns.has(column))),
  })
}

function accountIn(table: string, named: Row): string {
  const account = table === 'accounts' ? named.id : named.account_id
  return typeof account === 'string' ? account : NO_ACCOUNT
}

function digestsOf(set: [string, Value][]): string {
  return JSON.stringify(Object.fromEntries(set.map(([column, value]) => [column, digestOf(value)])))
}

interface Change {
  table: string
  /** What is set; undefined for rows that are removed. */
  set: [string, Value][] | undefined
  where: OperationNode | undefined
  /** The rows of an insert; undefined for a change or a removal. */
  rows?: Row[]
}

/** A query with the records of the rows that it changes or removes. `at`: its place in the batch. */
function recorded(store: Store, clock: Clock, write: QueryWrite, at: number): Write[] {
  const change = changeIn(write.query.query)
  if (change === undefined) return [write]
  const { table, set, where, rows } = change
  if (rows !== undefined) return [write, ...rows.map((row) => record(clock, table, row, row))]
  const { table: definition, key } = authorities.get(table) as { table: Table; key: string[] }
  const rowKey = sql.join(
    key.map((column) => sql.ref(column)),
    sql` || '/' || `,
  )
  const account = accountColumnOf(definition) ?? (hasColumn(definition, 'account_id') ? 'account_id' : undefined)
  const owner = account === undefined ? sql`cast(${sql.lit(NO_ACCOUNT)} as text)` : sql.ref(account)
  const text = set === undefined ? null : digestsOf(set)
  const id = newId(clock, 'aur')
  const reason = reasonIn(write.query.sql)
  const insertFrom = (from: RawBuilder<unknown>) =>
    sql`insert into authority_records (id, account_id, table_name, row_key, columns)
      select cast(${id} as text) || '.' || row_key, owner, ${sql.lit(table)}, row_key, cast(${text} as text) from ${from}${reason === undefined ? sql`` : sql` ${across(reason)}`}`.compile(
      store.db,
    )
  if (store.engine === 'postgres') {
    if (/\breturning\b/.test(write.query.sql)) throw new Error(`a change of ${table} that returns rows is not recorded`)
    const returning = sql`returning ${rowKey} as row_key, ${owner} as owner`.compile(store.db).sql
    const query = { ...write.query, sql: `${write.query.sql} ${returning}` }
    const ofRows = (returned: Row[]) =>
      insert(
        'authority_records',
        ...returned.map(({ row_key, owner: of }) => ({
          id: `${id}.${row_key}`,
          account_id: String(of),
          table_name: table,
          row_key: String(row_key),
          columns: text,
        })),
      )
    return [
      { ...write, query },
      { kind: 'query', query: insertFrom(sql.raw(`w${at}`)), rows: undefined, ofRows },
    ]
  }
  // One thread writes: the rows are those that the change finds.
  const changed = sql`(select ${rowKey} as row_key, ${owner} as owner from ${sql.table(table)} where ${where === undefined ? sql`1 = 1` : { toOperationNode: () => where }}) as changed`
  return [{ kind: 'query', query: insertFrom(changed), rows: undefined }, write]
}

function hasColumn(table: Table, name: string): boolean {
  return columnsOfTable(table).some(([column]) => column === name)
}

/** What a query changes of authority; undefined when it changes nothing of it. */
function changeIn(node: RootOperationNode | undefined): Change | undefined {
  switch (node?.kind) {
    case 'UpdateQueryNode': {
      const table = tableName(node.table)
      const columns = authorities.get(table)?.columns
      const set = (node.updates ?? []).filter((update) => columns?.has(columnOf(update.column)))
      if (set.length === 0) return undefined
      return { table, set: set.map(setOf(table)), where: node.where?.where }
    }
    case 'DeleteQueryNode': {
      const table = tableName(node.from.froms[0])
      const known = authorities.get(table)
      if (known === undefined || known.table.keys.isPassing) return undefined
      return { table, set: undefined, where: node.where?.where }
    }
    case 'InsertQueryNode': {
      const table = tableName(node.into)
      if (!authorities.has(table)) return undefined
      const columns = (node.columns ?? []).map(columnOf)
      const { values } = node
      if (values === undefined || values.kind !== 'ValuesNode') throw new Error(`new rows of ${table} are not recorded`)
      const lists = (values as unknown as { values: { kind: string; values: unknown[] }[] }).values
      const rows = lists.map(({ values: list }) =>
        Object.fromEntries(list.map((value, at) => [columns[at] ?? '', valueIn(value)])),
      )
      return { table, set: undefined, where: undefined, rows: rows as Row[] }
    }
    default:
      return undefined
  }
}

function setOf(table: string): (update: ColumnUpdateNode) => [string, Value] {
  return ({ column, value }) => {
    const name = columnOf(column)
    if (value.kind !== 'ValueNode') throw new Error(`${table}.${name} is set to an expression, which is not recorded`)
    return [name, valueIn(value)]
  }
}

function valueIn(value: unknown): Value {
  if (typeof value === 'object' && value !== null && 'kind' in value)
    return (value as { kind: string; value: Value }).value
  return value as Value
}

function columnOf(node: OperationNode): string {
  return (node as ColumnNode).column.name
}
