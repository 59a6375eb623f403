// Opens an existing database, for commands that administer one: it creates nothing and migrates nothing.
import { statSync } from 'node:fs'
import { sql } from 'kysely'
import { databaseName } from './database-name.ts'
import { isOtherTable, NoDatabase } from './no-database.ts'
import { refuseOtherEncoding } from './postgres/encoding.ts'
import { refusePart } from './schema/migrate.ts'
import { changesSince, refuseUnknown } from './schema/migrations.ts'
import { refuseElsewhere } from './schema/search-path.ts'
import { LAST_SETTINGS, type Mode, refuseOtherMode } from './served-mode.ts'
import type { Store } from './store.ts'

interface ExistingOptions {
  /** PostgreSQL connections of this process. */
  connections: number
  /** The mode of what will be written. Undefined: nothing can be written, and the right to read is enough. */
  writesIn: Mode | undefined
  /** How long to wait for a batch, and for a read of PostgreSQL, in milliseconds. */
  writeTimeoutMs?: number
  readTimeoutMs?: number
}

/** Throws `NoDatabase`, an error with the remedy for a database of the other mode, or the engine's error for one that it cannot open. */
export async function openExisting(url: string, { writesIn, ...limits }: ExistingOptions): Promise<Store> {
  if (/^postgres(ql)?:\/\//.test(url)) {
    const { openPostgres } = await import('./postgres/engine.ts')
    return checked(openPostgres(url, limits), { url, writesIn })
  }
  const path = url.replace(/^file:/, '')
  refuseNoFile(path, url)
  const { refuseTwoNames } = await import('./sqlite/one-name.ts')
  refuseTwoNames(path, databaseName(url))
  const { openSqliteReadOnly } = await import('./sqlite/read-only.ts')
  const looking = await checked(openSqliteReadOnly(path), { url, writesIn })
  if (writesIn === undefined) return looking
  await looking.close()
  const { openSqlite } = await import('./sqlite/engine.ts')
  return openSqlite(path)
}

function refuseNoFile(path: string, url: string): void {
  const name = databaseName(url)
  if (path === ':memory:')
    throw new NoDatabase([
      'Una base de datos en memoria se va con el proceso que la hizo: mira DATABASE_URL.',
      'A database in memory is gone with the process that made it: look at DATABASE_URL.',
    ])
  const file = statSync(path, { throwIfNoEntry: false })
  if (file === undefined)
    throw new NoDatabase([
      `No hay una base de datos en ${name}: mira DATABASE_URL y DATA_DIR, o haz una con cobro migrate.`,
      `There is no database at ${name}: look at DATABASE_URL and DATA_DIR, or make one with cobro migrate.`,
    ])
  refuseFolder(path, name)
  if (file.size === 0)
    throw new NoDatabase([
      `${name} está vacío: mira DATABASE_URL y DATA_DIR, o hazlo una base de datos con cobro migrate.`,
      `${name} is empty: look at DATABASE_URL and DATA_DIR, or make it a database with cobro migrate.`,
    ])
}

/** Throws `NoDatabase` when a folder or a device stands where the file should be. */
export function refuseFolder(path: string, name: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory())
    throw new NoDatabase([
      `${name} es una carpeta: mira DATABASE_URL y DATA_DIR.`,
      `${name} is a folder: look at DATABASE_URL and DATA_DIR.`,
    ])
  if (found !== undefined && !found.isFile())
    throw new NoDatabase([
      `${name} no es un archivo ni un enlace a uno: mira DATABASE_URL y DATA_DIR.`,
      `${name} is neither a file nor a link to one: look at DATABASE_URL and DATA_DIR.`,
    ])
}

async function checked(store: Store, { url, writesIn }: { url: string; writesIn: Mode | undefined }): Promise<Store> {
  try {
    if (store.engine === 'postgres') await refuseOtherEncoding(store, writesIn)
    const run = (text: string) => store.rows(sql.raw(text).compile(store.db))
    const applied = await appliedIn(store)
    if (applied === undefined && store.engine === 'postgres') await refuseElsewhere(run)
    refuseOtherSchema(applied, databaseName(url))
    await refusePart(run, store.engine)
    if (writesIn !== undefined)
      refuseOtherMode(await store.rows(sql.raw(LAST_SETTINGS).compile(store.db) as never), writesIn)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

function refuseOtherSchema(applied: string[] | undefined, name: string): void {
  if (applied === undefined)
    throw new NoDatabase([
      `${name} no es una base de datos de Cobro: mira DATABASE_URL y DATA_DIR, o haz sus tablas con cobro migrate.`,
      `${name} is no database of Cobro: look at DATABASE_URL and DATA_DIR, or make its tables with cobro migrate.`,
    ])
  refuseUnknown(applied)
  const [lacking] = changesSince(applied)
  if (lacking !== undefined)
    throw new NoDatabase([
      `El esquema de ${name} es más viejo que este programa (le falta ${lacking.name}): ponlo al día con cobro migrate.`,
      `The schema of ${name} is older than this program (it lacks ${lacking.name}): bring it up to date with cobro migrate.`,
    ])
}

/** Names of what was applied, oldest first; undefined where there is no such table, or another program's. */
async function appliedIn(store: Store): Promise<string[] | undefined> {
  try {
    const rows = await store.rows(
      sql<{ name: string }>`select name from migrations order by position`.compile(store.db),
    )
    return rows.map(({ name }) => name)
  } catch (error) {
    if (isOtherTable(error)) return undefined
    throw error
  }
}
