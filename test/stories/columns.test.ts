import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { columns } from '../../src/store/columns.ts'
import { openDatabase } from '../../src/store/database.ts'
import type { Store } from '../../src/store/store.ts'
import { ENGINES, type Engine, newDatabaseUrl, stopPostgres } from '../engines.ts'
import { rowTypes } from '../row-types.ts'

/** `integer`, `text` or either with ` or null`, by table and column. */
type Schema = Record<string, Record<string, string>>

/** The kinds of the row types' columns. */
function declared(): Schema {
  const kindOf = (type: string) =>
    `${/\b(number|Months|[01])\b/.test(type) ? 'integer' : 'text'}${/\| null\b/.test(type) ? ' or null' : ''}`
  return Object.fromEntries(
    Object.entries(rowTypes()).map(([table, types]) => [
      table,
      Object.fromEntries(Object.entries(types).map(([column, type]) => [column, kindOf(type)])),
    ]),
  )
}

async function migrated(store: Store, engine: Engine): Promise<Schema> {
  const asked =
    engine === 'sqlite'
      ? sql<Found>`select tables.name as "table", columns.name as "column", columns.type as kind,
          columns."notnull" = 0 and columns.pk = 0 as nullable
          from sqlite_schema as tables, pragma_table_info(tables.name) as columns
          where tables.type = 'table' and tables.name not like 'sqlite_%'`
      : sql<Found>`select table_name as "table", column_name as "column", data_type as kind,
          is_nullable = 'YES' as nullable from information_schema.columns where table_schema = current_schema()`
  const schema: Schema = {}
  for (const { table, column, kind, nullable } of (await asked.execute(store.db)).rows) {
    if (table === 'migrations') continue
    schema[table] ??= {}
    schema[table][column] = `${kind.toLowerCase().replace('bigint', 'integer')}${nullable ? ' or null' : ''}`
  }
  return schema
}

interface Found {
  table: string
  column: string
  kind: string
  nullable: boolean | number
}

describe('rows match their types in the program', () => {
  after(stopPostgres)
  for (const engine of ENGINES) {
    test(`a migrated database has exactly the tables and columns that the program names [${engine}]`, async () => {
      const store = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 1 })
      const tables = (await store.db.introspection.getTables()).filter(({ name }) => name !== 'migrations')
      const there = tables.map(({ name, columns }) => [name, columns.map((column) => column.name).sort()] as const)
      const named = Object.entries(columns).map(([name, names]) => [name, [...names].sort()] as const)
      assert.deepEqual(Object.fromEntries(there), Object.fromEntries(named))
      await store.close()
    })

    test(`each column is a text or an integer, and may be null, as its row type says [${engine}]`, async () => {
      const store = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 1 })
      assert.deepEqual(await migrated(store, engine), declared())
      await store.close()
    })
  }
})
