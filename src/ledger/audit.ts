// What an audit checks of the books themselves: every entry balances, and the balances are a recount of the entries. The
// entries are read by `operations/audit`, beside the operations. Of the checkpoints of the books: what they say of themselves.
import type { Invariant } from '../audit/invariant.ts'
import { eachCounter } from '../audit/portions.ts'
import type { RoomAudit } from '../audit/room-audit.ts'
import { BATCH_SIZE, type Scan } from '../audit/scan.ts'
import { type Bilingual, filled } from '../core/language/bilingual.ts'
import { addDays, dayStartAt, mexicoCityDay } from '../core/time.ts'
import { columns } from '../store/columns.ts'
import { NO_ACCOUNT } from '../store/no-account.ts'
import { affiliateEntries, balanceKey, balances, entriesBalance, entryCauses, entryNamesHold } from './audit-entries.ts'
import { countOf } from './book-checkpoints.ts'
import { partsIn } from './checkpoints-file.ts'
import type { BookDayRow } from './tables.ts'

export const affiliateBalances: Invariant = {
  name: 'affiliate-balances',
  meaning: [
    'Lo que se debe a los afiliados es lo que resulta de sus partes y liquidaciones',
    'What affiliated users are owed equals a recount of their shares and payouts',
  ],
  compares: 1,
}

const bookDays: Invariant = {
  name: 'book-days',
  meaning: [
    'Cada sello de los libros dice cuántos registros cubre, o cuántas cuentas, y hasta un instante de su día',
    'Every checkpoint of the books says how many records it covers, or accounts, and until an instant of its day',
  ],
}

export const ledgerAudit: RoomAudit = {
  invariants: [entriesBalance, entryCauses, entryNamesHold, balances, affiliateBalances, affiliateEntries, bookDays],
  scan: async (scan) => {
    await scanBalances(scan)
    await scanBookDays(scan)
  },
}

const texts = {
  covers: ['{} registros o cuentas', '{} records or accounts'],
  day: [
    'hasta un instante del {}, y no más allá de los libros ({})',
    'until an instant of {}, and not beyond the books ({})',
  ],
  until: ['hasta {}', 'until {}'],
} as const satisfies Record<string, Bilingual>

/** What the checkpoints themselves cover is compared with the records by `verify-books`, which does not need these columns. */
async function scanBookDays(scan: Scan): Promise<void> {
  const { db } = scan.snapshot
  const progress = await db.selectFrom('book_progress').select(['until_at', 'goal_at']).executeTakeFirst()
  const until = progress?.goal_at ?? progress?.until_at ?? ''
  // The day that is being made now has not counted its accounts yet.
  const inMaking = progress?.goal_at == null ? undefined : mexicoCityDay(Date.parse(progress.goal_at) - 1)
  let day = { name: '', ofAll: undefined as BookDayRow | undefined, accounts: 0 }
  const endDay = () => {
    const { name, ofAll, accounts } = day
    if (scan.accountId !== undefined || name === '' || name === inMaking) return
    if (ofAll !== undefined) checkCount(scan, ofAll, accounts)
    else scan.found(bookDays, { id: name, expected: filled(texts.covers, accounts), found: ['nada', 'none'] })
  }
  for (let after: BookDayRow | undefined, done = false; !done; ) {
    const rows = await readDays(scan, after)
    done = rows.length < BATCH_SIZE
    for (const row of rows) {
      if (row.day !== day.name) {
        endDay()
        day = { name: row.day, ofAll: undefined, accounts: 0 }
      }
      if (row.account_id === NO_ACCOUNT) day.ofAll = row
      else {
        day.accounts += 1
        checkCount(scan, row, countOf(partsIn(row.parts)))
      }
      const [start, end] = [dayStartAt(row.day), dayStartAt(addDays(row.day, 1))]
      if (row.until_at <= start || row.until_at > end || row.until_at > until)
        scan.found(bookDays, {
          id: nameOf(row),
          expected: filled(texts.day, row.day, until),
          found: filled(texts.until, row.until_at),
        })
    }
    after = rows.at(-1) ?? after
    await scan.snapshot.pause()
  }
  endDay()
}

function checkCount({ found }: Scan, row: BookDayRow, count: number): void {
  if (row.records !== count || (row.account_id === NO_ACCOUNT && row.parts !== '{}'))
    found(bookDays, {
      id: nameOf(row),
      expected: filled(texts.covers, count),
      found: filled(texts.covers, row.records),
    })
}

/** Day by day. */
async function readDays({ snapshot, accountId }: Scan, after: BookDayRow | undefined): Promise<BookDayRow[]> {
  let query = snapshot.db.selectFrom('book_days').select(columns.book_days)
  if (accountId !== undefined) query = query.where('account_id', '=', accountId)
  if (after !== undefined)
    query = query.where((eb) => eb(eb.refTuple('day', 'account_id'), '>', eb.tuple(after.day, after.account_id)))
  return query.orderBy('day').orderBy('account_id').limit(BATCH_SIZE).execute()
}

function nameOf({ account_id, day }: BookDayRow): string {
  return `${account_id || '-'} ${day}`
}

async function scanBalances(scan: Scan): Promise<void> {
  const [ofBalances, ofAffiliates] = [scan.tally(balances), scan.tally(affiliateBalances)]
  await eachCounter(scan, 'balances', (row) => ofBalances.find(balanceKey(row), row.amount_centavos))
  await eachCounter(scan, 'affiliate_balances', (row) =>
    ofAffiliates.find(`${row.account_id} ${row.affiliate}`, row.amount_centavos),
  )
}
