// Reads the journal: every line of an account's entries by day, page by page.
import { sql } from 'kysely'
import { columns } from '../store/columns.ts'
import type { Store } from '../store/store.ts'
import { postingsOf } from './entry-lines.ts'
import type { LedgerAccount } from './postings.ts'
import type { EntryRow, PostingRow } from './tables.ts'

export type JournalLine = Pick<
  PostingRow,
  'entry' | 'line' | 'ledger_account' | 'day' | 'amount_centavos' | 'created_at'
>

/** Days, both included, and the ledger account of the lines; without one, all. */
export interface JournalFilter {
  accountId: string
  startDay: string
  endDay: string
  account: LedgerAccount | undefined
}

/** The place behind a line: `<day>.<entry>.<line>`. */
export const JOURNAL_CURSOR = /^\d{4}-\d\d-\d\d\.[0-9a-z_-]{1,60}:[a-z-]{1,20}\.\d{1,4}$/

interface Place {
  day: string
  entry: string
  line: number
}

/** Entries of one read of lines of one account, and reads of a page: an account of few lines may lie among many entries. */
const BATCH_SIZE = 500
const MAX_READS = 20
/** Behind every line of an entry. */
const LAST_LINE = 9999

/**
 * A page: lines by day, within a day by entry. `next` is where the next page begins, null on the last one. A page of one ledger account may
 * have fewer lines than `limit`, even none, and others behind it.
 */
export async function readJournal(
  store: Store,
  filter: JournalFilter,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<{ lines: JournalLine[]; next: string | null }> {
  // Every entry has two lines at least.
  const portion = filter.account === undefined ? Math.ceil(limit / 2) + 1 : BATCH_SIZE
  const lines: JournalLine[] = []
  let place = after === undefined ? undefined : placeOf(after)
  let portions = 0
  for (const span of await spansOf(store, filter, place)) {
    for (;;) {
      if (portions === MAX_READS) return { lines, next: place === undefined ? null : cursorOf(place) }
      portions += 1
      const entries = await readEntries(store, { ...filter, ...span }, place, portion)
      const found = postingsOf(entries).filter(
        (line) => filter.account === undefined || line.ledger_account === filter.account,
      )
      lines.push(...found.filter((line) => place === undefined || isBehind(line, place)))
      if (lines.length > limit) {
        const page = lines.slice(0, limit)
        return { lines: page, next: cursorOf(page.at(-1) as JournalLine) }
      }
      const last = entries.at(-1)
      if (last !== undefined) place = { day: last.day, entry: last.entry, line: LAST_LINE }
      if (entries.length < portion) break
    }
  }
  return { lines, next: null }
}

/** The days to read: the whole range, or each day on which the ledger account has postings. */
async function spansOf(
  { db }: Store,
  { accountId, startDay, endDay, account }: JournalFilter,
  after: Place | undefined,
): Promise<Pick<JournalFilter, 'startDay' | 'endDay'>[]> {
  const first = after !== undefined && after.day > startDay ? after.day : startDay
  if (account === undefined) return [{ startDay: first, endDay }]
  const rows = await db
    .selectFrom('balances')
    .select('day')
    .distinct()
    .where('account_id', '=', accountId)
    .where('ledger_account', '=', account)
    .where('day', '>=', first)
    .where('day', '<=', endDay)
    .orderBy('day')
    .execute()
  return rows.map(({ day }) => ({ startDay: day, endDay: day }))
}

/** The entries of the days, from the entry of the place on. */
async function readEntries(
  { db }: Store,
  { accountId, startDay, endDay }: Pick<JournalFilter, 'accountId' | 'startDay' | 'endDay'>,
  from: Place | undefined,
  limit: number,
): Promise<EntryRow[]> {
  const [day, entry] = from !== undefined && from.day >= startDay ? [from.day, from.entry] : [startDay, '']
  return db
    .selectFrom('entries')
    .select(columns.entries)
    .where('account_id', '=', accountId)
    .where(sql<boolean>`(day, entry) >= (${day}, ${entry})`)
    .where('day', '<=', endDay)
    .orderBy('day')
    .orderBy('entry')
    .limit(limit)
    .execute()
}

function isBehind(line: JournalLine, place: Place): boolean {
  return line.day !== place.day || line.entry !== place.entry || line.line > place.line
}

function cursorOf({ day, entry, line }: Place): string {
  return `${day}.${entry}.${line}`
}

/** Of a text of the form `JOURNAL_CURSOR`. */
function placeOf(cursor: string): Place {
  const [day = '', entry = '', line = ''] = cursor.split('.')
  return { day, entry, line: Number(line) }
}
