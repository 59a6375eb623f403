// What a room declares to an audit: what holds of its rows, what it counts, and how it is checked.
import type { Count, Invariant } from './invariant.ts'
import type { Scan } from './scan.ts'

/** The part of a room. `service/audit.ts` lists them all. */
export interface RoomAudit {
  invariants: readonly Invariant[]
  counts?: readonly Count[]
  /** Reads the rows of the room, and says what is wrong. */
  scan?(scan: Scan): Promise<void>
}
