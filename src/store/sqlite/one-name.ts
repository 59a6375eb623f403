// Refuses a database file that is reached under two names. SQLite keeps what is written last beside the name under which the file was opened: two names
// have two such logs, each is written into the file without the other, and the payments in one of them are lost.
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { NoDatabase } from '../no-database.ts'

/** Throws `NoDatabase` when the file has a hard link, or is mounted by itself. Of symbolic links SQLite finds the file, and its log with it. */
export function refuseTwoNames(path: string, name: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return
  if (found.nlink > 1)
    throw new NoDatabase([
      `${name} tiene otro nombre (un enlace duro), y lo último que se escribe queda en el -wal de uno solo: quita el otro nombre, o haz ahí una copia (vacuum into).`,
      `${name} has another name (a hard link), and what is written last is in the -wal of one of them only: remove the other name, or make a copy there (vacuum into).`,
    ])
  if (isMounted(realpathSync(path)))
    throw new NoDatabase([
      `${name} está montado como archivo, y lo último que se escribe queda junto a él en -wal, fuera de lo montado: monta su carpeta.`,
      `${name} is mounted as a file, and what is written last is beside it in -wal, outside of what is mounted: mount its folder.`,
    ])
}

/** Only Linux mounts single files. */
function isMounted(path: string): boolean {
  try {
    return isMountedIn(readFileSync('/proc/self/mountinfo', 'utf8'), path)
  } catch {
    return false
  }
}

/** Linux writes some characters of a path as octal numbers. */
export function isMountedIn(mounts: string, path: string): boolean {
  const written = path.replace(/[\t\n \\]/g, (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`)
  return mounts.split('\n').some((line) => line.split(' ')[4] === written)
}
