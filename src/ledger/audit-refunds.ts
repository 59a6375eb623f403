// The part of an audit that reads refunds and moves of the reserve: their entries, operations and transfers.
import { formatAmount } from '../core/money.ts'
import type { OperationRow } from '../operations/tables.ts'
import type { RefundRow } from '../refunds/tables.ts'
import { columns } from '../store/columns.ts'
import type { TransferRow } from '../transfers/tables.ts'
import { demand, type PostedEntry } from './audit-entry.ts'
import { eachPortion, readPostings } from './audit-portions.ts'
import { BATCH_SIZE, type Counts, type Scan } from './audit-scope.ts'
import { chargedByRefund, expectCharged } from './charged.ts'
import { entryNames, keysOf } from './entry-name.ts'
import {
  refundCancelledLines,
  refundLines,
  refundSentLines,
  reserveMovedLines,
  reserveUsedLines,
} from './lines/refund.ts'
import type { Line } from './postings.ts'
import type { PostingRow } from './tables.ts'

type Counted = Pick<OperationRow, 'id' | 'account_id' | 'rail' | 'network' | 'card_brand' | 'operator'>

/** The sums of the operation that count a refund, by its state: refunded, settled, failed. */
const counted = {
  pending: [1, 0, 0],
  sent: [1, 0, 0],
  settled: [1, 1, 0],
  failed: [1, 0, 1],
  returned: [1, 0, 1],
  cancelled: [0, 0, 0],
} as const satisfies Record<RefundRow['state'], readonly [number, number, number]>

export async function scanRefunds(given: Scan, counts: Counts): Promise<void> {
  await eachPortion(given, { table: 'refunds', limit: BATCH_SIZE / 4 }, async (rows) => {
    await checkPortion(given, rows)
    counts.refunds += rows.length
    given.onProgress(counts)
  })
  await scanReserve(given)
}

async function checkPortion(given: Scan, rows: RefundRow[]): Promise<void> {
  const { db } = given.snapshot
  const keys = rows.flatMap(({ id, account_id }) => keysOf('refund', id, account_id))
  const [postings, operations, transfers] = await Promise.all([
    readPostings(given, keys),
    db
      .selectFrom('operations')
      .select(['id', 'account_id', 'rail', 'network', 'card_brand', 'operator'])
      .where(
        'id',
        'in',
        rows.map((row) => row.operation_id),
      )
      .execute(),
    db
      .selectFrom('transfers')
      .select(columns.transfers)
      .where(
        'id',
        'in',
        rows.map((row) => row.transfer_id ?? ''),
      )
      .execute(),
  ])
  const linesOf = Map.groupBy(postings, (row) => row.entry)
  const operationOf = new Map(operations.map((row) => [row.id, row]))
  const transferOf = new Map(transfers.map((row) => [row.id, row]))
  for (const row of rows) {
    const carrier = row.transfer_id === null ? undefined : transferOf.get(row.transfer_id)
    checkRefund(given, row, { linesOf, operation: operationOf.get(row.operation_id), carrier })
  }
}

function checkRefund(
  { found, tallies }: Scan,
  refund: RefundRow,
  existing: {
    linesOf: Map<string, PostingRow[]>
    operation: Counted | undefined
    carrier: TransferRow | undefined
  },
): void {
  const { id, account_id: accountId, amount_centavos: amount, state } = refund
  const { operation, carrier } = existing
  if (operation === undefined || operation.account_id !== accountId || operation.rail !== refund.rail) {
    const shown = operation === undefined ? 'none' : `${operation.rail} of ${operation.account_id}`
    found.add('refund-entries', { id, expected: `an operation, ${refund.rail} of ${accountId}`, found: shown })
    return
  }
  const [refunded, settled, failed] = counted[state]
  if (refunded > 0) tallies.refunds.expect(refund.operation_id, amount, settled * amount, failed * amount)

  const isBooked = refund.booked_at !== null
  const isCancelled = state === 'cancelled' && isBooked
  const lines: Record<(typeof entryNames)['refund'][number], Line[]> = {
    reserve: isBooked && refund.reserve_centavos > 0 ? reserveUsedLines(refund.reserve_centavos) : [],
    booked: isBooked ? refundLines(refund) : [],
    sent: refund.way === 'acquirer' && state === 'settled' ? refundSentLines(operation, amount) : [],
    cancelled: isCancelled ? refundCancelledLines(refund) : [],
  }
  for (const what of entryNames.refund) {
    const name = `${id}:${what}`
    const posted = existing.linesOf.get(name)
    const entry: PostedEntry | undefined = posted && { name, cause: id, lines: posted }
    demand(found, 'refund-entries', name, entry, lines[what], accountId)
    const day = posted?.[0]?.day
    if (day !== undefined && (what === 'booked' || what === 'cancelled')) {
      const sign = what === 'booked' ? 1 : -1
      expectTotals(tallies['posted-totals'], operation, refund, { day, sign })
      expectCharged(tallies['monthly-fees'], accountId, day, chargedByRefund(refund, sign))
    }
  }
  // The first transfer of the refund; the chain of retries has the later ones.
  if (refund.transfer_id !== null) tallies.returns.expect(id, 1, amount)
  checkCarrier({ found }, refund, carrier)
}

function expectTotals(
  tally: Scan['tallies']['posted-totals'],
  operation: Counted,
  refund: RefundRow,
  { day, sign }: { day: string; sign: 1 | -1 },
): void {
  const commission = refund.fee_centavos + refund.iva_centavos + refund.affiliate_centavos
  for (const period of [day, day.slice(0, 7)]) {
    const of = [operation.rail, operation.card_brand || '-', operation.operator, 'refunded']
    const key = [operation.account_id, period, ...of].join(' ')
    tally.expect(key, sign, sign * refund.amount_centavos, sign * commission)
  }
}

/**
 * The possible states of a refund's transfer, by the refund's state. The refund follows the transfer, so it may be behind
 * but not ahead.
 */
const carriers: Record<RefundRow['state'], readonly TransferRow['state'][]> = {
  pending: ['pending', 'accepted', 'settled', 'rejected', 'returned', 'withheld', 'closed'],
  sent: ['accepted', 'settled', 'rejected', 'returned'],
  settled: ['settled', 'returned'],
  failed: ['rejected', 'closed'],
  returned: ['returned'],
  cancelled: ['rejected', 'returned', 'closed'],
}

function checkCarrier({ found }: Pick<Scan, 'found'>, refund: RefundRow, carrier: TransferRow | undefined): void {
  const { id, transfer_id: transferId, state, way } = refund
  if (transferId === null) {
    const needsNone = way === 'acquirer' || refund.waits_for !== '' || state === 'failed' || state === 'cancelled'
    if (!needsNone) found.add('refund-entries', { id, expected: 'a transfer that carries it', found: 'none' })
    return
  }
  const expected = `a transfer of ${formatAmount(refund.amount_centavos)} for it that is ${carriers[state].join(' or ')}`
  const shown =
    carrier === undefined
      ? 'none'
      : `${formatAmount(carrier.amount_centavos)} for ${carrier.refund_id ?? 'no refund'}, ${carrier.state}`
  // One that the bank had rejected may be settled, and returned, before its refund follows.
  const isCorrected = state === 'failed' && carrier?.rejected_at != null
  const isRight =
    carrier?.refund_id === id &&
    // A closed transfer is never sent, so its amount does not matter.
    (carrier.state === 'closed' || carrier.amount_centavos === refund.amount_centavos) &&
    (carriers[state].includes(carrier.state) || isCorrected) &&
    (state !== 'cancelled' || carrier.replaced_by === id)
  if (!isRight) found.add('refund-entries', { id, expected, found: shown })
}

async function scanReserve(given: Scan): Promise<void> {
  await eachPortion(given, { table: 'reserve_moves', limit: BATCH_SIZE }, async (rows) => {
    const keys = rows.flatMap(({ id, account_id }) => keysOf('reserve', id, account_id))
    const linesOf = Map.groupBy(await readPostings(given, keys), (row) => row.entry)
    for (const row of rows) {
      const name = `${row.id}:moved`
      const lines = linesOf.get(name)
      const entry = lines && { name, cause: row.id, lines }
      demand(given.found, 'refund-entries', name, entry, reserveMovedLines(row.amount_centavos), row.account_id)
    }
  })
}
