// Reads the refunds that cause transfers.
import { isReported, PAYOUT_RAIL, railNames, rails } from '../core/rail.ts'
import { NO_ACCOUNT } from '../store/no-account.ts'
import { leftKeys, leftNames, readBooked } from '../transfers/booked.ts'
import type { CauseReader, FoundCauses } from '../transfers/read-causes.ts'
import type { TransferRow } from '../transfers/tables.ts'
import { type Cause, trackingKeyOf, transferIdOf } from '../transfers/transfer-causes.ts'

/**
 * The id of a refund's first transfer is derived from the refund's id, so that there is only one. The refund has the amount
 * and the account, unless the money goes back to its payer: then the received payment has the account, which never changes. Without a
 * known account, there is no cause.
 */
export const refundCauses: CauseReader = async (db, transfers) => {
  if (accountsOf(transfers).length === 0) return []
  const ids = transfers.map((transfer) => transfer.refund_id ?? '')
  const refunds = await db
    .selectFrom('refunds')
    .select(['id', 'account_id', 'operation_id', 'amount_centavos', 'destination', 'state'])
    .where('account_id', 'in', accountsOf(transfers))
    .where('id', 'in', ids)
    .where('way', '=', 'transfer')
    .execute()
  if (refunds.length === 0) return []
  const payers = await db
    .selectFrom('payments_received')
    .select(['operation_id', 'payer_clabe'])
    .where(
      'operation_id',
      'in',
      refunds.map(({ operation_id }) => operation_id),
    )
    .where('outcome', 'in', ['matched', 'accepted'])
    .where('rail', 'in', paidBackRails)
    .execute()
  const booked = await readBooked(db, [
    ...refunds.map(({ id, account_id: accountId }) => ({ accountId, entry: `${id}:booked` as const })),
    ...transfers.flatMap(leftKeys),
  ])
  return transfers.flatMap((transfer): FoundCauses => {
    const refund = refunds.find(({ id }) => id === transfer.refund_id && transferIdOf(id) === transfer.id)
    if (refund?.destination == null) return []
    const payer = payers.find(({ operation_id }) => operation_id === refund.operation_id)
    const isFinished =
      refund.state === 'cancelled' || transfer.replaced_by !== null || leftNames(transfer.id).some(booked.has)
    const cause: Cause = {
      account_id: refund.account_id,
      operation_id: refund.operation_id,
      destination: payer?.payer_clabe || refund.destination,
      amount_centavos: refund.amount_centavos,
      tracking_key: trackingKeyOf(transfer.id),
      network: null,
      rail: PAYOUT_RAIL,
      till: null,
      deposit: null,
      bookedCentavos: booked.owed(`${refund.id}:booked`, refund.account_id),
      isFinished,
      isRepeated: false,
      isUntimely: false,
    }
    return [[transfer.id, cause]]
  })
}

/** The rails whose refunds go back to the payer's account. */
const paidBackRails = railNames.filter(isReported).filter((rail) => rails[rail].refund === 'payer')

/** The accounts of transfers; those of payments without an account have none. */
function accountsOf(transfers: readonly TransferRow[]): string[] {
  return [...new Set(transfers.flatMap(({ account_id }) => (account_id === NO_ACCOUNT ? [] : account_id)))]
}
