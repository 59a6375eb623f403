// Reads the reversed operations that cause transfers.
import { refundedRails } from '../core/rail.ts'
import { leftKeys, leftNames, readBooked } from '../transfers/booked.ts'
import type { CauseReader, FoundCauses } from '../transfers/read-causes.ts'
import { type Cause, trackingKeyOf } from '../transfers/transfer-causes.ts'
import { laterPayer, payerClabe } from './payer.ts'

/**
 * One transfer returns the money of a reversed operation. If there are several, one that is no longer pending takes
 * precedence, else the oldest.
 */
export const reversalCauses: CauseReader = async (db, transfers) => {
  if (transfers.length === 0) return []
  const operationIds = transfers.map((transfer) => transfer.operation_id ?? '')
  const [operations, payments, refunds] = await Promise.all([
    db
      .selectFrom('operations')
      .select(['id', 'account_id', 'total_centavos', 'network', 'rail'])
      .where('id', 'in', operationIds)
      .where('rail', 'in', refundedRails)
      .where('status', '=', 'cancelled')
      .execute(),
    db
      .selectFrom('payments_received')
      .leftJoin('received_details', laterPayer)
      .select(['operation_id', payerClabe('payer_clabe')])
      .where('operation_id', 'in', operationIds)
      .where('outcome', 'in', ['matched', 'accepted'])
      .execute(),
    db
      .selectFrom('transfers')
      .select(['id', 'account_id', 'operation_id', 'state'])
      .where('operation_id', 'in', operationIds)
      .where('kind', '=', 'refund')
      .where('refund_id', 'is', null)
      .where('replaces', 'is', null)
      .execute(),
  ])
  const booked = await readBooked(db, [
    ...operations.map(({ id, account_id: accountId }) => ({ accountId, entry: `${id}:reversed` as const })),
    ...[...transfers, ...refunds].flatMap(leftKeys),
  ])
  return transfers.flatMap((transfer): FoundCauses => {
    const operation = operations.find(({ id }) => id === transfer.operation_id)
    const payment = payments.find(({ operation_id }) => operation_id === transfer.operation_id)
    if (operation === undefined || !payment?.payer_clabe) return []
    const ofIt = refunds.filter((one) => one.operation_id === operation.id)
    const others = ofIt.filter(({ id, state }) => id !== transfer.id && state !== 'withheld' && state !== 'closed')
    const isFirst = (one: { id: string; state: string }) => one.state !== 'pending' || one.id < transfer.id
    const isWrittenOff = ofIt.some(({ id }) => booked.has(`${id}:written-off`))
    const cause: Cause = {
      account_id: operation.account_id,
      operation_id: operation.id,
      destination: payment.payer_clabe,
      amount_centavos: operation.total_centavos,
      tracking_key: trackingKeyOf(transfer.id),
      network: operation.network,
      rail: operation.rail,
      till: null,
      deposit: null,
      bookedCentavos: booked.owed(`${operation.id}:reversed`, operation.account_id),
      isFinished: transfer.replaced_by !== null || isWrittenOff || leftNames(transfer.id).some(booked.has),
      isRepeated: (transfer.state === 'pending' || transfer.state === 'closed') && others.some(isFirst),
      isUntimely: false,
    }
    return [[transfer.id, cause]]
  })
}
