// The second half of an audit's reading: payouts, counters, events, payments and transfers, each table by itself.
import { sql } from 'kysely'
import { formatAmount } from '../core/money.ts'
import type { FeeScheduleRow } from '../fees/tables.ts'
import { columns } from '../store/columns.ts'
import type { ReleaseRow } from '../vouchers/tables.ts'
import { balanceKey } from './audit-entry.ts'
import { checkPayout } from './audit-payout.ts'
import { eachPortion, readPostings } from './audit-portions.ts'
import { checkPayment, namesOfOutcome, type ReceivedForAudit } from './audit-received.ts'
import { BATCH_SIZE, type Counts, type Scan } from './audit-scope.ts'
import { checkTransfer } from './audit-transfer.ts'
import { causeOf, type EntryKey, keysOf } from './entry-name.ts'
import { readCauses } from './read-causes.ts'
import { booksOf } from './transfer-causes.ts'

export async function scanTables(given: Scan, counts: Counts): Promise<void> {
  await scanCounters(given)
  await scanFees(given)
  await scanEvents(given, counts)
  await scanPayments(given, counts)
  await scanReleases(given)
  await scanTransfers(given, counts)
  await scanPayouts(given, counts)
}

/** Accounts whose counters are read at once: most have a few hundred. */
const ACCOUNTS_AT_ONCE = 20

/** The counters beside the books: small tables, because they have few keys. */
async function scanCounters({ snapshot, accountId, tallies }: Scan): Promise<void> {
  const { db } = snapshot
  const all = accountId === undefined ? await everyAccount(snapshot) : [accountId]
  for (let start = 0; start < all.length; start += ACCOUNTS_AT_ONCE) {
    const ids = all.slice(start, start + ACCOUNTS_AT_ONCE)
    const [balances, affiliates, daily, monthly, posted, fees] = await Promise.all([
      db
        .selectFrom('balances')
        .select(['account_id', 'ledger_account', 'network', 'day', 'amount_centavos'])
        .where('account_id', 'in', ids)
        .execute(),
      db
        .selectFrom('affiliate_balances')
        .select(['account_id', 'affiliate', 'amount_centavos'])
        .where('account_id', 'in', ids)
        .execute(),
      db.selectFrom('daily_totals').select(columns.daily_totals).where('account_id', 'in', ids).execute(),
      db.selectFrom('monthly_totals').select(columns.monthly_totals).where('account_id', 'in', ids).execute(),
      db.selectFrom('posted_totals').select(columns.posted_totals).where('account_id', 'in', ids).execute(),
      db.selectFrom('monthly_fees').select(columns.monthly_fees).where('account_id', 'in', ids).execute(),
    ])
    for (const row of balances) {
      tallies.balances.find(balanceKey(row), row.amount_centavos)
    }
    for (const row of affiliates)
      tallies['affiliate-balances'].find(`${row.account_id} ${row.affiliate}`, row.amount_centavos)
    for (const row of fees)
      tallies['monthly-fees'].find(`${row.account_id} ${row.month} ${row.concept}`, row.operations, row.fee_centavos)
    for (const row of posted) {
      const key = [row.account_id, row.period, row.rail, row.card_brand || '-', row.operator, row.status].join(' ')
      tallies['posted-totals'].find(key, row.operations, row.total_centavos, row.commission_centavos)
    }
    for (const row of [
      ...daily.map((one) => ({ ...one, period: one.day })),
      ...monthly.map((one) => ({ ...one, period: one.month })),
    ]) {
      const key = [row.account_id, row.period, row.rail, row.card_brand || '-', row.operator, row.status].join(' ')
      tallies['kept-totals'].find(key, row.operations, row.total_centavos, row.commission_centavos)
    }
    await snapshot.pause()
  }
}

/** Small tables: fee schedules have a row for each account and way of paying, and their history one for each change. */
async function scanFees({ snapshot, accountId, found }: Scan): Promise<void> {
  const [schedules, changes] = await Promise.all([
    ofAccount(snapshot.db.selectFrom('fee_schedules').select(columns.fee_schedules)).execute(),
    ofAccount(snapshot.db.selectFrom('fee_changes').select(columns.fee_changes)).execute(),
  ])
  const expected = new Map<string, string>()
  for (const row of changes.sort((a, b) => (`${a.created_at} ${a.id}` < `${b.created_at} ${b.id}` ? -1 : 1)))
    expected.set(`${row.account_id} ${row.rail}`, termsText(row))
  const existing = new Map(schedules.map((row) => [`${row.account_id} ${row.rail}`, termsText(row)]))
  for (const id of new Set([...expected.keys(), ...existing.keys()])) {
    const [wanted = 'no terms of its own', says = 'no terms of its own'] = [expected.get(id), existing.get(id)]
    if (wanted !== says) found.add('fee-schedules', { id, expected: wanted, found: says })
  }

  function ofAccount<Q extends { where(column: 'account_id', is: '=', id: string): Q }>(query: Q): Q {
    return accountId === undefined ? query : query.where('account_id', '=', accountId)
  }
}

/** Sample: `3.6 % and 0.00` */
function termsText(row: Pick<FeeScheduleRow, 'percentage_millis' | 'fixed_centavos' | 'dispute_centavos'>): string {
  const { dispute_centavos: dispute } = row
  const more = dispute === null ? '' : `, ${formatAmount(dispute)} for a dispute`
  return `${row.percentage_millis / 1_000} % and ${formatAmount(row.fixed_centavos)}${more}`
}

/** Every account that has a counter, also one that does not exist. */
async function everyAccount({ db }: Scan['snapshot']): Promise<string[]> {
  const rows = await db
    .selectFrom('balances')
    .select('account_id')
    .union(db.selectFrom('daily_totals').select('account_id'))
    .union(db.selectFrom('monthly_totals').select('account_id'))
    .union(db.selectFrom('posted_totals').select('account_id'))
    .union(db.selectFrom('monthly_fees').select('account_id'))
    .union(db.selectFrom('affiliate_balances').select('account_id'))
    .execute()
  return rows.map((row) => row.account_id)
}

const stateEvents = [
  'operation.authorized',
  'operation.paid',
  'operation.cancelled',
  'operation.expired',
  'operation.declined',
]

async function scanEvents(given: Scan, counts: Counts): Promise<void> {
  const only = ['account_id', 'id', 'type', 'operation_id'] as const
  await eachPortion(given, { table: 'events', limit: 2 * BATCH_SIZE, only }, (rows) => {
    for (const row of rows) {
      if (row.operation_id !== null && stateEvents.includes(row.type)) {
        given.tallies.events.find(`${row.operation_id} ${row.type}`, 1)
      }
    }
    counts.events += rows.length
    given.onProgress(counts)
  })
}

async function scanPayments(given: Scan, counts: Counts): Promise<void> {
  const only = ['id', 'account_id', 'operation_id', 'amount_centavos', 'outcome', 'rail'] as const
  await eachPortion(given, { table: 'payments_received', limit: BATCH_SIZE, only }, async (rows) => {
    // Almost all are matched with an operation and post no entry. `checkCauses` finds entries that such a payment should
    // not have.
    const keys = rows.flatMap(({ id, account_id, outcome }) =>
      namesOfOutcome[outcome].map((what): EntryKey => ({ accountId: booksOf(account_id), entry: `${id}:${what}` })),
    )
    const linesOf = Map.groupBy(await readPostings(given, keys), (row) => causeOf(row.entry))
    for (const row of rows) {
      const { id, operation_id, amount_centavos, outcome, rail } = row
      const action = releasedBy[outcome]
      if (action !== undefined) given.tallies.releases.expect(`${id} ${action} ${booksOf(row.account_id)}`, 1)
      if (outcome === 'matched' || outcome === 'accepted')
        given.tallies['payments-received'].find(`${operation_id ?? id} ${rail}`, 1, amount_centavos)
      else if (outcome === 'suspended') counts.suspended += 1
      else if (outcome !== 'taken-back' && outcome !== 'never-received' && outcome !== 'refused')
        given.tallies.returns.expect(`return ${operation_id ?? '-'}`, 1, amount_centavos)
      checkPayment(given.found, row, linesOf.get(id) ?? [])
    }
    counts.payments += rows.length
    given.onProgress(counts)
  })
}

/** The release by which a payment of each outcome left suspense. */
const releasedBy: Partial<Record<ReceivedForAudit['outcome'], ReleaseRow['action']>> = {
  accepted: 'accept',
  'given-back': 'return',
  'never-received': 'never-received',
}

async function scanReleases({ snapshot, accountId, tallies }: Scan): Promise<void> {
  type Part = Pick<ReleaseRow, 'payment_id' | 'account_id' | 'action'>
  for (let after: Part | undefined; ; ) {
    let query = snapshot.db
      .selectFrom('releases')
      .select(['payment_id', 'account_id', 'action'])
      .orderBy('account_id')
      .orderBy('payment_id')
      .limit(BATCH_SIZE)
    if (after !== undefined)
      query = query.where(sql<boolean>`(account_id, payment_id) > (${after.account_id}, ${after.payment_id})`)
    if (accountId !== undefined) query = query.where('account_id', '=', accountId)
    const rows: Part[] = await query.execute()
    for (const row of rows) tallies.releases.find(`${row.payment_id} ${row.action} ${booksOf(row.account_id)}`, 1)
    after = rows.at(-1)
    await snapshot.pause()
    if (rows.length < BATCH_SIZE) return
  }
}

async function scanTransfers(given: Scan, counts: Counts): Promise<void> {
  const { db } = given.snapshot
  await eachPortion(given, { table: 'transfers', limit: BATCH_SIZE / 4 }, async (rows) => {
    const keys = rows.flatMap(({ id, account_id }) => keysOf('transfer', id, booksOf(account_id)))
    const postings = await readPostings(given, keys)
    const causes = await readCauses(db, rows)
    const linesOf = Map.groupBy(postings, (row) => causeOf(row.entry))
    for (const row of rows) {
      // A retry carries the money of the failed transfer that it replaces.
      const cause = causes.get(row.id)
      const entries = linesOf.get(row.id) ?? []
      if (row.kind !== 'payout' && row.replaces === null) {
        // A closed transfer is never sent, so its row may be wrong: count its cause's amount if it was written off, or if a
        // refund still owes it.
        const isWrittenOff = entries.some((line) => line.entry === `${row.id}:written-off`)
        const isRight = isWrittenOff || row.refund_id !== null
        const counted = row.state === 'closed' ? (isRight ? cause : undefined) : row
        if (counted) {
          const of = row.refund_id ?? `${row.kind} ${counted.operation_id ?? '-'}`
          given.tallies.returns.find(of, 1, counted.amount_centavos)
        }
      }
      checkTransfer(given.found, row, { postings: entries, cause })
      if (row.state === 'withheld') counts.withheld += 1
    }
    counts.transfers += rows.length
    given.onProgress(counts)
  })
}

async function scanPayouts(given: Scan, counts: Counts): Promise<void> {
  const { db } = given.snapshot
  await eachPortion(given, { table: 'payouts', limit: BATCH_SIZE / 10 }, async (payouts) => {
    const ids = payouts.map((payout) => payout.id)
    const keys = payouts.flatMap(({ id, account_id }) => keysOf('payout', id, account_id))
    const transferIds = payouts.map((payout) => payout.transfer_id)
    const [postings, lines, transfers] = await Promise.all([
      readPostings(given, keys),
      db.selectFrom('payout_lines').select(columns.payout_lines).where('payout_id', 'in', ids).execute(),
      db.selectFrom('transfers').select(columns.transfers).where('id', 'in', transferIds).execute(),
    ])
    const postingsOf = Map.groupBy(postings, (row) => causeOf(row.entry))
    const linesOf = Map.groupBy(lines, (row) => row.payout_id)
    const transferOf = new Map(transfers.map((row) => [row.id, row]))
    for (const payout of payouts) {
      checkPayout(given.found, payout, {
        postings: postingsOf.get(payout.id) ?? [],
        lines: linesOf.get(payout.id) ?? [],
        transfer: transferOf.get(payout.transfer_id),
      })
    }
    counts.payouts += payouts.length
    given.onProgress(counts)
  })
  await scanStrayLines(given)
}

/** Lines of a payout that does not exist. */
async function scanStrayLines({ snapshot, accountId, found }: Scan): Promise<void> {
  const lines = snapshot.db
    .selectFrom('payout_lines')
    .leftJoin('payouts', (join) =>
      join
        .onRef('payouts.account_id', '=', 'payout_lines.account_id')
        .onRef('payouts.id', '=', 'payout_lines.payout_id'),
    )
    .select(['payout_id', 'payout_lines.amount_centavos'])
    .where('payouts.id', 'is', null)
  const stray = await (accountId === undefined
    ? lines
    : lines.where('payout_lines.account_id', '=', accountId)
  ).execute()
  for (const { payout_id: id, amount_centavos: amount } of stray) {
    found.add('payouts', { id, expected: 'a payout', found: `a line of ${formatAmount(amount)} without one` })
  }
}
