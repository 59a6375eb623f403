// What the journal says of payouts that cause its lines.
import type { CauseReader } from '../ledger/journal-causes.ts'
import { sameAccount } from '../store/same-account.ts'

export const payoutCausesOfLines: CauseReader = async (db, ids, accountId) => {
  const rows = await db
    .selectFrom('payouts')
    .leftJoin('transfers', sameAccount('transfers.id', 'payouts.transfer_id'))
    .select(['payouts.id', 'payouts.tracking_key', 'network_reference', 'payouts.created_at'])
    .where('payouts.account_id', '=', accountId)
    .where('payouts.id', 'in', ids)
    .execute()
  return rows.map(({ id, tracking_key, network_reference, created_at }) => [
    id,
    { operationId: null, trackingKey: tracking_key, networkReference: network_reference, of: created_at },
  ])
}
