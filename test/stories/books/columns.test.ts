// A new database has exactly the tables, columns, keys and indexes that the program defines.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { columnsOfTable } from '../../../src/core/table.ts'
import { openDatabase } from '../../../src/store/database.ts'
import type { Store } from '../../../src/store/store.ts'
import { tables } from '../../../src/tables.ts'
import { ENGINES, type Engine, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'

/** `integer`, `text`, or the engine's word for bytes, instants or the ids of operations, or one of them with ` or null`, by table and column. */
type Schema = Record<string, Record<string, string>>

const definedSchema = (engine: Engine): Schema =>
  Object.fromEntries(
    tables.map((table) => [
      table.name,
      {
        ...(table.keys.isLog ? { position: 'integer' } : {}),
        ...Object.fromEntries(Object.keys(table.keys.generated ?? {}).map((name) => [name, 'text'])),
        ...Object.fromEntries(
          columnsOfTable(table).map(([name, { kind, isNullable }]) => [
            name,
            `${kindOn(engine, kind)}${isNullable ? ' or null' : ''}`,
          ]),
        ),
      },
    ]),
  )

const kindOn = (engine: Engine, kind: string) =>
  ({
    bigint: 'integer',
    bytes: engine === 'sqlite' ? 'blob' : 'bytea',
    instant: engine === 'sqlite' ? 'text' : 'timestamp without time zone',
    uuid: engine === 'sqlite' ? 'text' : 'uuid',
  })[kind] ?? kind

interface Found {
  table: string
  column: string
  kind: string
  nullable: boolean | number
}

async function schemaOf(store: Store, engine: Engine): Promise<Schema> {
  const asked =
    engine === 'sqlite'
      ? sql<Found>`select tables.name as "table", columns.name as "column", columns.type as kind,
          columns."notnull" = 0 as nullable
          from sqlite_schema as tables, pragma_table_xinfo(tables.name) as columns
          where tables.type = 'table' and tables.name not like 'sqlite_%'`
      : sql<Found>`select table_name as "table", column_name as "column", data_type as kind,
          is_nullable = 'YES' as nullable from information_schema.columns
          where table_schema = current_schema() and table_name not in (select viewname from pg_catalog.pg_views where schemaname = current_schema())`
  const schema: Schema = {}
  for (const { table, column, kind, nullable } of (await asked.execute(store.db)).rows) {
    if (table === 'migrations') continue
    schema[table] ??= {}
    schema[table][column] = `${kind.toLowerCase().replace('bigint', 'integer')}${nullable ? ' or null' : ''}`
  }
  return schema
}

async function indexesOf(store: Store, engine: Engine): Promise<string[]> {
  const asked =
    engine === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'index' and sql is not null`
      : sql<{
          name: string
        }>`select indexname as name from pg_indexes where schemaname = current_schema() and indexname not like '%_pkey'`
  return (await asked.execute(store.db)).rows.map(({ name }) => name).sort()
}

describe('a new database is as its tables are defined', () => {
  after(stopPostgres)
  for (const engine of ENGINES) {
    test(`it has exactly these columns, each a text or a number that may be null or not [${engine}]`, async (t) => {
      const store = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 1 })
      t.after(() => store.close())
      assert.deepEqual(await schemaOf(store, engine), definedSchema(engine))
    })

    test(`it has exactly these indexes [${engine}]`, async (t) => {
      const store = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 1 })
      t.after(() => store.close())
      const names = tables.flatMap(({ keys }) => [keys.unique, keys.indexes].flatMap((one) => Object.keys(one ?? {})))
      assert.deepEqual(await indexesOf(store, engine), names.sort())
    })
  }

  test('no column is in two classes, and every key names columns of its table', () => {
    for (const table of tables) {
      const names = columnsOfTable(table).map(([name]) => name)
      assert.equal(new Set(names).size, names.length, table.name)
      for (const name of table.keys.key.split(', ')) assert.ok(names.includes(name), `${table.name} ${name}`)
    }
  })
})
