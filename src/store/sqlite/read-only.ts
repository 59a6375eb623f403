// The embedded engine, read only: it writes nothing, not even the `-wal` and `-shm` files that SQLite keeps beside the database.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { CompiledQuery } from 'kysely'
import type { Store } from '../store.ts'
import { kyselyOver, readingOf, snapshotsOf } from './reads.ts'

const BUSY_LIMIT_MS = 10_000

/**
 * Opens the file, which only has to be readable. While a service has it open, its log (`-wal`) is read too; without a log
 * the file is complete, and it is opened as immutable, because otherwise SQLite would begin a log. If a service starts
 * meanwhile, `snapshot` throws.
 */
export function openSqliteReadOnly(path: string): Store {
  const served = existsSync(`${path}-wal`)
  const place = served ? path : unchanging(path)
  const database = new DatabaseSync(place, { readOnly: true, timeout: BUSY_LIMIT_MS })
  const reading = readingOf(database)
  const snapshots = snapshotsOf(place)
  const refuse = async () => {
    throw new Error('The database was opened to be read only')
  }
  return {
    engine: 'sqlite',
    isDistributed: () => false,
    servers: () => 1,
    db: kyselyOver(reading.inTurn),
    rows: <R>(query: CompiledQuery<R>) => reading.inTurn(query) as Promise<R[]>,
    commit: refuse,
    returning: refuse,
    probe: refuse,
    mendLog: refuse,
    snapshot: async (work) => {
      const result = await snapshots.take(work)
      if (!served && existsSync(`${path}-wal`))
        throw new Error('A service began to write to the database while it was read: run the command again.')
      return result
    },
    load: () => ({ waiting: 0, batches: 0, flushes: 0 }),
    durability: async () => ({}),
    close: async () => {
      reading.end()
      snapshots.close()
      database.close()
    },
  }
}

/** Its address as that of a file that nobody writes: SQLite then makes nothing beside it. */
export function unchanging(path: string): URL {
  const url = pathToFileURL(resolve(path))
  url.search = 'immutable=1'
  return url
}
