// What a room declares to an audit: what holds of its rows, what it counts, and how it is checked.
import type { Bilingual } from '../core/failure.ts'
import type { Scan } from './scan.ts'

/** What holds of the books. It is named on the wire, so its name stays. */
export interface Invariant {
  name: string
  meaning: Bilingual
  /** It compares counts of two sides by a key, so many numbers for each; absent: every check of it is by itself. */
  compares?: number
}

/** Rows that an audit counts as it reads them. The name is the wire's. */
export interface Count {
  name: string
  words: Bilingual
}

/** The part of a room. `service/audit.ts` lists them all. */
export interface RoomAudit {
  invariants: readonly Invariant[]
  counts?: readonly Count[]
  /** Reads the rows of the room, and says what is wrong. */
  scan?(given: Scan): Promise<void>
}
