// What the journal says of refunds that cause its lines.
import type { CauseReader } from '../ledger/journal-causes.ts'
import { sameAccount } from '../store/same-account.ts'

export const refundCausesOfLines: CauseReader = async (db, ids, accountId) => {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('operations', sameAccount('operations.id', 'refunds.operation_id'))
    .leftJoin('transfers', sameAccount('transfers.id', 'refunds.transfer_id'))
    .select(['refunds.id', 'refunds.operation_id', 'tracking_key', 'transfers.network_reference', 'paid_at'])
    .where('refunds.account_id', '=', accountId)
    .where('refunds.id', 'in', ids)
    .execute()
  return rows.map(({ id, operation_id, tracking_key, network_reference, paid_at }) => [
    id,
    { operationId: operation_id, trackingKey: tracking_key, networkReference: network_reference, of: paid_at },
  ])
}
