// How records become heads: each record's hash continues that of the one before, and each day's head that of the day before.
import { hash } from 'node:crypto'
import type { BookTable } from './book-records.ts'

/** The records of a table so far: how many, and the hash of the last one, SHA-256 in hex. */
export interface Part {
  records: number
  hash: string
}

/** The tables that have records. */
export type Parts = Partial<Record<BookTable, Part>>

/** One more record of a table. */
export function continued(part: Part | undefined, text: string): Part {
  return { records: (part?.records ?? 0) + 1, hash: hash('sha256', `${part?.hash ?? ''}\n${text}`) }
}

/** The head of an account and day. `previous` is that of the account's day before, empty on its first. */
export function headOfAccount(of: { previous: string; accountId: string; day: string; parts: Parts }): string {
  const parts = sorted(of.parts).map(([table, part]) => [table, part.records, part.hash])
  return hash('sha256', JSON.stringify(['account', of.previous, of.accountId, of.day, parts]))
}

/** The head of a day of all accounts. `previous` is that of the day before, empty on the first. */
export function headOfDay(of: { previous: string; day: string; heads: ReadonlyMap<string, string> }): string {
  const heads = [...of.heads].sort(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify(['day', of.previous, of.day, heads]))
}

export function sorted(parts: Parts): [table: BookTable, part: Part][] {
  return (Object.entries(parts) as [BookTable, Part][]).sort(([a], [b]) => (a < b ? -1 : 1))
}

export function countOf(parts: Parts): number {
  return sorted(parts).reduce((sum, [, { records }]) => sum + records, 0)
}
