import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { columns } from '../../src/store/columns.ts'
import { openDatabase } from '../../src/store/database.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../engines.ts'

describe('rows are asked for by the names of columns that are there', () => {
  after(stopPostgres)
  for (const engine of ENGINES) {
    test(`a migrated database has exactly the tables and columns that the program names [${engine}]`, async () => {
      const store = await openDatabase(await newDatabaseUrl(engine), { connections: 1 })
      const tables = (await store.db.introspection.getTables()).filter(({ name }) => name !== 'migrations')
      const there = tables.map(({ name, columns }) => [name, columns.map((column) => column.name).sort()] as const)
      const named = Object.entries(columns).map(([name, names]) => [name, [...names].sort()] as const)
      assert.deepEqual(Object.fromEntries(there), Object.fromEntries(named))
      await store.close()
    })
  }
})
