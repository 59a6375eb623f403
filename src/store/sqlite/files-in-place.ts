// Whether the files of a served SQLite database are still where they were opened. A file that is open goes on without its name, and is gone when it is closed.
import { type Stats, statSync } from 'node:fs'

export interface Places {
  /** Why nothing may be written; undefined when all files are in their places. */
  fault(): Fault | undefined
}

interface Fault {
  message: string
  /** True when what is written already can still be brought into the file of the database. */
  saves: boolean
}

const GONE =
  'the file of the database was moved, replaced or removed while it is served, and what is written would be in no file: put it back, or stop the service'
const GONE_BESIDE =
  'a file beside the database (-wal or -shm) was moved, replaced or removed while it is served, and what is written might be in no file: put it back, or start the service again, which brings what it has into the database'

/** Compares with the files that are there now, or when they are seen first. */
export function placesOf(path: string): Places {
  const watch = (name: string) => {
    const statOf = () => statSync(name, { throwIfNoEntry: false })
    let first = statOf()
    return (): 'there' | 'gone' | 'another' => {
      const now = statOf()
      first ??= now
      if (now === undefined && first !== undefined) return 'gone'
      return isSame(now, first) ? 'there' : 'another'
    }
  }
  const [main, log, index] = [watch(path), watch(`${path}-wal`), watch(`${path}-shm`)]
  return {
    fault: () => {
      if (main() !== 'there') return { message: GONE, saves: false }
      const found = [log(), index()]
      if (found.every((state) => state === 'there')) return undefined
      // Where others have made a file of that name, they have their own idea of what is in the database.
      return { message: GONE_BESIDE, saves: !found.includes('another') }
    },
  }
}

const isSame = (one: Stats | undefined, other: Stats | undefined) => one?.ino === other?.ino && one?.dev === other?.dev
