// The part of an audit that reads the lines of statements: each has posted exactly what follows from the line and its
// record.
import { formatAmount } from '../core/money.ts'
import type { StatementLineRow } from '../reconciliation/tables.ts'
import { demand } from './audit-entry.ts'
import { eachPortion, readPostings } from './audit-portions.ts'
import { BATCH_SIZE, type Counts, type Scan } from './audit-scope.ts'
import { entryNames, keysOf } from './entry-name.ts'
import { lineEntries } from './lines/line-entries.ts'
import type { PostingRow } from './tables.ts'
import { UNMATCHED_ACCOUNT } from './transfer-causes.ts'

export async function scanStatements(given: Scan, counts: Counts): Promise<void> {
  const { found } = given
  await eachPortion(given, { table: 'statement_lines', limit: BATCH_SIZE }, async (rows) => {
    const keys = rows.flatMap(({ id, account_id }) => keysOf('line', id, account_id || UNMATCHED_ACCOUNT))
    const linesOf = Map.groupBy(await readPostings(given, keys), (row) => row.entry)
    const [amounts, reported] = await Promise.all([readAmounts(given, rows), readReported(given, rows)])
    for (const row of rows) {
      const wanted = lineEntries(row)
      for (const what of entryNames.line) {
        const name = `${row.id}:${what}`
        demand(found, 'statement-lines', name, entryOf(row.id, name, linesOf.get(name)), wanted[what], row.account_id)
      }
      const amount = row.cause_id === null ? 0 : amounts.get(row.cause_id)
      if (amount !== Math.abs(row.recorded_centavos)) {
        const shown = formatAmount(Math.abs(row.recorded_centavos))
        const expected = amount === undefined ? `a record ${row.cause_id}` : formatAmount(amount)
        found.add('statement-lines', { id: row.id, expected, found: shown })
      }
      const payment = row.cause_id === null ? undefined : reported.get(row.cause_id)
      const isGone = payment?.outcome === 'never-received' || payment?.outcome === 'refused'
      // What a superseded line said may never have happened.
      if (isGone && row.superseded_at === null) {
        found.add('statement-lines', {
          id: row.id,
          expected: 'a payment that was received',
          found: payment?.outcome ?? '',
        })
      }
      if ((row.superseded_at === null) !== (row.superseded_by === null)) {
        found.add('statement-lines', { id: row.id, expected: 'a correction and its instant', found: 'one of them' })
      }
      const returned = row.kind === 'return' ? row.cause_id : (payment?.returned ?? null)
      if (row.returned_transfer !== returned) {
        const [wanted, existing] = [returned ?? 'none', row.returned_transfer ?? 'none']
        found.add('statement-lines', { id: row.id, expected: `the return of ${wanted}`, found: `of ${existing}` })
      }
      if (!fits(row)) {
        const shown = `${row.verdict}, with ${row.cause_id ?? 'no record'}`
        found.add('statement-lines', { id: row.id, expected: 'a verdict that fits its record', found: shown })
      }
    }
    counts.statementLines += rows.length
    given.onProgress(counts)
  })
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
