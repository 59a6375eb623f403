// Folders and files for what is kept on disk: only this user may look into them.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder, and those above it, that only this user may look into; one that is there stays as it is. Throws what the
 * system says. Node's own recursive mkdir tries for ever where a folder takes none, as `/proc` does.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  const above = dirname(path)
  if (above !== path) makeFolder(above)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it at the same moment; a link to nowhere is none.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/**
 * Makes the file when it is not there, and takes it from the group and from others when it is; SQLite gives what it writes beside the file
 * the same mode. A file of another user, or on a disk without modes, stays as it is. Throws when it cannot be made.
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
