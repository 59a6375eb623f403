// What the journal shows of a transfer that caused entries.
import type { CauseReader } from '../ledger/journal-causes.ts'
import { sameAccount } from '../store/same-account.ts'

export const transferCausesOfLines: CauseReader = async (db, ids, accountId) => {
  const rows = await db
    .selectFrom('transfers')
    .leftJoin('operations', sameAccount('operations.id', 'transfers.operation_id'))
    .select([
      'transfers.id',
      'operation_id',
      'tracking_key',
      'transfers.network_reference',
      'paid_at',
      'transfers.created_at',
    ])
    .where('transfers.account_id', '=', accountId)
    .where('transfers.id', 'in', ids)
    .execute()
  return rows.map(({ id, operation_id, tracking_key, network_reference, paid_at, created_at }) => [
    id,
    {
      operationId: operation_id,
      trackingKey: tracking_key,
      networkReference: network_reference,
      of: paid_at ?? created_at,
    },
  ])
}
