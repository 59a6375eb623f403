// Finds the records of a statement's days that no line of any statement has.
import { sql } from 'kysely'
import { firstIdAt, firstUuidAt } from '../core/ids.ts'
import type { MovementKind } from '../core/movement.ts'
import { answeredRails, type Rail, rails } from '../core/rail.ts'
import { addDays, type Day, dayEndAt, dayStartAt, dayStartMs, mexicoCityDay } from '../core/time.ts'
import type { Store } from '../store/store.ts'
import { unindexed } from '../store/unindexed.ts'
import type { StatementHeader } from './movement.ts'
import type { Scope } from './records.ts'

export interface Missing {
  kind: MovementKind
  rail: Rail
  /** The network's id. */
  movement: string
  /** The operation, received payment, refund or transfer. */
  causeId: string
  day: Day
  amountCentavos: number
}

const PORTION = 500
/** The most days between a record's creation and its banking day, which lies ahead over long weekends. */
const DAYS_AHEAD = 10
/** The most days between the request of a transfer and its settlement. */
const TRANSFER_DAYS = 45
/** The most days between the request of a refund to a card and its completion by the acquirer. */
const REFUND_DAYS = 45

/** Payments, then cards with their reversals and refunds, then transfers, each in the order of its ids; never more than a portion in memory. */
export async function* eachMissing(store: Store, scope: Scope, header: StatementHeader): AsyncGenerator<Missing> {
  yield* portions(firstIdAt('pay', startOf(header, DAYS_AHEAD)), (after) => payments(store, scope, header, after))
  for (const kind of ['payment', 'reversal'] as const) {
    yield* portions(firstUuidAt(startOf(header, DAYS_AHEAD)), (after) => cards(store, scope, header, kind, after))
  }
  yield* portions(firstIdAt('ref', startOf(header, REFUND_DAYS)), (after) => refunds(store, scope, header, after))
  yield* portions(firstIdAt('trf', startOf(header, TRANSFER_DAYS)), (after) => transfers(store, scope, header, after))
}

function startOf({ firstDay }: StatementHeader, daysBefore: number): number {
  return dayStartMs(addDays(firstDay, -daysBefore))
}

async function* portions(
  start: string,
  read: (after: string) => Promise<{ id: string; missing: Missing | undefined }[]>,
): AsyncGenerator<Missing> {
  for (let after: string | undefined = start; after !== undefined; ) {
    const rows: Awaited<ReturnType<typeof read>> = await read(after)
    for (const { missing } of rows) if (missing) yield missing
    after = rows.length < PORTION ? undefined : rows.at(-1)?.id
  }
}

/** True where no line has the record. The partial index is found by the equality. */
function inNoLine(id: string, kind: MovementKind) {
  return sql<boolean>`not exists (
    select 1 from statement_lines where statement_lines.cause_id = ${sql.ref(id)} and statement_lines.kind = ${sql.lit(kind)}
  )`
}

async function payments({ db }: Store, scope: Scope, { firstDay, lastDay }: StatementHeader, after: string) {
  let query = db
    .selectFrom('payments_received')
    .select(['id', 'rail', 'network_transaction', 'operation_day', 'amount_centavos'])
    .where('id', '>', after)
    .where('network', '=', scope.network)
    .where('operation_day', '>=', firstDay)
    .where('operation_day', '<=', lastDay)
    // A transfer of ours that came back is in the statement as `return`, not as `payment`.
    .where('outcome', '<>', 'taken-back')
    // A payment that an operator closed as never received is correctly in no statement.
    .where('outcome', '<>', 'never-received')
    .where(inNoLine('payments_received.id', 'payment'))
  if (scope.accountId !== undefined) query = query.where(unindexed('account_id'), '=', scope.accountId)
  const rows = await query.orderBy('id').limit(PORTION).execute()
  return rows.map((row) => ({
    id: row.id,
    missing: {
      kind: 'payment' as const,
      rail: row.rail,
      movement: row.network_transaction,
      causeId: row.id,
      day: row.operation_day,
      amountCentavos: row.amount_centavos,
    },
  }))
}

/** A reversed payment is not missing when no statement has its payment or its reversal: the acquirer cleared neither of them. */
async function cards(
  { db }: Store,
  scope: Scope,
  { firstDay, lastDay }: StatementHeader,
  kind: 'payment' | 'reversal',
  after: string,
) {
  const at = kind === 'payment' ? 'paid_at' : 'status_at'
  const other = kind === 'payment' ? 'reversal' : 'payment'
  let query = db
    .selectFrom('operations')
    .select(['id', 'rail', 'network_reference', 'paid_at', 'status_at', 'total_centavos'])
    .where('id', '>', after)
    .where('rail', 'in', answeredRails)
    .where('network', '=', scope.network)
    .where('paid_at', 'is not', null)
    .where(at, '>=', dayStartAt(firstDay))
    .where(at, '<=', dayEndAt(lastDay))
    .where(inNoLine('operations.id', kind))
    .where((eb) => {
      const isTold = eb.not(inNoLine('operations.id', other))
      const isReversed = eb.and([eb('status', '=', 'cancelled'), isTold])
      return kind === 'reversal' ? isReversed : eb.or([eb('status', '=', 'paid'), isReversed])
    })
  if (scope.accountId !== undefined) query = query.where(unindexed('account_id'), '=', scope.accountId)
  const rows = await query.orderBy('id').limit(PORTION).execute()
  return rows.map((row) => ({
    id: row.id,
    missing: {
      kind,
      rail: row.rail,
      movement: row.network_reference ?? '',
      causeId: row.id,
      day: mexicoCityDay(kind === 'payment' ? (row.paid_at ?? row.status_at) : row.status_at),
      amountCentavos: row.total_centavos,
    },
  }))
}

async function refunds({ db }: Store, scope: Scope, { firstDay, lastDay }: StatementHeader, after: string) {
  let query = db
    .selectFrom('refunds')
    .innerJoin('operations', 'operations.id', 'refunds.operation_id')
    .select(['refunds.id', 'refunds.rail', 'refunds.amount_centavos', 'refunds.settled_at'])
    .where('refunds.id', '>', after)
    .where('refunds.way', '=', 'acquirer')
    .where('operations.network', '=', scope.network)
    .where('refunds.settled_at', '>=', dayStartAt(firstDay))
    .where('refunds.settled_at', '<=', dayEndAt(lastDay))
    .where(inNoLine('refunds.id', 'reversal'))
  if (scope.accountId !== undefined) query = query.where(unindexed('refunds.account_id'), '=', scope.accountId)
  const rows = await query.orderBy('refunds.id').limit(PORTION).execute()
  return rows.map((row) => ({
    id: row.id,
    missing: {
      kind: 'reversal' as const,
      rail: row.rail,
      movement: row.id,
      causeId: row.id,
      day: mexicoCityDay(row.settled_at ?? ''),
      amountCentavos: row.amount_centavos,
    },
  }))
}

async function transfers({ db }: Store, scope: Scope, { firstDay, lastDay }: StatementHeader, after: string) {
  let query = db
    .selectFrom('transfers')
    .select(['id', 'rail', 'tracking_key', 'amount_centavos', 'settled_at'])
    .where('id', '>', after)
    .where('network', '=', scope.network)
    .where('state', '=', 'settled')
    // A banking day begins on the calendar's days before it.
    .where('settled_at', '>=', dayStartAt(addDays(firstDay, -DAYS_AHEAD)))
    .where('settled_at', '<=', dayEndAt(lastDay))
    .where(inNoLine('transfers.id', 'transfer-out'))
  if (scope.accountId !== undefined) query = query.where(unindexed('account_id'), '=', scope.accountId)
  const rows = await query.orderBy('id').limit(PORTION).execute()
  return rows.map((row) => {
    const at = row.settled_at ?? ''
    const { dayOf, transferName } = rails[row.rail]
    const day = dayOf(at)
    const missing = {
      kind: 'transfer-out' as const,
      rail: row.rail,
      movement: row[transferName],
      causeId: row.id,
      day,
      amountCentavos: row.amount_centavos,
    }
    return { id: row.id, missing: day >= firstDay && day <= lastDay ? missing : undefined }
  })
}
