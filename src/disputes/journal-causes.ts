// What the journal says of disputes that cause its lines.
import type { CauseReader } from '../ledger/journal-causes.ts'
import { sameAccount } from '../store/same-account.ts'

export const disputeCausesOfLines: CauseReader = async (db, ids, accountId) => {
  const rows = await db
    .selectFrom('disputes')
    .innerJoin('operations', sameAccount('operations.id', 'disputes.operation_id'))
    .select(['disputes.id', 'operation_id', 'network_dispute', 'paid_at'])
    .where('disputes.account_id', '=', accountId)
    .where('disputes.id', 'in', ids)
    .execute()
  return rows.map(({ id, operation_id, network_dispute, paid_at }) => [
    id,
    { operationId: operation_id, trackingKey: null, networkReference: network_dispute, of: paid_at },
  ])
}
