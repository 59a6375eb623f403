// Creates folders and files that only this user may read.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its parents, readable by this user only; an existing folder is not changed. Throws the system's
 * error. Node's recursive mkdir never ends in a folder that accepts none, such as `/proc`.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  const above = dirname(path)
  if (above !== path) makeFolder(above)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it at the same moment; a dangling link is not a folder.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/**
 * Creates the file, or removes the rights of group and others from an existing one; SQLite gives its files beside it the
 * same mode. A file of another user, or on a disk without modes, stays as it is. Throws when it cannot be made.
 */
export function ownFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0
    if ((mode & 0o077) === 0) continue
    try {
      chmodSync(file, 0o600)
    } catch {
      return
    }
  }
}
