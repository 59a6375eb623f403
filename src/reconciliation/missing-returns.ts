// Finds the movements of transfers that came back, out and back, that no line of any statement has.
import { sql } from 'kysely'
import { firstIdAt } from '../core/ids.ts'
import { isKindOf, rails } from '../core/rail.ts'
import { dayInRow } from '../core/time.ts'
import { across } from '../store/across.ts'
import { sameAccount } from '../store/same-account.ts'
import type { Store } from '../store/store.ts'
import { unindexed } from '../store/unindexed.ts'
import { BATCH_SIZE, isAfter, type Missing, type Place } from './missing-portions.ts'
import type { StatementHeader } from './movement.ts'
import type { Scope } from './scope.ts'

/**
 * A return is known by a report of the network, or by a deposit under the transfer's tracking key: one that no statement has may be false, and the
 * money would be sent again. A transfer that never settled, of which no line has any movement, did not go out.
 */
export async function* eachMissingReturn(
  store: Store,
  scope: Scope,
  header: StatementHeader,
  from: { createdMs: number; since: Place },
): AsyncGenerator<Missing> {
  const each = (rows: Missing[]) => rows.filter(({ day }) => day >= header.firstDay && day <= header.lastDay)
  // What came back on these days may have been reported later, so there is no last instant.
  for await (const one of all(from.since, (after) => returned(store, scope, after))) yield* each(one)
  for await (const one of all(firstIdAt('pay', from.createdMs), (after) => deposited(store, scope, after)))
    yield* each(one)
}

async function* all<P>(start: P, read: (after: P) => Promise<{ place: P; missing: Missing[] }[]>) {
  for (let after: P | undefined = start; after !== undefined; ) {
    const rows: { place: P; missing: Missing[] }[] = await read(after)
    for (const { missing } of rows) yield missing
    after = rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.place
  }
}

/** Whether a line has the transfer going out, and whether one has it coming back: as a return, or as a deposit. */
const isOut = sql<number>`case when exists (select 1 from statement_lines
  where statement_lines.cause_id = transfers.id and statement_lines.kind = 'transfer-out'
    and statement_lines.superseded_at is null) then 1 else 0 end`.as('is_out')
const isBack = sql<number>`case when exists (select 1 from statement_lines
  where statement_lines.returned_transfer = transfers.id
    and statement_lines.superseded_at is null) then 1 else 0 end`.as('is_back')

const transferColumns = [
  'transfers.id',
  'transfers.rail',
  'transfers.tracking_key',
  'transfers.amount_centavos',
  'transfers.settled_at',
  'transfers.state_at',
  'transfers.network_at',
] as const

async function returned({ db }: Store, scope: Scope, after: Place) {
  let query = db
    .selectFrom('transfers')
    .select([...transferColumns, isOut, isBack])
    .where('state', '=', sql.lit('returned' as const))
    .where(isAfter(after, 'state_at', 'id'))
    .where(unindexed('network'), '=', scope.network)
  if (scope.accountId !== undefined) query = query.where(unindexed('account_id'), '=', scope.accountId)
  const rows = await query.orderBy('state_at').orderBy('id').limit(BATCH_SIZE).modifyEnd(across('networks')).execute()
  return rows.map((row) => ({
    place: { at: row.state_at, id: row.id },
    missing: movementsOf(row, dayInRow(row.network_at ?? row.state_at, rails[row.rail].dayOf)),
  }))
}

/** A transfer that was replaced stays rejected, although a deposit brought its money back. */
async function deposited({ db }: Store, scope: Scope, after: string) {
  let query = db
    .selectFrom('payments_received')
    .innerJoin('transfers', sameAccount('transfers.tracking_key', 'payments_received.network_transaction'))
    .select([...transferColumns, isOut, isBack, 'payments_received.id as payment', 'operation_day'])
    .where('payments_received.id', '>', after)
    .where('payments_received.network', '=', scope.network)
    .where('payments_received.outcome', '=', sql.lit('taken-back' as const))
    .where(sql.ref<string>('transfers.network'), '=', scope.network)
    .where(sql.ref<string>('transfers.state'), '<>', 'returned')
  if (scope.accountId !== undefined) query = query.where(unindexed('transfers.account_id'), '=', scope.accountId)
  const rows = await query.orderBy('payments_received.id').limit(BATCH_SIZE).modifyEnd(across('networks')).execute()
  return rows.map((row) => ({ place: row.payment, missing: movementsOf({ ...row, was: true }, row.operation_day) }))
}

interface CameBack {
  id: string
  rail: keyof typeof rails
  tracking_key: string
  amount_centavos: number
  settled_at: string | null
  state_at: string
  network_at: string | null
  is_out: number
  is_back: number
  /** A deposit brought it back. */
  was?: boolean
}

function movementsOf(row: CameBack, backDay: string): Missing[] {
  const { dayOf, transferName } = rails[row.rail]
  const isSure = row.settled_at !== null || row.was === true
  const one = { rail: row.rail, movement: row[transferName], causeId: row.id, amountCentavos: row.amount_centavos }
  const outDay = dayInRow(row.settled_at ?? row.network_at ?? row.state_at, dayOf)
  const missing: Missing[] = []
  if (row.is_out === 0 && (isSure || row.is_back === 1)) missing.push({ ...one, kind: 'transfer-out', day: outDay })
  if (row.is_back === 0 && (isSure || row.is_out === 1) && isKindOf('return', row.rail))
    missing.push({ ...one, kind: 'return', day: backDay })
  return missing
}
