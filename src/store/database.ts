// Opens the database that a URL names and brings its schema up to date.
import { dirname } from 'node:path'
import { type Clock, createClock } from '../core/clock.ts'
import type { Bilingual } from '../core/language/bilingual.ts'
import { recordingAuthority } from './authority.ts'
import { distribute, isCluster, refuseHalfDistributed } from './cluster/distribute.ts'
import { databaseName } from './database-name.ts'
import { refuseFolder } from './existing.ts'
import { makeFolder } from './folder.ts'
import { NoDatabase } from './no-database.ts'
import { refuseOtherEncoding } from './postgres/encoding.ts'
import type { PostgresStore, Unanswered } from './postgres/engine.ts'
import { giveRights } from './postgres/role-rights.ts'
import { migrate } from './schema/migrate.ts'
import type { Mode } from './served-mode.ts'
import type { Store } from './store.ts'

type Run = (text: string) => Promise<unknown[]>

interface DatabaseOptions {
  /** PostgreSQL connections of this process. */
  connections: number
  /** The mode in which the database will be served. Undefined: only the schema is brought up to date, in either mode. */
  mode?: Mode
  /** How long to wait for a batch, and for a read, in milliseconds, including the wait for its turn. */
  writeTimeoutMs?: number
  readTimeoutMs?: number
  /** Of the service: changes of authority are recorded with its instants. */
  clock?: Clock
  /** The role that serves, on PostgreSQL: it gets its rights after the schema. Undefined: rights stay as they are. */
  serviceRole?: string | undefined
  /** A store around the engine's, which sees each statement: tests look whether it names an account. */
  around?: ((store: Store) => Store) | undefined
  /** Called for batches that PostgreSQL did not confirm. */
  onUnanswered?: (subject: Unanswered) => void
}

/**
 * `file:./data/cobro.db`, `:memory:` or `postgres://user@host/name`, migrated. Only the engine that is asked for is loaded.
 * Throws with the remedy when the schema is newer than the program, or the database was served in the other mode: nothing is
 * changed then.
 */
export async function openDatabase(url: string, options: DatabaseOptions): Promise<Store> {
  const { clock = createClock(), around = (store) => store } = options
  if (/^postgres(ql)?:\/\//.test(url)) {
    const { openPostgres } = await import('./postgres/engine.ts')
    const store = openPostgres(url, options)
    try {
      await refuseOtherEncoding(store, options.mode)
      await migratePostgres(store, options)
    } catch (error) {
      await store.close()
      throw lacksRight(error) ? new NoDatabase(OWNER_MIGRATES, { cause: error }) : error
    }
    return recordingAuthority(around(store), clock)
  }
  const path = url === ':memory:' ? url : url.replace(/^file:/, '')
  if (path !== ':memory:') {
    refuseFolder(path, databaseName(url))
    const { refuseOthersFile } = await import('./sqlite/foreign-file.ts')
    refuseOthersFile(path, databaseName(url))
    const { refuseTwoNames } = await import('./sqlite/one-name.ts')
    refuseTwoNames(path, databaseName(url))
    makeFolder(dirname(path))
  }
  const { openSqlite } = await import('./sqlite/engine.ts')
  const { writeTimeoutMs: busyLimitMs } = options
  const store = openSqlite(path, busyLimitMs === undefined ? {} : { busyLimitMs })
  try {
    await store.locked((run) => migrate(run, { engine: 'sqlite', mode: options.mode }))
  } catch (error) {
    await store.close()
    throw error
  }
  return recordingAuthority(around(store), clock)
}

/** The tables are distributed only where no service is started: by `cobro migrate`. */
async function migratePostgres(
  store: PostgresStore,
  { mode, serviceRole }: Pick<DatabaseOptions, 'mode' | 'serviceRole'>,
): Promise<void> {
  const distributes = mode === undefined && (await store.locked(isCluster))
  const rights = async (run: Run) => {
    if (serviceRole !== undefined) await giveRights(run, serviceRole)
  }
  await store.locked(async (run) => {
    if (mode !== undefined) await refuseHalfDistributed(run)
    await migrate(run, { engine: 'postgres', mode })
    if (!distributes) await rights(run)
  })
  if (!distributes) return
  await store.lockedSteps(distribute)
  await store.locked(async (run) => {
    // Rights on tables that every machine has and on others are given in one transaction only one after another.
    await run(`set local citus.multi_shard_modify_mode = 'sequential'`)
    await rights(run)
  })
}

const OWNER_MIGRATES: Bilingual = [
  'El esquema es más viejo que este programa, o el rol de DATABASE_URL no puede usarlo: ejecuta cobro migrate con el rol dueño del esquema.',
  'The schema is older than this program, or the role in DATABASE_URL may not use it: run cobro migrate with the role that owns it.',
]

function lacksRight(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42501'
}
