// The entries that a statement's line must have by its row: what it posted, and the entries that followed.
import type { entryNames } from '../ledger/entry-name.ts'
import type { Line } from '../ledger/postings.ts'
import { closedLines, foundLaterLines, foundLines, reversedLines, statedLines } from './entries.ts'
import type { StatementLineRow } from './tables.ts'

/** The lines of each entry; none for an entry that the row does not have. */
export function lineEntries(row: StatementLineRow): Record<(typeof entryNames.line)[number], Line[]> {
  const stated = { ...row, amountCentavos: row.amount_centavos, feeCentavos: row.fee_centavos }
  const isExtra = row.verdict === 'extra'
  const isFound = isExtra && row.cause_id !== null
  const isFoundLater = isFound && row.closed_at !== null && row.found_at !== null && row.found_at > row.closed_at
  const found = isFoundLater ? foundLaterLines : foundLines
  const entries = {
    posted: statedLines(stated, isExtra ? 0 : row.recorded_centavos),
    found: isFound ? found(row, row.recorded_centavos) : [],
    closed: row.closed_at === null ? [] : closedLines(stated, isFoundLater ? 0 : row.recorded_centavos),
  }
  const superseded = row.superseded_at === null ? [] : reversedLines(Object.values(entries).flat())
  return { ...entries, superseded }
}
