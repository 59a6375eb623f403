// The embedded engine: node:sqlite. One connection reads, on the event loop; one writes, in a separate thread, so that
// readers do not wait for the disk (sqlite-writer.ts).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type CompiledQuery, sql } from 'kysely'
import { ownFile } from '../folder.ts'
import { mendLog } from '../log/mend.ts'
import { lackingIn, refuseUnusable, SQLITE_COLUMNS } from '../schema/usable.ts'
import type { Store } from '../store.ts'
import { insert, run } from '../write.ts'
import { kyselyOver, readingOf, snapshotsOf } from './reads.ts'
import { createWriter } from './writer.ts'

/** How long a start waits for another program that locks the file, which may be migrating. */
const LOCKED_LIMIT_MS = 10_000
const BUSY_LIMIT_MS = 5_000
/** More than a page. */
const FILLER = 'probe '.repeat(1_000)
const APPLIED = sql<{ name: string }>`select name from migrations`
const COLUMNS = sql.raw<{ name: string; columns: string }>(SQLITE_COLUMNS)
/** Grows with each change of the schema. */
const SCHEMA_VERSION = sql<{ schema_version: number }>`pragma schema_version`

interface SqliteOptions {
  /** How long another process (the command line) may hold the file. */
  busyLimitMs?: number
}

interface SqliteStore extends Store {
  /** Work that no other process may do at the same time, all or nothing: migrations. */
  locked<R>(work: (run: (sql: string) => Promise<unknown[]>) => Promise<R>): Promise<R>
}

/** Opens the file. `:memory:` is a temporary file, which is deleted when the store is closed. */
export function openSqlite(name: string, { busyLimitMs = BUSY_LIMIT_MS }: SqliteOptions = {}): SqliteStore {
  const temporary = name === ':memory:' ? mkdtempSync(join(tmpdir(), 'cobro-memory-')) : undefined
  const path = temporary === undefined ? name : join(temporary, 'cobro.db')
  ownFile(path)
  const database = new DatabaseSync(path, { timeout: LOCKED_LIMIT_MS })
  database.exec('pragma journal_mode = wal')
  database.exec('pragma foreign_keys = on')
  // 4 MiB; the system's cache holds the rest.
  database.exec('pragma cache_size = -4096')
  database.exec('pragma temp_store = memory')
  const reading = readingOf(database)
  // A read after an answer must see the answered write.
  const writer = createWriter({ path, busyLimitMs }, { onAnswers: reading.end })
  const snapshots = snapshotsOf(path)
  const db = kyselyOver(reading.inTurn)

  const locked: SqliteStore['locked'] = async (work) => {
    database.exec(`pragma busy_timeout = ${LOCKED_LIMIT_MS}`)
    database.exec('begin immediate')
    try {
      const result = await work(async (text) => database.prepare(text).all())
      database.exec('commit')
      return result
    } catch (error) {
      // After a full disk, the transaction is already undone.
      if (database.isTransaction) database.exec('rollback')
      throw error
    } finally {
      // The event loop must not wait for a lock.
      database.exec('pragma busy_timeout = 0')
    }
  }

  let wholeAt: unknown
  /** What the schema lacks; it is looked at again when somebody has changed it. */
  const lacking = (): string[] => {
    const [version] = reading.all(SCHEMA_VERSION.compile(db)) as { schema_version: number }[]
    if (version?.schema_version === wholeAt) return []
    const names = lackingIn(reading.all(COLUMNS.compile(db)) as { name: string; columns: string }[])
    if (names.length === 0) wholeAt = version?.schema_version
    return names
  }

  return {
    engine: 'sqlite',
    isDistributed: () => false,
    servers: () => 1,
    db,
    rows: <R>(query: CompiledQuery<R>) => reading.inTurn(query) as Promise<R[]>,
    commit: writer.commit,
    returning: writer.returning,
    snapshot: snapshots.take,
    load: writer.load,
    probe: async () => {
      if (writer.isFull()) throw new Error('the disk of the database was full a moment ago')
      await writer.commit([insert('probes', { id: 'probe', filler: FILLER }), run(db.deleteFrom('probes').compile())])
      refuseUnusable('sqlite', lacking())
      return (reading.all(APPLIED.compile(db)) as { name: string }[]).map(({ name }) => name)
    },
    durability: async () => {
      const ask = async (name: string) => {
        const [row] = await writer.returning<Record<string, unknown>>(sql.raw(`pragma ${name}`).compile(db) as never)
        return [name, String(row?.[name])]
      }
      return Object.fromEntries(await Promise.all(['journal_mode', 'synchronous'].map(ask)))
    },
    locked,
    mendLog: () => {
      reading.end()
      return locked((run) => mendLog(run, 'sqlite'))
    },
    close: async () => {
      await writer.close()
      reading.end()
      snapshots.close()
      database.close()
      if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true })
    },
  }
}
