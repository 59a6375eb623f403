// What the journal says of operations that cause its lines.
import { hasTrackingKey, isReported } from '../core/rail.ts'
import type { CauseReader } from '../ledger/journal-causes.ts'

export const operationCausesOfLines: CauseReader = async (db, ids, accountId) => {
  const [operations, received] = await Promise.all([
    db
      .selectFrom('operations')
      .select(['id', 'rail', 'network_reference', 'paid_at'])
      .where('account_id', '=', accountId)
      .where('id', 'in', ids)
      .execute(),
    db
      .selectFrom('payments_received')
      .select(['operation_id', 'rail', 'network_transaction'])
      .where('account_id', '=', accountId)
      .where('operation_id', 'in', ids)
      .where('outcome', 'in', ['matched', 'accepted'])
      .execute(),
  ])
  return operations.map(({ id, rail, network_reference, paid_at }) => {
    const payment = received.find((one) => one.operation_id === id)
    return [
      id,
      {
        operationId: id,
        trackingKey: payment && hasTrackingKey(payment.rail) ? payment.network_transaction : null,
        networkReference: isReported(rail)
          ? payment && !hasTrackingKey(payment.rail)
            ? payment.network_transaction
            : null
          : network_reference,
        of: paid_at,
      },
    ]
  })
}
