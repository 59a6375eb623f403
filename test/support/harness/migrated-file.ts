// SQLite databases with every migration, made once and copied for each story that needs one: migrating takes longer than most stories.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../../src/store/database.ts'
import { publishFirstKey } from './first-key.ts'

/** The folder of the test run's own; without it each process makes its own. */
export const MIGRATED_FILES = 'COBRO_TEST_SQLITE'

let folder: string | undefined
let originals: Promise<string> | undefined
let copies = 0

/** The URL of a new copy, with the first transport key or without, which is removed when the process ends. */
export async function copyOfMigrated(keyed: boolean): Promise<string> {
  if (folder === undefined) {
    const own = mkdtempSync(join(tmpdir(), 'cobro-sqlite-'))
    process.once('exit', () => rmSync(own, { recursive: true, force: true }))
    folder = own
  }
  originals ??= originalsIn(folder)
  copies += 1
  const path = join(folder, `${copies}.db`)
  copyFileSync(join(await originals, keyed ? 'keyed.db' : 'migrated.db'), path)
  return `file:${path}`
}

/** Makes both databases in a folder; answers the folder. */
export async function makeMigratedFiles(folder: string): Promise<string> {
  const store = await openDatabase(`file:${join(folder, 'migrated.db')}`, { connections: 1 })
  await store.close()
  copyFileSync(join(folder, 'migrated.db'), join(folder, 'keyed.db'))
  const keyed = await openDatabase(`file:${join(folder, 'keyed.db')}`, { connections: 1 })
  await publishFirstKey(keyed)
  await keyed.close()
  return folder
}

async function originalsIn(own: string): Promise<string> {
  return process.env[MIGRATED_FILES] ?? makeMigratedFiles(own)
}
