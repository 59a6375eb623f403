// Reads of the embedded engine: Kysely over one connection, and a further connection that sees one instant.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type CompiledQuery, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { ReadingDriver } from './reading.ts'
import type { Snapshot } from './store.ts'
import type { Tables } from './tables.ts'
import type { Value } from './write.ts'

/** Statements that stay compiled. */
const MOST = 2_000

export interface Reading {
  all(query: CompiledQuery): unknown[]
  /** Ends the transaction that reads share now: the next read sees what has been committed meanwhile. */
  end(): void
}

/** The reads of one turn of the event loop share a transaction: to begin and end one costs as much as a small read. */
export function readingOf(database: DatabaseSync): Reading {
  const statements = statementsOf(database)
  const begin = database.prepare('begin')
  const commit = database.prepare('commit')
  let open = false
  const end = () => {
    if (!open) return
    open = false
    // A fault of the disk may have ended it already.
    if (database.isTransaction) commit.run()
  }
  return {
    all(query) {
      if (!open) {
        begin.run()
        open = true
        setImmediate(end)
      }
      return statements(query.sql).all(...(query.parameters as Value[]))
    },
    end,
  }
}

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

/** A connection of its own with one reading transaction: in WAL mode it sees one instant and holds nobody up. */
export async function snapshotOf<R>(path: string, work: (snapshot: Snapshot) => Promise<R>): Promise<R> {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  const statements = statementsOf(database)
  const all = (query: CompiledQuery) => statements(query.sql).all(...(query.parameters as Value[]))
  try {
    database.exec('begin')
    return await work({ db: kyselyOver(all), pause: () => new Promise((resolve) => setImmediate(resolve)) })
  } finally {
    database.close()
  }
}

/** Each text compiled once. */
function statementsOf(database: DatabaseSync): (text: string) => StatementSync {
  const known = new Map<string, StatementSync>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const statement = database.prepare(text)
    if (known.size > MOST) known.clear()
    known.set(text, statement)
    return statement
  }
}
