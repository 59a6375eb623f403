// Makes checkpoints from records: each record's hash includes the previous record's hash, and each day's checkpoint includes the
// previous checkpoint.
import { hash } from 'node:crypto'
import type { BookTable } from './book-tables.ts'

/** The records of a table so far: their number, and the hash of the last one, SHA-256 in hex. */
export interface Part {
  records: number
  hash: string
}

/** The tables that have records. */
export type Parts = Partial<Record<BookTable, Part>>

/** Adds a record of a table. */
export function continued(part: Part | undefined, text: string): Part {
  return { records: (part?.records ?? 0) + 1, hash: hash('sha256', `${part?.hash ?? ''}\n${text}`) }
}

/** The checkpoint of an account and day. `previous` is the account's previous checkpoint, empty on its first day. */
export function checkpointOfAccount(of: { previous: string; accountId: string; day: string; parts: Parts }): string {
  const parts = sorted(of.parts).map(([table, part]) => [table, part.records, part.hash])
  return hash('sha256', JSON.stringify(['account', of.previous, of.accountId, of.day, parts]))
}

/** The checkpoint of a day of all accounts. `previous` is the previous checkpoint, empty on the first day. */
export function checkpointOfDay(of: {
  previous: string
  day: string
  checkpoints: ReadonlyMap<string, string>
}): string {
  const checkpoints = [...of.checkpoints].sort(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify(['day', of.previous, of.day, checkpoints]))
}

export function sorted(parts: Parts): [table: BookTable, part: Part][] {
  return (Object.entries(parts) as [BookTable, Part][]).sort(([a], [b]) => (a < b ? -1 : 1))
}

export function countOf(parts: Parts): number {
  return sorted(parts).reduce((sum, [, { records }]) => sum + records, 0)
}
