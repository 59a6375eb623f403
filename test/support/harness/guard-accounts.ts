// Shows statements that do not name the account of the rows that they read or write or that have a table of the coordinator beside others, and batches that
// touch two accounts. Tests refuse them.
import {
  type CompiledQuery,
  Kysely,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { accountColumnOf, type Table } from '../../../src/core/table.ts'
import { reasonIn } from '../../../src/store/across.ts'
import { accountsOfBatch } from '../../../src/store/cluster/batch-accounts.ts'
import { ReadingDriver } from '../../../src/store/reading.ts'
import type { Snapshot, Store } from '../../../src/store/store.ts'
import type { Write } from '../../../src/store/write.ts'
import { type Tables, tables } from '../../../src/tables.ts'
import { besideCoordinator, unnamedTables } from './naming.ts'

const byName: ReadonlyMap<string, Table> = new Map(tables.map((table) => [table.name, table]))

/** Statements that were found good. */
const good = new Set<string>()
const MAX_GOOD = 20_000

/** A statement that the guard refuses. */
interface Refusal {
  tables: string[]
  text: string
}

export class Unnamed extends Error {
  constructor({ tables: found, text }: Refusal) {
    super(
      `a statement on ${found.join(', ')} names no account, or has a table of the coordinator beside others: ${text}`,
    )
  }
}

export class SeveralAccounts extends Error {
  constructor(writes: readonly Write[]) {
    const named = writes.map((write) => (write.kind === 'query' ? write.query.sql : `${write.kind} ${write.table}`))
    super(`a batch touches ${accountsOfBatch(writes).join(' and ')}: ${named.join('; ')}`)
  }
}

/**
 * A store that shows `refuse` each statement that names no account, or has a table of the coordinator beside others, and is no marked read across accounts;
 * and `refuseBatch` each batch that touches several accounts.
 */
export function guardAccounts(
  store: Store,
  refuse: (refusal: Refusal) => void,
  refuseBatch: (writes: readonly Write[]) => void = () => {},
): Store {
  const look = (text: string) => {
    if (good.has(text)) return
    const found = reasonIn(text) === undefined ? [...unnamedTables(text), ...besideCoordinator(text)] : []
    if (found.length > 0) {
      refuse({ tables: found, text })
      return
    }
    if (good.size > MAX_GOOD) good.clear()
    good.add(text)
  }
  const watched = (query: CompiledQuery) => {
    look(query.sql)
    return query
  }
  return {
    ...store,
    db: kyselyOver(store, (query) => store.rows(watched(query))),
    rows: (query) => store.rows(watched(query) as typeof query),
    returning: (query) => store.returning(watched(query) as typeof query),
    commit: (writes) => {
      for (const write of writes) {
        if (write.kind === 'query') look(write.query.sql)
        else if (!namesAccount(write)) refuse({ tables: [write.table], text: shown(write) })
      }
      if (accountsOfBatch(writes).length > 1) refuseBatch(writes)
      return store.commit(writes)
    },
    snapshot: (work) => store.snapshot((snapshot) => work(watchedSnapshot(snapshot, watched))),
  }
}

function watchedSnapshot(snapshot: Snapshot, watched: (query: CompiledQuery) => CompiledQuery): Snapshot {
  const rowsOf = async (query: CompiledQuery) => (await snapshot.db.executeQuery(watched(query))).rows
  return { ...snapshot, db: kyselyOver(snapshot, rowsOf) }
}

function namesAccount(write: Exclude<Write, { kind: 'query' }>): boolean {
  const table = byName.get(write.table)
  const column = table && accountColumnOf(table)
  if (column === undefined) return true
  const named = write.kind === 'update' ? [write.where] : write.rows
  return named.every((row) => row[column] !== undefined)
}

function shown(write: Exclude<Write, { kind: 'query' }>): string {
  const named = write.kind === 'update' ? write.where : (write.rows[0] ?? {})
  return `${write.kind} of ${Object.keys(named).join(', ')}`
}

function kyselyOver(
  { engine, db }: Pick<Store, 'engine' | 'db'>,
  rowsOf: (query: CompiledQuery) => Promise<unknown[]>,
): Kysely<Tables> {
  const isPostgres = engine === 'postgres'
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => db.getExecutor().adapter,
      createDriver: () => new ReadingDriver(rowsOf),
      createIntrospector: (db) => (isPostgres ? new PostgresIntrospector(db) : new SqliteIntrospector(db)),
      createQueryCompiler: () => (isPostgres ? new PostgresQueryCompiler() : new SqliteQueryCompiler()),
    },
  })
}
