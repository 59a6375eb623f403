// The lines of an entry as its row holds them.
import type { EntryRow, PostingRow } from './tables.ts'

/** The lines of entries, in their order. Lines that somebody has made unreadable are one of no ledger account, so that an audit finds them. */
export function postingsOf(entries: readonly EntryRow[]): PostingRow[] {
  return entries.flatMap(({ lines, ...entry }) =>
    linesIn(lines).map(([ledger_account, amount_centavos, network = ''], line) => ({
      ...entry,
      line,
      ledger_account,
      amount_centavos,
      network,
    })),
  )
}

/** The account of such a line. */
export const UNREADABLE = 'unreadable' as const

type LineText = [account: string, centavos: number, network?: string]

const NONE: LineText[] = [[UNREADABLE, 0]]

function linesIn(text: string): LineText[] {
  try {
    const lines: unknown = JSON.parse(text)
    return Array.isArray(lines) && lines.length > 0 && lines.every(isLine) ? lines : NONE
  } catch {
    return NONE
  }
}

function isLine(line: unknown): line is LineText {
  if (!Array.isArray(line) || typeof line[0] !== 'string' || !Number.isSafeInteger(line[1])) return false
  return line.length === 2 || (line.length === 3 && typeof line[2] === 'string' && line[2] !== '')
}
