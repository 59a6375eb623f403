// Opens an existing database, for commands that administer one: it creates nothing and migrates nothing.
import { statSync } from 'node:fs'
import { sql } from 'kysely'
import { databaseName } from './database-name.ts'
import { migrations } from './migrations/index.ts'
import { NoDatabase } from './no-database.ts'
import { refuseOtherEncoding } from './postgres-encoding.ts'
import { LAST_SETTINGS, type Mode, refuseOtherMode } from './served-mode.ts'
import type { Store } from './store.ts'

interface ExistingOptions {
  /** PostgreSQL connections of this process. */
  connections: number
  /** The mode of what will be written. Undefined: nothing can be written, and the right to read is enough. */
  writesIn: Mode | undefined
}

/** Throws `NoDatabase`, an error with the remedy for a database of the other mode, or the engine's error for one that it cannot open. */
export async function openExisting(url: string, { writesIn, connections }: ExistingOptions): Promise<Store> {
  if (/^postgres(ql)?:\/\//.test(url)) {
    const { openPostgres } = await import('./postgres.ts')
    return checked(openPostgres(url, { connections }), { url, writesIn })
  }
  const path = url.replace(/^file:/, '')
  refuseNoFile(path, url)
  const { openSqliteReadOnly } = await import('./sqlite-read-only.ts')
  const looking = await checked(openSqliteReadOnly(path), { url, writesIn })
  if (writesIn === undefined) return looking
  await looking.close()
  const { openSqlite } = await import('./sqlite.ts')
  return openSqlite(path)
}

export function newerSchema(migration: string): NoDatabase {
  return new NoDatabase(
    `The database was made by a newer Cobro (it has ${migration}). Install that version, or point DATABASE_URL elsewhere.`,
  )
}

function refuseNoFile(path: string, url: string): void {
  const name = databaseName(url)
  if (path === ':memory:')
    throw new NoDatabase('A database in memory is gone with the process that made it: look at DATABASE_URL.')
  const file = statSync(path, { throwIfNoEntry: false })
  if (file === undefined)
    throw new NoDatabase(
      `There is no database at ${name}: look at DATABASE_URL and DATA_DIR, or make one with cobro migrate.`,
    )
  refuseFolder(path, name)
  if (file.size === 0)
    throw new NoDatabase(
      `${name} is empty: look at DATABASE_URL and DATA_DIR, or make it a database with cobro migrate.`,
    )
}

/** Throws `NoDatabase` when a folder or a device stands where the file should be. */
export function refuseFolder(path: string, name: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) throw new NoDatabase(`${name} is a folder: look at DATABASE_URL and DATA_DIR.`)
  if (found !== undefined && !found.isFile())
    throw new NoDatabase(`${name} is neither a file nor a link to one: look at DATABASE_URL and DATA_DIR.`)
}

async function checked(store: Store, { url, writesIn }: { url: string; writesIn: Mode | undefined }): Promise<Store> {
  try {
    if (store.engine === 'postgres') await refuseOtherEncoding(store, writesIn)
    refuseOtherSchema(await appliedIn(store), databaseName(url))
    if (writesIn !== undefined)
      refuseOtherMode(await store.rows(sql.raw(LAST_SETTINGS).compile(store.db) as never), writesIn)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

function refuseOtherSchema(applied: string[], name: string): void {
  const [first] = migrations
  if (first === undefined || !applied.includes(first.name))
    throw new NoDatabase(
      `${name} is no database of Cobro: look at DATABASE_URL and DATA_DIR, or make its tables with cobro migrate.`,
    )
  const newer = applied.find((one) => !migrations.some((migration) => migration.name === one))
  if (newer !== undefined) throw newerSchema(newer)
  const lacking = migrations.find((migration) => !applied.includes(migration.name))
  if (lacking !== undefined)
    throw new NoDatabase(
      `The schema of ${name} is older than this program (it lacks ${lacking.name}): bring it up to date with cobro migrate.`,
    )
}

/** Names of the migrations that were applied; none where there is no such table, or another program's. */
async function appliedIn(store: Store): Promise<string[]> {
  try {
    const rows = await store.rows(sql<{ name: string }>`select name from migrations`.compile(store.db))
    return rows.map(({ name }) => name)
  } catch (error) {
    if (isOtherTable(error)) return []
    throw error
  }
}

/** Whether a table or column is missing, by the codes of each engine. */
function isOtherTable(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  if (error.code === 'ERR_SQLITE_ERROR') return 'errcode' in error && error.errcode === 1
  return error.code === '42P01' || error.code === '42703'
}
