// A refund follows its transfer: sent, settled, failed, settled after all, returned days later, or sent again by another transfer.
import { sql } from 'kysely'
import type { Task } from '../core/task.ts'
import { conditionHeld } from '../store/decide.ts'
import type { StoreAndClock } from '../store/store.ts'
import type { Write } from '../store/write.ts'
import { type CarryingTransfer, followTransfersTask } from '../transfers/follow.ts'
import { settledWrites, stepWrites } from './steps.ts'
import type { RefundRow } from './tables.ts'

/** Its transfer was withheld, and the operator closed it: the merchant can only cancel the refund. */
const GIVEN_UP = 'its transfer was given up'

export function followRefundsTask(needs: StoreAndClock): Task {
  return followTransfersTask(needs, {
    source: 'refunds by transfer',
    table: 'refunds',
    account: sql.ref('refunds.account_id'),
    moved: [
      sql`refunds.state in ('pending', 'sent') and transfers.state in ('accepted', 'settled', 'rejected', 'returned', 'closed')
        and (refunds.state = 'pending' or transfers.state <> 'accepted')`,
      sql`refunds.state in ('failed', 'returned')
        and (transfers.replaced_by like 'trf%' or (refunds.state = 'failed' and transfers.settled_at is not null))`,
    ],
    returned: sql`transfers.state = 'returned' and transfers.refund_id is not null and refunds.state = 'settled'`,
    step: (refund, transfer) => {
      const writes = nextStep(needs, refund, transfer)
      // Otherwise another worker was first.
      return writes.length > 0 ? conditionHeld(needs.store.commit(writes)) : undefined
    },
  })
}

/** A transfer that was settled and then returned before this task ran settles the refund first, and returns it on the next turn. */
function nextStep(needs: StoreAndClock, refund: RefundRow, transfer: CarryingTransfer): Write[] {
  const { state, reason, replaced_by: by } = transfer
  const hasFailed = refund.state === 'failed' || refund.state === 'returned'
  if (hasFailed && by?.startsWith('trf')) return stepWrites(needs, refund, 'pending', { transfer_id: by })
  if (refund.state === 'returned') return []
  if (refund.state !== 'settled' && transfer.settled_at !== null) return settledWrites(needs, refund)
  switch (state) {
    case 'accepted':
      return refund.state === 'pending' ? stepWrites(needs, refund, 'sent') : []
    case 'rejected':
      return stepWrites(needs, refund, 'failed', { failure: reason })
    case 'returned':
      return stepWrites(needs, refund, 'returned', { failure: reason })
    case 'closed':
      return stepWrites(needs, refund, 'failed', { failure: GIVEN_UP })
    default:
      return []
  }
}
