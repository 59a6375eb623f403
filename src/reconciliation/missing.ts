// Finds the records of a statement's days that no line of any statement has.
import { sql } from 'kysely'
import { firstIdAt, firstUuidAt } from '../core/ids.ts'
import { answeredRails, rails } from '../core/rail.ts'
import { addDays, dayEndAt, dayInRow, dayStartAt, dayStartMs } from '../core/time.ts'
import { across } from '../store/across.ts'
import { sameAccount } from '../store/same-account.ts'
import type { Store } from '../store/store.ts'
import { unindexed } from '../store/unindexed.ts'
import { missingChargebacks } from './missing-chargebacks.ts'
import { BATCH_SIZE, inNoLine, isAfter, type Missing, type Place, portions } from './missing-portions.ts'
import { eachMissingReturn } from './missing-returns.ts'
import { eachMissingSettlement } from './missing-settlements.ts'
import type { StatementHeader } from './movement.ts'
import type { Scope } from './scope.ts'

/** The most days between a record's creation and its banking day, which lies ahead over long weekends. */
const DAYS_AHEAD = 10

/**
 * Payments in the order of their ids, those of cards second; then what may happen long after its record was created, in the order of its
 * instants: reversals, refunds, chargebacks and transfers; then settlements. Never more than a portion is in memory. `banks`: the networks
 * whose statements are of our account at a bank.
 */
export async function* eachMissing(
  store: Store,
  scope: Scope,
  { header, banks }: { header: StatementHeader; banks: readonly string[] },
): AsyncGenerator<Missing> {
  const createdMs = dayStartMs(addDays(header.firstDay, -DAYS_AHEAD))
  yield* portions(firstIdAt('pay', createdMs), (after) => payments(store, scope, header, after))
  yield* portions(firstUuidAt(createdMs), (after) => cards(store, scope, header, after))
  const first = { at: dayStartAt(header.firstDay), id: '' }
  yield* portions(first, (after) => reversals(store, scope, header, after))
  yield* portions(first, (after) => refunds(store, scope, header, after))
  yield* portions(first, (after) => missingChargebacks(store, scope, header, after))
  // A banking day begins on the calendar's days before it.
  const banking = { at: dayStartAt(addDays(header.firstDay, -DAYS_AHEAD)), id: '' }
  yield* portions(banking, (after) => transfers(store, scope, header, after))
  yield* eachMissingReturn(store, scope, header, { createdMs, since: banking })
  yield* eachMissingSettlement(store, scope, { header, banks })
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
    // A deposit that its bank sent back at our answer is in none either.
    .where('outcome', '<>', 'refused')
    .where(inNoLine('payments_received.id', 'payment'))
  if (scope.accountId !== undefined) query = query.where(unindexed('account_id'), '=', scope.accountId)
  const rows = await query.orderBy('id').limit(BATCH_SIZE).modifyEnd(across('networks')).execute()
  return rows.map((row) => ({
    place: row.id,
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
async function cards({ db }: Store, scope: Scope, { firstDay, lastDay }: StatementHeader, after: string) {
  let query = db
    .selectFrom('operations')
    .select(['id', 'rail', 'network_reference', 'paid_at', 'total_centavos'])
    .where('id', '>', after)
    .where('rail', 'in', answeredRails)
    .where('network', '=', scope.network)
    .where('paid_at', '>=', dayStartAt(firstDay))
    .where('paid_at', '<=', dayEndAt(lastDay))
    .where(inNoLine('operations.id', 'payment'))
    .where((eb) =>
      eb.or([
        eb('status', '=', 'paid'),
        eb.and([eb('status', '=', 'cancelled'), eb.not(inNoLine('operations.id', 'reversal'))]),
      ]),
    )
  if (scope.accountId !== undefined) query = query.where(unindexed('account_id'), '=', scope.accountId)
  const rows = await query.orderBy('id').limit(BATCH_SIZE).modifyEnd(across('networks')).execute()
  return rows.map((row) => ({
    place: row.id,
    missing: {
      kind: 'payment' as const,
      rail: row.rail,
      movement: row.network_reference ?? '',
      causeId: row.id,
      day: dayInRow(row.paid_at ?? ''),
      amountCentavos: row.total_centavos,
    },
  }))
}

async function reversals({ db }: Store, scope: Scope, { lastDay }: StatementHeader, after: Place) {
  let query = db
    .selectFrom('operations')
    .select(['id', 'rail', 'network_reference', 'status_at', 'total_centavos'])
    .where('status', '=', sql.lit('cancelled' as const))
    .where('paid_at', 'is not', null)
    .where(isAfter(after, 'status_at', 'id'))
    .where('status_at', '<=', dayEndAt(lastDay))
    .where(unindexed('rail'), 'in', answeredRails)
    .where(unindexed('network'), '=', scope.network)
    .where(inNoLine('operations.id', 'reversal'))
    .where((eb) => eb.not(inNoLine('operations.id', 'payment')))
  if (scope.accountId !== undefined) query = query.where(unindexed('account_id'), '=', scope.accountId)
  const rows = await query.orderBy('status_at').orderBy('id').limit(BATCH_SIZE).modifyEnd(across('networks')).execute()
  return rows.map((row) => ({
    place: { at: row.status_at, id: row.id },
    missing: {
      kind: 'reversal' as const,
      rail: row.rail,
      movement: row.network_reference ?? '',
      causeId: row.id,
      day: dayInRow(row.status_at),
      amountCentavos: row.total_centavos,
    },
  }))
}

async function refunds({ db }: Store, scope: Scope, { lastDay }: StatementHeader, after: Place) {
  let query = db
    .selectFrom('refunds')
    .innerJoin('operations', sameAccount('operations.id', 'refunds.operation_id'))
    .select(['refunds.id', 'refunds.rail', 'refunds.amount_centavos', 'refunds.settled_at'])
    .where('refunds.way', '=', sql.lit('acquirer' as const))
    .where(isAfter(after, 'refunds.settled_at', 'refunds.id'))
    .where('refunds.settled_at', '<=', dayEndAt(lastDay))
    .where(unindexed('operations.network'), '=', scope.network)
    .where(inNoLine('refunds.id', 'reversal'))
  if (scope.accountId !== undefined) query = query.where(unindexed('refunds.account_id'), '=', scope.accountId)
  const rows = await query
    .orderBy('refunds.settled_at')
    .orderBy('refunds.id')
    .limit(BATCH_SIZE)
    .modifyEnd(across('networks'))
    .execute()
  return rows.map((row) => ({
    place: { at: row.settled_at ?? '', id: row.id },
    missing: {
      kind: 'reversal' as const,
      rail: row.rail,
      movement: row.id,
      causeId: row.id,
      day: dayInRow(row.settled_at ?? ''),
      amountCentavos: row.amount_centavos,
    },
  }))
}

async function transfers({ db }: Store, scope: Scope, { firstDay, lastDay }: StatementHeader, after: Place) {
  let query = db
    .selectFrom('transfers')
    .select(['id', 'rail', 'tracking_key', 'amount_centavos', 'settled_at'])
    .where('state', '=', sql.lit('settled' as const))
    .where(isAfter(after, 'settled_at', 'id'))
    .where('settled_at', '<=', dayEndAt(lastDay))
    .where('network', '=', scope.network)
    .where(inNoLine('transfers.id', 'transfer-out'))
  if (scope.accountId !== undefined) query = query.where(unindexed('account_id'), '=', scope.accountId)
  const rows = await query.orderBy('settled_at').orderBy('id').limit(BATCH_SIZE).modifyEnd(across('networks')).execute()
  return rows.map((row) => {
    const at = row.settled_at ?? ''
    const { dayOf, transferName } = rails[row.rail]
    const day = dayInRow(at, dayOf)
    const missing = {
      kind: 'transfer-out' as const,
      rail: row.rail,
      movement: row[transferName],
      causeId: row.id,
      day,
      amountCentavos: row.amount_centavos,
    }
    return { place: { at, id: row.id }, missing: day >= firstDay && day <= lastDay ? missing : undefined }
  })
}
