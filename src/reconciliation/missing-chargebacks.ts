// Finds the chargebacks of decided disputes, and their reversals, that no line of any statement has.
import { sql } from 'kysely'
import { type DisputeStage, disputeStageNames, disputeStages } from '../core/dispute.ts'
import { dayEndAt, dayInRow } from '../core/time.ts'
import { across } from '../store/across.ts'
import { sameAccount } from '../store/same-account.ts'
import type { Store } from '../store/store.ts'
import { unindexed } from '../store/unindexed.ts'
import { BATCH_SIZE, inNoLine, isAfter, type Place, type Read } from './missing-portions.ts'
import type { StatementHeader } from './movement.ts'
import type { Scope } from './scope.ts'

const stages: DisputeStage[] = disputeStageNames.filter((stage) => disputeStages[stage].takesMoney)

/**
 * A lost dispute has a chargeback. A won one has both movements or none: an acquirer may wait with the money until the dispute is decided.
 * One that is not decided yet has nothing to miss.
 */
export async function missingChargebacks(
  { db }: Store,
  scope: Scope,
  { lastDay }: StatementHeader,
  after: Place,
): Promise<Read<Place>[]> {
  const [noChargeback, noReversal] = [
    inNoLine('disputes.id', 'chargeback'),
    inNoLine('disputes.id', 'chargeback-reversal'),
  ]
  let query = db
    .selectFrom('disputes')
    .innerJoin('operations', sameAccount('operations.id', 'disputes.operation_id'))
    .select([
      'disputes.id',
      'operations.rail',
      'network_dispute',
      'disputes.state',
      'disputes.state_at',
      'disputes.opened_at',
      'disputes.amount_centavos',
      sql<number>`case when ${noChargeback} then 1 else 0 end`.as('lacks_chargeback'),
    ])
    .where('disputes.state', 'in', sql<never>`('won', 'lost', 'accepted')`)
    .where(isAfter(after, 'disputes.state_at', 'disputes.id'))
    .where('disputes.state_at', '<=', dayEndAt(lastDay))
    .where(unindexed('disputes.stage'), 'in', stages)
    .where(unindexed('disputes.network'), '=', scope.network)
    .where((eb) =>
      eb.or([
        eb.and([eb('disputes.state', '<>', 'won'), noChargeback]),
        eb.and([eb('disputes.state', '=', 'won'), noChargeback, eb.not(noReversal)]),
        eb.and([eb('disputes.state', '=', 'won'), noReversal, eb.not(noChargeback)]),
      ]),
    )
  if (scope.accountId !== undefined) query = query.where(unindexed('disputes.account_id'), '=', scope.accountId)
  const rows = await query
    .orderBy('disputes.state_at')
    .orderBy('disputes.id')
    .limit(BATCH_SIZE)
    .modifyEnd(across('networks'))
    .execute()
  return rows.map((row) => ({
    place: { at: row.state_at, id: row.id },
    missing: {
      kind: row.lacks_chargeback === 1 ? ('chargeback' as const) : ('chargeback-reversal' as const),
      rail: row.rail,
      movement: row.network_dispute,
      causeId: row.id,
      day: dayInRow(row.state === 'won' && row.lacks_chargeback === 1 ? row.opened_at : row.state_at),
      amountCentavos: row.amount_centavos,
    },
  }))
}
