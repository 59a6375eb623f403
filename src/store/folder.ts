// Folders for what is kept on disk.
import { existsSync, mkdirSync, statSync } from 'node:fs'
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
