// The lines of an entry as its row holds them.
import type { EntryRow, PostingRow } from '../store/tables.ts'

/** The lines of entries, in their order. Lines that somebody has made unreadable are one of no ledger account, so that an audit finds them. */
export function postingsOf(entries: readonly EntryRow[]): PostingRow[] {
  return entries.flatMap(({ lines, ...entry }) =>
    linesIn(lines).map(([ledger_account, amount_centavos], line) => ({
      ...entry,
      line,
      ledger_account,
      amount_centavos,
    })),
  )
}

/** The account of such a line. */
export const UNREADABLE = 'unreadable' as const

const NONE: [string, number][] = [[UNREADABLE, 0]]

function linesIn(text: string): [string, number][] {
  try {
    const lines: unknown = JSON.parse(text)
    return Array.isArray(lines) && lines.length > 0 && lines.every(isLine) ? lines : NONE
  } catch {
    return NONE
  }
}

function isLine(line: unknown): line is [string, number] {
  return Array.isArray(line) && line.length === 2 && typeof line[0] === 'string' && Number.isSafeInteger(line[1])
}
