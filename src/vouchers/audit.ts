// What an audit checks of received payments: each has the entries of its outcome, matches a paid voucher, or has left suspense by a release.
import type { Count, Invariant } from '../audit/invariant.ts'
import { eachPortion, isPlaced } from '../audit/portions.ts'
import { BATCH_SIZE, type Scan } from '../audit/scan.ts'
import { rails } from '../core/rail.ts'
import { demand, entryOf, readPostings } from '../ledger/audit-entries.ts'
import type { PosterReader } from '../ledger/audit-posters.ts'
import { causeOf, type EntryKey, type entryNames } from '../ledger/entry-name.ts'
import { booksOf } from '../ledger/owner.ts'
import type { Line } from '../ledger/postings.ts'
import type { PostingRow } from '../ledger/tables.ts'
import type { AuditBeside } from '../operations/audit/beside.ts'
import { returns } from '../transfers/audit/invariants.ts'
import { acceptedLines, givenBackLines, neverReceivedLines, returnLines, suspenseLines } from './entries.ts'
import type { PaymentReceivedRow, ReleaseRow } from './tables.ts'

const paymentsReceived: Invariant = {
  name: 'payments-received',
  meaning: [
    'A cada ficha pagada le corresponde un pago registrado de su red y su monto: número, monto',
    'Every paid voucher is matched by one recorded payment of its rail and amount: number, amount',
  ],
  compares: 2,
}

const receivedEntries: Invariant = {
  name: 'received-entries',
  meaning: [
    'Cada pago recibido tiene el asiento de su resultado, renglón por renglón, y ningún otro',
    'Every received payment has the entry of its outcome, to the line, and no other',
  ],
}

const releases: Invariant = {
  name: 'releases',
  meaning: [
    'Cada pago que salió de suspenso tiene su salida, de su cuenta, y cada salida su pago',
    'Every payment that left suspense has its release, of its account, and every release its payment',
  ],
  compares: 1,
}

const counts = {
  payments: { name: 'payments', words: ['pagos recibidos', 'payments'] },
  suspended: { name: 'suspended', words: ['en suspenso', 'suspended'] },
} as const satisfies Record<string, Count>

export const vouchersAudit = {
  invariants: [paymentsReceived, receivedEntries, releases],
  counts: [counts.payments, counts.suspended],
  scan: async (scan) => {
    await scanPayments(scan)
    await scanReleases(scan)
  },
  ofOperation: ({ tally }) => {
    const received = tally(paymentsReceived)
    return ({ id, rail, total_centavos }, wasPaid) => {
      if (wasPaid && rails[rail].paidBy === 'report') received.expect(`${id} ${rail}`, 1, total_centavos)
    }
  },
  posters: { payment: paymentPosters },
} as const satisfies AuditBeside

/** What an audit reads of a received payment. */
const only = ['id', 'account_id', 'operation_id', 'amount_centavos', 'outcome', 'rail'] as const
type Received = Pick<PaymentReceivedRow, (typeof only)[number]>

/** The entries of a received payment by outcome. A matched payment has none, because its operation posts. */
const namesOfOutcome = {
  matched: [],
  returned: ['returned'],
  unmatched: ['returned'],
  suspended: ['suspended'],
  accepted: ['suspended', 'released'],
  'given-back': ['suspended', 'released'],
  'never-received': ['suspended', 'released'],
  // The transfer that came back has the entry.
  'taken-back': [],
  // It was never ours.
  refused: [],
} as const satisfies Record<PaymentReceivedRow['outcome'], readonly (typeof entryNames)['payment'][number][]>

/** Checks the entries of a received payment: it is owed to its payer, or kept in suspense. */
function checkPayment(scan: Scan, payment: Received, postings: PostingRow[]): void {
  const { id, outcome, amount_centavos: amount } = payment
  const lines = {
    returned: returnLines(payment.rail, amount),
    suspended: suspenseLines(payment.rail, amount),
    released: releasedLines(payment),
  }
  const accountId = booksOf(payment.account_id)
  for (const what of namesOfOutcome[outcome]) {
    const entry = entryOf(postings, id, what)
    demand(scan, receivedEntries, { id: `${id}:${what}`, entry, lines: lines[what], accountId })
  }
}

function releasedLines({ outcome, rail, amount_centavos: amount }: Received): Line[] {
  if (outcome === 'accepted') return acceptedLines(rail, amount)
  return outcome === 'never-received' ? neverReceivedLines(rail, amount) : givenBackLines(amount)
}

async function paymentPosters(...[db, ids]: Parameters<PosterReader>): ReturnType<PosterReader> {
  const wanted = ['id', 'account_id', 'outcome'] as const
  const rows = await db.selectFrom('payments_received').select(wanted).where('id', 'in', ids).execute()
  return rows.map(({ id, account_id, outcome }) => [
    id,
    { kind: 'payment', accountId: booksOf(account_id), names: namesOfOutcome[outcome] },
  ])
}

async function scanPayments(scan: Scan): Promise<void> {
  const tallies = {
    received: scan.tally(paymentsReceived),
    releases: scan.tally(releases),
    returns: scan.tally(returns),
  }
  await eachPortion(scan, { table: 'payments_received', limit: BATCH_SIZE, only }, async (rows) => {
    // Almost all are matched with an operation and post no entry. The audit of operations finds entries that such a payment
    // should not have.
    const keys = rows.flatMap(({ id, account_id, outcome }) =>
      namesOfOutcome[outcome].map((what): EntryKey => ({ accountId: booksOf(account_id), entry: `${id}:${what}` })),
    )
    const linesOf = Map.groupBy(await readPostings(scan, keys), (row) => causeOf(row.entry))
    for (const row of rows) {
      const { id, operation_id, amount_centavos, outcome, rail } = row
      const action = releasedBy[outcome]
      if (action !== undefined) tallies.releases.expect(`${id} ${action} ${booksOf(row.account_id)}`, 1)
      if (outcome === 'matched' || outcome === 'accepted')
        tallies.received.find(`${operation_id ?? id} ${rail}`, 1, amount_centavos)
      else if (goesBack[outcome]) tallies.returns.expect(`return ${operation_id ?? '-'}`, 1, amount_centavos)
      checkPayment(scan, row, linesOf.get(id) ?? [])
    }
    scan.read(counts.payments, rows.length)
    scan.read(counts.suspended, rows.filter(({ outcome }) => outcome === 'suspended').length)
  })
}

/** Whether a payment of an outcome is returned by a transfer. */
const goesBack = {
  matched: false,
  accepted: false,
  suspended: false,
  returned: true,
  unmatched: true,
  'given-back': true,
  'taken-back': false,
  'never-received': false,
  refused: false,
} as const satisfies Record<PaymentReceivedRow['outcome'], boolean>

/** The release by which a payment of each outcome left suspense. */
const releasedBy: Partial<Record<PaymentReceivedRow['outcome'], ReleaseRow['action']>> = {
  accepted: 'accept',
  'given-back': 'return',
  'never-received': 'never-received',
}

async function scanReleases(scan: Scan): Promise<void> {
  const { snapshot, accountId, tally } = scan
  const released = tally(releases)
  type Part = Pick<ReleaseRow, 'payment_id' | 'account_id' | 'action'>
  for (let after: Part | undefined; ; ) {
    let query = snapshot.db
      .selectFrom('releases')
      .select(['payment_id', 'account_id', 'action'])
      .orderBy('account_id')
      .orderBy('payment_id')
      .limit(BATCH_SIZE)
    if (after !== undefined)
      query = query.where(isPlaced(scan, 'payment_id', '>', { accountId: after.account_id, at: after.payment_id }))
    if (accountId !== undefined) query = query.where('account_id', '=', accountId)
    const rows: Part[] = await query.execute()
    for (const row of rows) released.find(`${row.payment_id} ${row.action} ${booksOf(row.account_id)}`, 1)
    after = rows.at(-1)
    await snapshot.pause()
    if (rows.length < BATCH_SIZE) return
  }
}
