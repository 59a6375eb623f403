// Reads of the embedded engine: Kysely over one connection, and a further connection that sees one instant. A turn of the event loop has
// so many reads; the next ones wait for the next turn, so that no chain of reads keeps the requests of others waiting.
import { DatabaseSync } from 'node:sqlite'
import { type CompiledQuery, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { Value } from '../../core/table.ts'
import { nextTurn } from '../../core/turn.ts'
import type { Tables } from '../../tables.ts'
import { ReadingDriver } from '../reading.ts'
import { rowMaker } from '../row-forms.ts'
import { sqliteText } from '../schema/changed-meanwhile.ts'
import type { Snapshot } from '../store.ts'

/** Statements that stay compiled. */
const MAX = 2_000

/** What the reads of one turn of the event loop may come to. A read is synchronous, so a single one may take longer. */
const A_TURN = { rows: 250, ms: 10 }

interface Reading {
  /** Reads at once. */
  all(query: CompiledQuery): unknown[]
  /** Reads in this turn of the event loop, or in a later one when the reads of this one have come to their bound. */
  inTurn(query: CompiledQuery): Promise<unknown[]>
  /** Ends the shared reading transaction: the next read sees what has been committed meanwhile. */
  end(): void
}

/** The reads of one turn of the event loop share a transaction: to begin and end one costs as much as a small read. */
export function readingOf(database: DatabaseSync): Reading {
  const read = readerOf(database)
  const begin = database.prepare('begin')
  const commit = database.prepare('commit')
  const rollback = database.prepare('rollback')
  let open = false
  const end = () => {
    if (!open) return
    open = false
    // A disk fault may have ended the transaction already. A fault of this end has nobody who could catch it, and nothing was written: the next read
    // finds it again.
    try {
      if (database.isTransaction) commit.run()
    } catch {
      if (database.isTransaction) rollback.run()
    }
  }
  const all = (query: CompiledQuery) => {
    if (!open) {
      begin.run()
      open = true
      setImmediate(end)
    }
    return read(query)
  }
  return { all, inTurn: boundedTurns(all), end }
}

/** Reads that share turns of the event loop: those beyond what a turn may come to wait for the next one, in the order of their asking. */
export function boundedTurns(
  read: (query: CompiledQuery) => unknown[],
  { rows: maxRows, ms: maxMs } = A_TURN,
): (query: CompiledQuery) => Promise<unknown[]> {
  let begunMs = 0
  let rows = 0
  let next: Promise<void> | undefined
  const isOver = () => next !== undefined && (rows >= maxRows || performance.now() - begunMs >= maxMs)
  const begin = () => {
    begunMs = performance.now()
    rows = 0
    next = nextTurn().then(() => {
      next = undefined
    })
  }
  return async (query) => {
    while (isOver()) await next
    if (next === undefined) begin()
    const found = read(query)
    rows += found.length
    return found
  }
}

/** Kysely for reads only, each answered by `rowsOf`. */
export function kyselyOver(rowsOf: (query: CompiledQuery) => Promise<unknown[]>): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new ReadingDriver(rowsOf),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

interface Snapshots {
  /** A connection of its own with one reading transaction: in WAL mode it sees one instant and does not delay writers. */
  take<R>(work: (snapshot: Snapshot) => Promise<R>): Promise<R>
  close(): void
}

/** Snapshots of a file. The connection of the last one is kept for the next: to compile the statements of an audit takes longer than to run them. */
export function snapshotsOf(path: string | URL): Snapshots {
  let isClosed = false
  let idle: SnapshotConnection | undefined
  return {
    take: async (work) => {
      const connection = idle ?? connectionOf(path)
      idle = undefined
      let isWhole = false
      try {
        connection.database.exec('begin')
        const result = await work({ engine: 'sqlite', db: kyselyOver(boundedTurns(connection.read)), pause: nextTurn })
        connection.database.exec('commit')
        isWhole = true
        return result
      } finally {
        if (isWhole && !isClosed && idle === undefined) idle = connection
        else connection.database.close()
      }
    },
    close: () => {
      isClosed = true
      idle?.database.close()
      idle = undefined
    },
  }
}

interface SnapshotConnection {
  database: DatabaseSync
  read(query: CompiledQuery): Row[]
}

function connectionOf(path: string | URL): SnapshotConnection {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  return { database, read: readerOf(database) }
}

type Row = Record<string, Value>

/**
 * Each text is compiled once. Rows are made here, because V8 keeps the engine's own objects as dictionaries, which are slow
 * to make and to use (fifty rows of two columns: 14 µs instead of 10).
 */
function readerOf(database: DatabaseSync): (query: CompiledQuery) => Row[] {
  const known = new Map<string, (values: Value[]) => Row[]>()
  const compiled = (text: string) => {
    const statement = database.prepare(text)
    statement.setReturnArrays(true)
    const rowOf = rowMaker(statement.columns().map(({ name }) => name))
    return (values: Value[]) => (statement.all(...values) as unknown as Value[][]).map((cells) => rowOf(cells))
  }
  return (query) => {
    try {
      let read = known.get(query.sql)
      if (read === undefined) {
        read = compiled(query.sql)
        if (known.size > MAX) known.clear()
        known.set(query.sql, read)
      }
      return read(query.parameters as Value[])
    } catch (error) {
      if (error instanceof Error) error.message = sqliteText(error)
      throw error
    }
  }
}
