// Cancels a refund that waits or has failed: the merchant gets its money back, and the payment can be refunded again.
import { Failure } from '../failures.ts'
import { finder } from '../operations/find.ts'
import { decide } from '../store/decide.ts'
import { rowOf } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { update, type Write } from '../store/write.ts'
import { unbookWrites } from './book.ts'
import type { RefundNeeds } from './needs.ts'
import { findRefund } from './search.ts'
import { stepWrites } from './steps.ts'
import type { RefundRow } from './tables.ts'

/**
 * Returns the cancelled refund, whether it was cancelled now or earlier. Throws `resource-unknown`, and
 * `refund-not-cancellable` for a refund that may still reach the payer.
 */
export async function cancelRefund(
  needs: RefundNeeds,
  wanted: { accountId: string; refundId: string },
  answered: (refund: RefundRow) => Write[],
): Promise<RefundRow> {
  const { store, clock } = needs
  return decide(
    async () => {
      const refund = await findRefund(store, wanted)
      if (refund.state === 'cancelled') {
        const writes = answered(refund)
        if (writes.length > 0) await store.commit(writes)
        return refund
      }
      const hasFailed = refund.state === 'failed' || refund.state === 'returned'
      if (!hasFailed && !(refund.state === 'pending' && refund.waits_for !== ''))
        throw new Failure('refund-not-cancellable')
      const operation = await finder(store).byId(refund.account_id, refund.operation_id)
      if (operation === undefined) throw new Failure('resource-unknown')
      const at = clock.now()
      const set = { waits_for: '' as const, state_at: at }
      const cancelled: RefundRow = { ...refund, ...set, state: 'cancelled', due_at: null }
      await store.commit([
        ...stepWrites(needs, refund, 'cancelled', set),
        // Its failed transfer counts as replaced, so that it cannot be sent again.
        ...(refund.transfer_id === null
          ? []
          : [
              update(
                'transfers',
                { replaced_by: refund.id },
                {
                  id: refund.transfer_id,
                  account_id: refund.account_id,
                  state: await failedAs(store, refund),
                  replaced_by: null,
                },
              ),
            ]),
        ...(refund.booked_at === null ? [] : unbookWrites(operation, refund, at)),
        ...answered(cancelled),
      ])
      return cancelled
    },
    { row: `refund ${wanted.refundId}` },
  )
}

/**
 * How a failed refund's transfer ended: the bank refused it or sent it back, or the operator closed it. Throws `refund-not-cancellable`
 * when the bank has settled it after all, and the refund has not followed yet.
 */
async function failedAs(
  { db }: Store,
  { account_id, transfer_id }: Pick<RefundRow, 'account_id' | 'transfer_id'>,
): Promise<'rejected' | 'returned' | 'closed'> {
  const row = await rowOf(db, 'transfers', { account_id, id: transfer_id ?? '' }, ['state'])
  if (row?.state === 'rejected' || row?.state === 'returned' || row?.state === 'closed') return row.state
  throw new Failure('refund-not-cancellable')
}
