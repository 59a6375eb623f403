// What an audit checks of refunds and moves of the reserve: their entries, operations and transfers.
import { expectCharged, monthlyFees } from '../accounts/fees/audit.ts'
import { chargedByRefund } from '../accounts/fees/charged.ts'
import type { Count, Invariant } from '../audit/invariant.ts'
import { eachPortion } from '../audit/portions.ts'
import { BATCH_SIZE, type Scan } from '../audit/scan.ts'
import { type Bilingual, filled, joined } from '../core/language/bilingual.ts'
import { formatAmount } from '../core/money.ts'
import { demand, type PostedEntry, readPostings } from '../ledger/audit-entries.ts'
import { postersIn } from '../ledger/audit-posters.ts'
import { entryNames, keysOf } from '../ledger/entry-name.ts'
import type { Line } from '../ledger/postings.ts'
import type { PostingRow } from '../ledger/tables.ts'
import type { AuditBeside } from '../operations/audit/beside.ts'
import { postedTotals } from '../operations/audit/invariants.ts'
import { countPosted } from '../operations/audit/totals.ts'
import type { OperationRow } from '../operations/tables.ts'
import { columns } from '../store/columns.ts'
import { returns } from '../transfers/audit/invariants.ts'
import type { TransferRow } from '../transfers/tables.ts'
import { refundCancelledLines, refundLines, refundSentLines, reserveMovedLines, reserveUsedLines } from './entries.ts'
import type { RefundRow } from './tables.ts'

const refundsCounted: Invariant = {
  name: 'refunds',
  meaning: [
    'Lo que las operaciones dicen de sus devoluciones es lo que resulta de contarlas: devuelto, entregado, fallido; solo se devuelve lo pagado',
    'What operations say of their refunds equals a recount of these: refunded, settled, failed; only what was paid is refunded',
  ],
  compares: 3,
}

const refundEntries: Invariant = {
  name: 'refund-entries',
  meaning: [
    'Cada devolución tiene los asientos de su estado, renglón por renglón, y la transferencia que la lleva; cada movimiento de la reserva, su asiento',
    'Every refund has the entries of its state, to the line, and the transfer that carries it; every move of the reserve its entry',
  ],
}

const refundsRead: Count = { name: 'refunds', words: ['devoluciones', 'refunds'] }

export const refundsAudit = {
  invariants: [refundsCounted, refundEntries],
  counts: [refundsRead],
  scan: async (scan) => {
    await scanRefunds(scan)
    await scanReserve(scan)
  },
  ofOperation: checkRefunded,
  posters: { refund: postersIn('refund', 'refunds'), reserve: postersIn('reserve', 'reserve_moves') },
} as const satisfies AuditBeside

const texts = {
  none: ['nada', 'none'],
  operation: ['una operación, {} de {}', 'an operation, {} of {}'],
  of: ['{} de {}', '{} of {}'],
  and: ['{} y {}', '{} and {}'],
  or: [' o ', ' or '],
  atMost: ['a lo más {} devueltos o en aclaración', 'at most {} refunded or disputed'],
  nothing: ['nada devuelto ni en aclaración', 'nothing refunded or disputed'],
  carrier: ['una transferencia que la lleva', 'a transfer that carries it'],
  carrierOf: ['una transferencia de {} para ella que está {}', 'a transfer of {} for it that is {}'],
  carried: ['{} para {}, {}', '{} for {}, {}'],
  noRefund: ['ninguna devolución', 'no refund'],
} as const satisfies Record<string, Bilingual>

/**
 * Only a paid operation is refunded or disputed, at most by its total. What it says of its refunds is counted, to be compared
 * with these.
 */
function checkRefunded({ found, tally }: Scan): ReturnType<NonNullable<AuditBeside['ofOperation']>> {
  const counts = tally(refundsCounted)
  return (operation) => {
    const { id, status, total_centavos: total } = operation
    const { refunded_centavos: refunded, disputed_centavos: disputed } = operation
    const { refunds_settled_centavos: settled, refunds_failed_centavos: failed } = operation
    const taken = refunded + disputed
    if (refunded < 0 || disputed < 0 || taken > total || (taken > 0 && status !== 'paid')) {
      const expected = status === 'paid' ? filled(texts.atMost, formatAmount(total)) : texts.nothing
      found(refundsCounted, { id, expected, found: filled(texts.and, formatAmount(refunded), formatAmount(disputed)) })
    }
    if (refunded !== 0 || settled !== 0 || failed !== 0) counts.find(id, refunded, settled, failed)
  }
}

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

async function scanRefunds(scan: Scan): Promise<void> {
  await eachPortion(scan, { table: 'refunds', limit: BATCH_SIZE / 4 }, async (rows) => {
    await checkPortion(scan, rows)
    scan.read(refundsRead, rows.length)
  })
}

async function checkPortion(scan: Scan, rows: RefundRow[]): Promise<void> {
  const { db } = scan.snapshot
  const keys = rows.flatMap(({ id, account_id }) => keysOf('refund', id, account_id))
  const [postings, operations, transfers] = await Promise.all([
    readPostings(scan, keys),
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
    checkRefund(scan, row, { linesOf, operation: operationOf.get(row.operation_id), carrier })
  }
}

function checkRefund(
  scan: Scan,
  refund: RefundRow,
  there: {
    linesOf: Map<string, PostingRow[]>
    operation: Counted | undefined
    carrier: TransferRow | undefined
  },
): void {
  const { id, account_id: accountId, amount_centavos: amount, state } = refund
  const { operation, carrier } = there
  if (operation === undefined || operation.account_id !== accountId || operation.rail !== refund.rail) {
    scan.found(refundEntries, {
      id,
      expected: filled(texts.operation, refund.rail, accountId),
      found: operation === undefined ? texts.none : filled(texts.of, operation.rail, operation.account_id),
    })
    return
  }
  const [refunded, settled, failed] = counted[state]
  if (refunded > 0) scan.tally(refundsCounted).expect(refund.operation_id, amount, settled * amount, failed * amount)

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
    const posted = there.linesOf.get(name)
    const entry: PostedEntry | undefined = posted && { name, cause: id, lines: posted }
    demand(scan, refundEntries, { id: name, entry, lines: lines[what], accountId })
    const day = posted?.[0]?.day
    if (day !== undefined && (what === 'booked' || what === 'cancelled')) {
      const sign = what === 'booked' ? 1 : -1
      const commission = refund.fee_centavos + refund.iva_centavos + refund.affiliate_centavos
      const numbers = [sign, sign * amount, sign * commission]
      countPosted(scan.tally(postedTotals), operation, { day, as: 'refunded' }, numbers)
      expectCharged(scan.tally(monthlyFees), accountId, day, chargedByRefund(refund, sign))
    }
  }
  // The first transfer of the refund; the chain of retries has the later ones.
  if (refund.transfer_id !== null) scan.tally(returns).expect(id, 1, amount)
  checkCarrier(scan, refund, carrier)
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

function checkCarrier({ found }: Scan, refund: RefundRow, carrier: TransferRow | undefined): void {
  const { id, transfer_id: transferId, state, way } = refund
  if (transferId === null) {
    const needsNone = way === 'acquirer' || refund.waits_for !== '' || state === 'failed' || state === 'cancelled'
    if (!needsNone) found(refundEntries, { id, expected: texts.carrier, found: texts.none })
    return
  }
  // One that the bank had rejected may be settled, and returned, before its refund follows.
  const isCorrected = state === 'failed' && carrier?.rejected_at != null
  const isRight =
    carrier?.refund_id === id &&
    // A closed transfer is never sent, so its amount does not matter.
    (carrier.state === 'closed' || carrier.amount_centavos === refund.amount_centavos) &&
    (carriers[state].includes(carrier.state) || isCorrected) &&
    (state !== 'cancelled' || carrier.replaced_by === id)
  if (isRight) return
  found(refundEntries, {
    id,
    expected: filled(texts.carrierOf, formatAmount(refund.amount_centavos), joined(carriers[state], texts.or)),
    found:
      carrier === undefined
        ? texts.none
        : filled(
            texts.carried,
            formatAmount(carrier.amount_centavos),
            carrier.refund_id ?? texts.noRefund,
            carrier.state,
          ),
  })
}

async function scanReserve(scan: Scan): Promise<void> {
  await eachPortion(scan, { table: 'reserve_moves', limit: BATCH_SIZE }, async (rows) => {
    const keys = rows.flatMap(({ id, account_id }) => keysOf('reserve', id, account_id))
    const linesOf = Map.groupBy(await readPostings(scan, keys), (row) => row.entry)
    for (const row of rows) {
      const name = `${row.id}:moved`
      const lines = linesOf.get(name)
      const entry = lines && { name, cause: row.id, lines }
      demand(scan, refundEntries, {
        id: name,
        entry,
        lines: reserveMovedLines(row.amount_centavos),
        accountId: row.account_id,
      })
    }
  })
}
