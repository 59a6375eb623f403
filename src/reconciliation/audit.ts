// What an audit checks of the lines of statements: each has posted exactly what follows from the line and its record.
import type { Count, Invariant } from '../audit/invariant.ts'
import { eachPortion } from '../audit/portions.ts'
import type { RoomAudit } from '../audit/room-audit.ts'
import { BATCH_SIZE, type Scan } from '../audit/scan.ts'
import { type Bilingual, filled, same } from '../core/language/bilingual.ts'
import { formatAmount } from '../core/money.ts'
import type { Instant } from '../core/time.ts'
import { demand, readPostings } from '../ledger/audit-entries.ts'
import { postersIn } from '../ledger/audit-posters.ts'
import { entryNames, keysOf } from '../ledger/entry-name.ts'
import { booksOf } from '../ledger/owner.ts'
import type { PostingRow } from '../ledger/tables.ts'
import { lineEntries } from './line-entries.ts'
import type { StatementLineRow } from './tables.ts'

const statementLines: Invariant = {
  name: 'statement-lines',
  meaning: [
    'Cada línea de un estado de cuenta asentó lo que dice junto a su registro, renglón por renglón',
    'Every line of a statement has posted what it says beside its record, to the line',
  ],
}

const linesRead: Count = { name: 'statementLines', words: ['líneas de estados de cuenta', 'statement lines'] }

export const reconciliationAudit = {
  invariants: [statementLines],
  counts: [linesRead],
  scan: scanStatements,
  posters: { line: postersIn('line', 'statement_lines') },
} as const satisfies RoomAudit & { posters: object }

const texts = {
  record: ['un registro {}', 'a record {}'],
  received: ['un pago que se recibió', 'a payment that was received'],
  correction: ['una corrección y su instante', 'a correction and its instant'],
  oneOfThem: ['uno de los dos', 'one of them'],
  at: ['{}: {}', '{}: {}'],
  neverClosed: ['una línea que no se puede cerrar', 'a line that cannot be closed'],
  returnOf: ['la devolución de {}', 'the return of {}'],
  of: ['de {}', 'of {}'],
  none: ['nada', 'none'],
  fits: ['un resultado que va con su registro', 'a verdict that fits its record'],
  verdict: ['{}, con {}', '{}, with {}'],
  noRecord: ['ningún registro', 'no record'],
} as const satisfies Record<string, Bilingual>

async function scanStatements(scan: Scan): Promise<void> {
  await eachPortion(scan, { table: 'statement_lines', limit: BATCH_SIZE }, async (rows) => {
    const keys = rows.flatMap(({ id, account_id }) => keysOf('line', id, booksOf(account_id)))
    const linesOf = Map.groupBy(await readPostings(scan, keys), (row) => row.entry)
    const [amounts, reported] = await Promise.all([readAmounts(scan, rows), readReported(scan, rows)])
    for (const row of rows) {
      const found = (expected: Bilingual, is: Bilingual) =>
        scan.found(statementLines, { id: row.id, expected, found: is })
      const wanted = lineEntries(row)
      for (const what of entryNames.line) {
        const name = `${row.id}:${what}`
        const entry = entryOf(row.id, name, linesOf.get(name))
        demand(scan, statementLines, { id: name, entry, lines: wanted[what], accountId: row.account_id })
        const [stamped, posted] = [stampOf(row, what), linesOf.get(name)?.[0]?.created_at]
        if (stamped !== undefined && posted !== undefined && stamped !== posted)
          found(filled(texts.at, what, posted), filled(texts.at, what, stamped ?? texts.none))
      }
      // What agrees with its record, or has none by its nature, is not open.
      if (row.closed_at !== null && row.verdict !== 'extra' && !row.differs.startsWith('amount'))
        found(texts.neverClosed, filled(texts.at, 'closed', row.closed_at))
      const amount = row.cause_id === null ? 0 : amounts.get(row.cause_id)
      if (amount !== Math.abs(row.recorded_centavos)) {
        const expected = amount === undefined ? filled(texts.record, String(row.cause_id)) : same(formatAmount(amount))
        found(expected, same(formatAmount(Math.abs(row.recorded_centavos))))
      }
      const payment = row.cause_id === null ? undefined : reported.get(row.cause_id)
      const isGone = payment?.outcome === 'never-received' || payment?.outcome === 'refused'
      // What a superseded line said may never have happened.
      if (isGone && row.superseded_at === null) found(texts.received, same(payment?.outcome ?? ''))
      if ((row.superseded_at === null) !== (row.superseded_by === null)) found(texts.correction, texts.oneOfThem)
      const returned = row.kind === 'return' ? row.cause_id : (payment?.returned ?? null)
      if (row.returned_transfer !== returned) {
        const [wanted, there] = [returned ?? texts.none, row.returned_transfer ?? texts.none]
        found(filled(texts.returnOf, wanted), filled(texts.of, there))
      }
      if (!fits(row)) found(texts.fits, filled(texts.verdict, row.verdict, row.cause_id ?? texts.noRecord))
    }
    scan.read(linesRead, rows.length)
  })
}

/** The instant of a line at which an entry of it was posted; undefined: the entry is as old as the line. */
function stampOf(row: StatementLineRow, what: (typeof entryNames.line)[number]): Instant | null | undefined {
  const stamps: Partial<Record<typeof what, Instant | null>> = {
    found: row.found_at,
    closed: row.closed_at,
    superseded: row.superseded_at,
  }
  return stamps[what]
}

/** The amounts of the records of some lines. */
async function readAmounts({ snapshot: { db } }: Scan, rows: StatementLineRow[]): Promise<Map<string, number>> {
  const ids = rows.flatMap(({ cause_id }) => cause_id ?? [])
  if (ids.length === 0) return new Map()
  const [operations, payments, transfers, refunds, disputes] = await Promise.all([
    db.selectFrom('operations').select(['id', 'total_centavos as amount']).where('id', 'in', ids).execute(),
    db.selectFrom('payments_received').select(['id', 'amount_centavos as amount']).where('id', 'in', ids).execute(),
    db.selectFrom('transfers').select(['id', 'amount_centavos as amount']).where('id', 'in', ids).execute(),
    db.selectFrom('refunds').select(['id', 'amount_centavos as amount']).where('id', 'in', ids).execute(),
    db.selectFrom('disputes').select(['id', 'amount_centavos as amount']).where('id', 'in', ids).execute(),
  ])
  const all = [...operations, ...payments, ...transfers, ...refunds, ...disputes]
  return new Map(all.map(({ id, amount }) => [id, amount]))
}

/** The outcomes of the payments of some lines, and our transfers that some lines returned. */
async function readReported({ snapshot: { db } }: Scan, rows: StatementLineRow[]) {
  const ids = rows.flatMap(({ kind, cause_id }) => (kind === 'payment' && cause_id !== null ? [cause_id] : []))
  if (ids.length === 0) return new Map<string, { outcome: string; returned: string | null }>()
  const payments = await db
    .selectFrom('payments_received')
    .leftJoin('transfers', (join) =>
      join
        .onRef('transfers.account_id', '=', 'payments_received.account_id')
        .onRef('transfers.tracking_key', '=', 'payments_received.network_transaction')
        .onRef('transfers.network', '=', 'payments_received.network'),
    )
    .select(['payments_received.id', 'payments_received.outcome', 'transfers.id as transfer'])
    .where('payments_received.id', 'in', ids)
    .execute()
  return new Map(
    payments.map(({ id, outcome, transfer }) => [
      id,
      { outcome, returned: outcome === 'taken-back' ? transfer : null },
    ]),
  )
}

/** An extra line has a record once it is found; fees and settlements have none; every other line always has one. */
function fits({ verdict, cause_id, found_at, recorded_centavos }: StatementLineRow): boolean {
  if (verdict === 'extra') return (cause_id === null) === (found_at === null)
  return (
    found_at === null &&
    (verdict === 'stated') === (cause_id === null) &&
    (cause_id !== null || recorded_centavos === 0)
  )
}

function entryOf(cause: string, name: string, lines: PostingRow[] | undefined) {
  return lines === undefined ? undefined : { name, cause, lines }
}
