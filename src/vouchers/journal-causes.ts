// What the journal says of received payments that cause its lines.
import { hasTrackingKey } from '../core/rail.ts'
import type { CauseReader } from '../ledger/journal-causes.ts'
import { UNMATCHED_ACCOUNT } from '../ledger/owner.ts'
import { NO_ACCOUNT } from '../store/no-account.ts'

export const paymentCausesOfLines: CauseReader = async (db, ids, accountId) => {
  const rows = await db
    .selectFrom('payments_received')
    .select(['id', 'operation_id', 'rail', 'network_transaction', 'paid_at'])
    .where('account_id', '=', accountId === UNMATCHED_ACCOUNT ? NO_ACCOUNT : accountId)
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id, operation_id, rail, network_transaction, paid_at }) => [
    id,
    {
      operationId: operation_id,
      trackingKey: hasTrackingKey(rail) ? network_transaction : null,
      networkReference: hasTrackingKey(rail) ? null : network_transaction,
      of: paid_at,
    },
  ])
}
