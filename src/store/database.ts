// Opens the database that a URL names and brings its schema up to date.
import { dirname } from 'node:path'
import { databaseName } from './database-name.ts'
import { newerSchema, refuseFolder } from './existing.ts'
import { makeFolder } from './folder.ts'
import { auditTrail } from './migrations/0044-audit-trail.ts'
import { type Migration, migrations } from './migrations/index.ts'
import { NoDatabase } from './no-database.ts'
import type { Unanswered } from './postgres.ts'
import { refuseOtherEncoding } from './postgres-encoding.ts'
import { LAST_SETTINGS, type Mode, refuseOtherMode } from './served-mode.ts'
import type { Store } from './store.ts'

interface DatabaseOptions {
  /** PostgreSQL connections of this process. */
  connections: number
  /** The mode in which the database will be served. Undefined: only the schema is brought up to date, in either mode. */
  mode?: Mode
  /** How long to wait for a batch, and for a read, in milliseconds, including the wait for its turn. */
  writeTimeoutMs?: number
  readTimeoutMs?: number
  /** Called for batches that PostgreSQL did not confirm. */
  onUnanswered?: (subject: Unanswered) => void
}

/**
 * `file:./data/cobro.db`, `:memory:` or `postgres://user@host/name`, migrated. Only the engine that is asked for is loaded.
 * Throws with the remedy when the schema is newer than the program, or the database was served in the other mode: nothing is
 * changed then.
 */
export async function openDatabase(url: string, options: DatabaseOptions): Promise<Store> {
  if (/^postgres(ql)?:\/\//.test(url)) {
    const { openPostgres } = await import('./postgres.ts')
    const store = openPostgres(url, options)
    try {
      await refuseOtherEncoding(store, options.mode)
      await store.locked((run) => migrate(run, postgresDialect, options.mode))
    } catch (error) {
      await store.close()
      throw lacksRight(error) ? new NoDatabase(OWNER_MIGRATES, { cause: error }) : error
    }
    return store
  }
  const path = url === ':memory:' ? url : url.replace(/^file:/, '')
  if (path !== ':memory:') {
    refuseFolder(path, databaseName(url))
    makeFolder(dirname(path))
  }
  const { openSqlite } = await import('./sqlite.ts')
  const { writeTimeoutMs: busyLimitMs } = options
  const store = openSqlite(path, busyLimitMs === undefined ? {} : { busyLimitMs })
  try {
    await store.locked((run) => migrate(run, (text) => text, options.mode))
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}

const POSTGRES_HAS = `select 1 from pg_catalog.pg_tables where tablename = 'migrations' and schemaname = current_schema()`
const SQLITE_HAS = `select 1 from sqlite_schema where type = 'table' and name = 'migrations'`

const OWNER_MIGRATES =
  'The schema is older than this program, and the role in DATABASE_URL may not change it: run cobro migrate with the role that owns it.'

function lacksRight(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42501'
}

async function migrate(
  run: (text: string) => Promise<unknown[]>,
  dialect: (text: string) => string,
  mode: Mode | undefined,
): Promise<void> {
  // PostgreSQL refuses even `if not exists` for a role that may not create tables, so a complete schema is only read.
  const isThere = (await run(dialect === postgresDialect ? POSTGRES_HAS : SQLITE_HAS)).length > 0
  if (!isThere) await run('create table migrations (name text primary key, position integer not null)')
  const applied = (await run('select name from migrations order by position')) as { name: string }[]
  const names = new Set(applied.map((row) => row.name))
  for (const name of names) {
    if (!migrations.some((migration) => migration.name === name)) throw newerSchema(name)
  }
  if (mode !== undefined && names.has(auditTrail.name)) refuseOtherMode((await run(LAST_SETTINGS)) as never, mode)
  for (const [position, migration] of migrations.entries()) {
    if (!names.has(migration.name)) await apply(migration, position, run, dialect)
  }
}

async function apply(
  migration: Migration,
  position: number,
  run: (text: string) => Promise<unknown[]>,
  dialect: (text: string) => string,
): Promise<void> {
  for (const statement of migration.statements) {
    try {
      await run(dialect(statement))
    } catch (error) {
      throw isUnfit(error) ? new UnfitRow(migration, statement, error) : error
    }
  }
  await migration.convert?.((text) => run(dialect(text)))
  if (dialect !== postgresDialect) await migration.onSqlite?.(run)
  await run(`insert into migrations (name, position) values ('${migration.name}', ${position})`)
}

/** An existing row violates a constraint that a migration adds. The database is unchanged. */
class UnfitRow extends Error {
  constructor({ name }: Migration, statement: string, cause: unknown) {
    super(
      `A row does not fit what ${name} demands: ${statement}. Nothing was changed. Repair the row, then migrate again.`,
      {
        cause,
      },
    )
  }
}

/** Whether the error is a failed constraint, by the codes of each engine. */
function isUnfit(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('errcode' in error && error.errcode === 19) || ('code' in error && error.code === '23514')
}

/** Makes both engines order text alike, and removes `without rowid`, which PostgreSQL does not have. */
export function postgresDialect(text: string): string {
  return text.replace(/\btext\b/g, 'text collate "C"').replace(/\) without rowid$/, ')')
}
