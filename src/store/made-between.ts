// The ids of rows that were made between two instants. Ids are ordered by time, so a list by id reads only that part of its index.
import { firstIdAt } from '../core/ids.ts'
import { DAY_MS } from '../core/time.ts'

/** An id may be this much older or newer than the instant in its row: a process makes both, one after the other. */
const APART_MS = DAY_MS

/** No row that was made at this instant or later has a smaller id. */
export function idSince(prefix: string, instant: string): string {
  return firstIdAt(prefix, Date.parse(instant) - APART_MS)
}

/** No row that was made at this instant or earlier has a larger id. */
export function idUntil(prefix: string, instant: string): string {
  return firstIdAt(prefix, Date.parse(instant) + APART_MS)
}
