// A SQLite database with every migration, made once and copied for each story that needs one: migrating takes longer than most stories.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/store/database.ts'

/** The test run's own copy; without it each process makes its own. */
export const MIGRATED_FILE = 'COBRO_TEST_SQLITE'

let folder: string | undefined
let original: Promise<string> | undefined
let copies = 0

/** The URL of a new copy, which is removed when the process ends. */
export async function copyOfMigrated(): Promise<string> {
  if (folder === undefined) {
    const own = mkdtempSync(join(tmpdir(), 'cobro-sqlite-'))
    process.once('exit', () => rmSync(own, { recursive: true, force: true }))
    folder = own
  }
  original ??= originalIn(folder)
  copies += 1
  const path = join(folder, `${copies}.db`)
  copyFileSync(await original, path)
  return `file:${path}`
}

/** Makes a database with every migration; answers its path. */
export async function makeMigratedFile(path: string): Promise<string> {
  const store = await openDatabase(`file:${path}`, { connections: 1 })
  await store.close()
  return path
}

async function originalIn(own: string): Promise<string> {
  return process.env[MIGRATED_FILE] ?? makeMigratedFile(join(own, 'migrated.db'))
}
