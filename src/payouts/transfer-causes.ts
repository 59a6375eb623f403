// Reads the payouts that cause transfers.
import { PAYOUT_RAIL } from '../core/rail.ts'
import { dayStartAt } from '../core/time.ts'
import type { EntryName } from '../ledger/entry-name.ts'
import { readBooked } from '../transfers/booked.ts'
import type { CauseReader } from '../transfers/read-causes.ts'
import type { PayoutRow } from './tables.ts'

export const payoutCauses: CauseReader = async (db, transfers) => {
  if (transfers.length === 0) return []
  const payouts = await db
    .selectFrom('payouts')
    .select(['id', 'account_id', 'amount_centavos', 'clabe', 'tracking_key', 'transfer_id', 'state', 'day'])
    .where(
      'transfer_id',
      'in',
      transfers.map(({ id }) => id),
    )
    .execute()
  const booked = await readBooked(
    db,
    payouts.map((payout) => ({ accountId: payout.account_id, entry: bookedName(payout) })),
  )
  return payouts.map((payout) => [
    payout.transfer_id,
    {
      account_id: payout.account_id,
      operation_id: null,
      destination: payout.clabe,
      amount_centavos: payout.amount_centavos,
      tracking_key: payout.tracking_key,
      mayBeSentSince: dayStartAt(payout.day),
      network: null,
      rail: PAYOUT_RAIL,
      till: null,
      deposit: null,
      bookedCentavos: booked.owed(bookedName(payout), payout.account_id),
      isFinished: payout.state !== 'pending',
      isRepeated: false,
      isUntimely: false,
    },
  ])
}

function bookedName({ id }: Pick<PayoutRow, 'id'>): EntryName {
  return `${id}:booked`
}
