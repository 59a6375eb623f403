// Reads of the embedded engine: Kysely over one connection, and a second connection that sees one instant.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type CompiledQuery, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { ReadingDriver } from './reading.ts'
import type { Snapshot } from './store.ts'
import type { Tables } from './tables.ts'
import type { Value } from './write.ts'

/** Kysely for reads alone, each answered by `all`. */
export function kyselyOver(all: (query: CompiledQuery) => unknown[]): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new ReadingDriver(async (query) => all(query)),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

/**
 * A second connection with one reading transaction: in WAL mode it sees one instant and holds nobody up. A database in
 * memory has no second connection; there the work runs without a pause, and no flush comes between its reads.
 */
export async function snapshotOf<R>(path: string, work: (snapshot: Snapshot) => Promise<R>): Promise<R> {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  const statements = new Map<string, StatementSync>()
  const all = (query: CompiledQuery): unknown[] => {
    const statement = statements.get(query.sql) ?? database.prepare(query.sql)
    statements.set(query.sql, statement)
    return statement.all(...(query.parameters as Value[]))
  }
  try {
    database.exec('begin')
    return await work({ db: kyselyOver(all), pause: () => new Promise((resolve) => setImmediate(resolve)) })
  } finally {
    database.close()
  }
}
