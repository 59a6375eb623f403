// Refuses a file that another program made, before anything is done to it.
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tables } from '../../tables.ts'
import { NoDatabase } from '../no-database.ts'
import { unchanging } from './read-only.ts'

/** What every SQLite file begins with. */
const HEADER = 'SQLite format 3\0'

/**
 * Throws `NoDatabase` when the file is another program's: opening it to write would take its rights from others and change its bytes. An
 * empty file may become a database.
 */
export function refuseOthersFile(path: string, name: string): void {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return
  const file = openSync(path, 'r')
  const start = Buffer.alloc(HEADER.length)
  try {
    readSync(file, start)
  } finally {
    closeSync(file)
  }
  if (start.toString('latin1') !== HEADER)
    throw new NoDatabase([
      `${name} no es una base de datos: mira DATABASE_URL y DATA_DIR.`,
      `${name} is no database: look at DATABASE_URL and DATA_DIR.`,
    ])
  const names = tablesIn(path)
  if (names.length > 0 && !names.some((one) => one === 'migrations' || tables.some((table) => table.name === one)))
    throw new NoDatabase([
      `${name} es de otro programa: mira DATABASE_URL y DATA_DIR.`,
      `${name} is that of another program: look at DATABASE_URL and DATA_DIR.`,
    ])
}

/** The names of its tables; none when the file cannot be read now, which is reported when it is opened. */
function tablesIn(path: string): string[] {
  try {
    // While a program has it open, what it wrote last is beside the file.
    const database = new DatabaseSync(existsSync(`${path}-wal`) ? path : unchanging(path), { readOnly: true })
    try {
      const rows = database.prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
      return rows.all().map(({ name }) => String(name))
    } finally {
      database.close()
    }
  } catch {
    return []
  }
}
