// Ends the checkouts whose time is over. Their vouchers stay payable to their own last day.
import type { Task } from '../core/task.ts'
import { conditionHeld } from '../store/decide.ts'
import { moved } from '../store/moves.ts'
import { KEPT_LEASE_MS } from '../store/queues/kept-lease.ts'
import { leases } from '../store/queues/lease.ts'
import { update } from '../store/write.ts'
import { eventWrites } from './make.ts'
import { checkoutMoves } from './moves.ts'
import type { CheckoutNeeds } from './needs.ts'
import type { CheckoutRow } from './tables.ts'

const BATCH_SIZE = 200

export function expireCheckoutsTask(needs: CheckoutNeeds): Task {
  const work = leases(needs, 'checkouts')
  return {
    name: 'expire checkouts',
    nextDueAt: work.nextDueAt,
    run: async () => {
      const rows = await work.take({ leaseMs: KEPT_LEASE_MS, limit: BATCH_SIZE })
      return work.each(rows, (row) => expire(needs, row))
    },
  }
}

/** False when its last payment was paid, or it was cancelled, meanwhile. */
function expire(needs: CheckoutNeeds, row: CheckoutRow): Promise<boolean> {
  const set = { state: moved(checkoutMoves, 'open', 'expired'), state_at: needs.clock.now(), due_at: null }
  const { account_id, id } = row
  return conditionHeld(
    needs.store.commit([
      update('checkouts', set, { account_id, id, state: 'open' }),
      ...eventWrites(needs, 'checkout.expired', { ...row, ...set }),
    ]),
  )
}
