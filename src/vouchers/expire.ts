// Expires the vouchers whose last day, and the grace after it in which a network may still report, have ended.
import { voucherRails } from '../core/rail.ts'
import type { Task } from '../core/task.ts'
import { operationLeases } from '../operations/due.ts'
import { advance } from '../operations/record.ts'
import { conditionHeld } from '../store/decide.ts'
import type { VoucherOperation } from '../store/operation.ts'
import { KEPT_LEASE_MS } from '../store/queues/kept-lease.ts'
import type { StoreAndClock } from '../store/store.ts'

const BATCH_SIZE = 200

/** Moves due vouchers to expired, some at a time. */
export function expireVouchersTask(needs: StoreAndClock): Task {
  const work = operationLeases(needs, voucherRails)
  return {
    name: 'expire vouchers',
    nextDueAt: work.nextDueAt,
    run: async () => {
      const rows = await work.take({ leaseMs: KEPT_LEASE_MS, limit: BATCH_SIZE })
      return work.each(rows, (row) => expire(needs, row))
    },
  }
}

/** Returns false when it was paid or cancelled meanwhile. */
function expire(needs: StoreAndClock, row: VoucherOperation): Promise<boolean> {
  return conditionHeld(advance(needs, row, 'expired'))
}
