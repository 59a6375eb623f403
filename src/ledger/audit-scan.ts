// One reading of all books for an audit: operations beside their entries, then each table that must agree with them.
import { sql } from 'kysely'
import type { OperationRow } from '../operations/tables.ts'
import { columns } from '../store/columns.ts'
import { scanAdvices } from './audit-advices.ts'
import { scanAffiliates } from './audit-affiliates.ts'
import { scanAuthority } from './audit-authority.ts'
import { scanCaptures } from './audit-captures.ts'
import { scanCheckouts } from './audit-checkouts.ts'
import { checkChoices, type Routed } from './audit-choices.ts'
import { scanClaims } from './audit-claims.ts'
import { scanMonthClosings } from './audit-closings.ts'
import { scanDirectory } from './audit-directory.ts'
import { scanDisputes } from './audit-disputes.ts'
import { checkEntry, checkName, type PostedEntry, type Poster } from './audit-entry.ts'
import { scanFeeStatements } from './audit-fees.ts'
import { checkLog, type Logged } from './audit-log.ts'
import { checkOperation, type Tallied } from './audit-operation.ts'
import { scanPayoutAccounts } from './audit-payout-accounts.ts'
import { namesOfOutcome } from './audit-received.ts'
import { scanRefunds } from './audit-refunds.ts'
import { BATCH_SIZE, type Counts, type Scan } from './audit-scope.ts'
import { scanGivenAlone } from './audit-single-control.ts'
import { scanStatements } from './audit-statements.ts'
import { scanTables } from './audit-tables.ts'
import { postingsOf } from './entry-lines.ts'
import { afterEntriesOf, causeOf, entryNames } from './entry-name.ts'
import { booksOf } from './transfer-causes.ts'

export async function scan(given: Scan): Promise<Counts> {
  const counts: Counts = {
    operations: 0,
    postings: 0,
    events: 0,
    payments: 0,
    suspended: 0,
    payouts: 0,
    transfers: 0,
    refunds: 0,
    statementLines: 0,
    withheld: 0,
    advices: 0,
    unacknowledged: 0,
    disputes: 0,
    openDisputes: 0,
  }
  await scanOperations(given, counts)
  await scanTables(given, counts)
  await scanRefunds(given, counts)
  await scanAffiliates(given)
  await scanFeeStatements(given)
  await scanMonthClosings(given)
  await scanClaims(given)
  await scanAdvices(given, counts)
  await scanCaptures(given)
  await scanStatements(given, counts)
  await scanDisputes(given, counts)
  await scanCheckouts(given)
  await scanPayoutAccounts(given)
  await scanGivenAlone(given)
  await scanAuthority(given)
  await scanDirectory(given)
  return counts
}

/** Where an operation, or an entry, stands in the order of accounts. */
interface Place {
  accountId: string
  /** The id of the operation, or the name of the entry. */
  at: string
}

/**
 * Operations and postings are both read account by account in the order of the operations' ids, so that each operation is compared with its
 * entries.
 */
async function scanOperations(given: Scan, counts: Counts): Promise<void> {
  let after: Place | undefined
  for (let done = false; !done; ) {
    const operations = await readOperations(given, after)
    done = operations.length < BATCH_SIZE
    const read = operations.at(-1)
    const last = read === undefined ? after : { accountId: read.account_id, at: read.id }
    const entriesOf = await readEntries(given, counts, {
      from: after && behindEntries(after),
      until: done ? undefined : last && behindEntries(last),
    })
    for (const operation of operations) {
      checkOperation(given.found, given.tallies, operation, entriesOf.get(operation.id))
      entriesOf.delete(operation.id)
    }
    await checkCauses(given, entriesOf)
    await checkLog(given, operations)
    await checkChoices(given, operations)
    after = last
    counts.operations += operations.length
    given.onProgress(counts)
    await given.snapshot.pause()
  }
}

/** Checks every entry of the range, counts its lines, and returns the entries by cause. */
async function readEntries(given: Scan, counts: Counts, range: Range): Promise<Map<string, PostedEntry[]>> {
  const byCause = new Map<string, PostedEntry[]>()
  for await (const entries of entryPortions(given, range)) {
    for (const entry of entries) {
      checkEntry(given.found, given.tallies, entry)
      counts.postings += entry.lines.length
      const others = byCause.get(entry.cause)
      if (others) others.push(entry)
      else byCause.set(entry.cause, [entry])
    }
    await given.snapshot.pause()
  }
  return byCause
}

interface Range {
  /** From an entry on, which is no entry's name, until before another. */
  from: Place | undefined
  until: Place | undefined
}

function behindEntries({ accountId, at }: Place): Place {
  return { accountId, at: afterEntriesOf(at) }
}

async function* entryPortions({ snapshot, accountId }: Scan, range: Range): AsyncGenerator<PostedEntry[]> {
  for (let after = range.from; ; ) {
    let query = snapshot.db
      .selectFrom('entries')
      .select(columns.entries)
      .orderBy('account_id')
      .orderBy('entry')
      .limit(BATCH_SIZE)
    if (after !== undefined) query = query.where(isBehind('entry', after))
    if (range.until !== undefined) query = query.where(isBefore('entry', range.until))
    if (accountId !== undefined) query = query.where('account_id', '=', accountId)
    const rows = await query.execute()
    yield rows.map((row) => ({
      name: row.entry,
      cause: causeOf(row.entry),
      lines: postingsOf([row]),
    }))
    const last = rows.at(-1)
    if (last === undefined || rows.length < BATCH_SIZE) return
    after = { accountId: last.account_id, at: last.entry }
  }
}

function isBehind(column: 'id' | 'entry', { accountId, at }: Place) {
  return sql<boolean>`(account_id, ${sql.ref(column)}) > (${accountId}, ${at})`
}

function isBefore(column: 'id' | 'entry', { accountId, at }: Place) {
  return sql<boolean>`(account_id, ${sql.ref(column)}) < (${accountId}, ${at})`
}

/** Entries of no operation belong to payouts, payments or transfers, and have a name that these may post. */
async function checkCauses({ snapshot, found }: Scan, left: Map<string, PostedEntry[]>): Promise<void> {
  const causes = [...left.keys()]
  for (let start = 0; start < causes.length; start += BATCH_SIZE) {
    const ids = causes.slice(start, start + BATCH_SIZE)
    const known = await readOwners(snapshot, ids)
    for (const id of ids) {
      const entries = left.get(id) ?? []
      const cause = known.get(id)
      const expected = `${id || 'something'}, an operation, payment, transfer, refund, dispute, payout, statement line or fee statement`
      for (const entry of entries) {
        if (cause) checkName(found, entry, cause)
        else found.add('entry-causes', { id: entry.name, expected, found: 'none' })
      }
    }
  }
}

/** Which of the ids are causes other than operations, with their accounts. */
async function readOwners({ db }: Scan['snapshot'], ids: string[]): Promise<Map<string, Poster>> {
  const [payouts, payments, transfers, lines, statements, disputes, refunds, moves, claims] = await Promise.all([
    db.selectFrom('payouts').select(['id', 'account_id']).where('id', 'in', ids).execute(),
    db.selectFrom('payments_received').select(['id', 'account_id', 'outcome']).where('id', 'in', ids).execute(),
    db.selectFrom('transfers').select(['id', 'account_id']).where('id', 'in', ids).execute(),
    db.selectFrom('statement_lines').select(['id', 'account_id']).where('id', 'in', ids).execute(),
    db.selectFrom('fee_statements').select(['id', 'account_id']).where('id', 'in', ids).execute(),
    db.selectFrom('disputes').select(['id', 'account_id']).where('id', 'in', ids).execute(),
    db.selectFrom('refunds').select(['id', 'account_id']).where('id', 'in', ids).execute(),
    db.selectFrom('reserve_moves').select(['id', 'account_id']).where('id', 'in', ids).execute(),
    db.selectFrom('claim_write_offs').select(['id', 'account_id']).where('id', 'in', ids).execute(),
  ])
  const accountOf = (row: { account_id: string | null }) => booksOf(row.account_id)
  const posters = [
    ...payouts.map((row) => [row.id, { kind: 'payout', accountId: row.account_id, names: entryNames.payout }] as const),
    ...payments.map(
      (row) => [row.id, { kind: 'payment', accountId: accountOf(row), names: namesOfOutcome[row.outcome] }] as const,
    ),
    ...transfers.map(
      (row) => [row.id, { kind: 'transfer', accountId: accountOf(row), names: entryNames.transfer }] as const,
    ),
    ...statements.map(
      (row) =>
        [row.id, { kind: 'fee-statement', accountId: row.account_id, names: entryNames['fee-statement'] }] as const,
    ),
    ...refunds.map((row) => [row.id, { kind: 'refund', accountId: row.account_id, names: entryNames.refund }] as const),
    ...moves.map((row) => [row.id, { kind: 'reserve', accountId: row.account_id, names: entryNames.reserve }] as const),
    ...claims.map((row) => [row.id, { kind: 'claim', accountId: row.account_id, names: entryNames.claim }] as const),
    ...lines.map((row) => [row.id, { kind: 'line', accountId: row.account_id, names: entryNames.line }] as const),
    ...disputes.map(
      (row) => [row.id, { kind: 'dispute', accountId: row.account_id, names: entryNames.dispute }] as const,
    ),
  ]
  return new Map<string, Poster>(posters)
}

async function readOperations(
  { snapshot, accountId }: Scan,
  after: Place | undefined,
): Promise<(Tallied & Logged & Routed)[]> {
  let query = snapshot.db
    .selectFrom('operations')
    .select([
      'id',
      'account_id',
      'day',
      'rail',
      'network',
      'network_trace',
      'reroutes',
      'card_brand',
      'operator',
      'status',
      'total_centavos',
      'fee_centavos',
      'surcharge_centavos',
      'months',
      'iva_centavos',
      'affiliate',
      'affiliate_centavos',
      'affiliate_rule',
      'decline_code',
      'authorized_centavos',
      'authorized_at',
      'tip_centavos',
      'fee_percentage_millis',
      'paid_at',
      'posted_day',
      'authorization_code',
      'external_claim',
      'external_transaction',
      'has_devolution',
      'refund_state',
      'expired_at',
      'refunded_centavos',
      'disputed_centavos',
      'refunds_settled_centavos',
      'refunds_failed_centavos',
    ] satisfies (keyof OperationRow)[])
    .orderBy('account_id')
    .orderBy('id')
    .limit(BATCH_SIZE)
  if (after !== undefined) query = query.where(isBehind('id', after))
  if (accountId !== undefined) query = query.where('account_id', '=', accountId)
  return query.execute()
}
