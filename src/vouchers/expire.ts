// Expires the vouchers whose last day has ended.

import type { Clock } from '../core/clock.ts'
import { voucherRails } from '../core/rail.ts'
import type { Task } from '../core/task.ts'
import { operationLeases } from '../operations/due.ts'
import { advance } from '../operations/record.ts'
import { conditionHeld } from '../store/decide.ts'
import type { Store } from '../store/store.ts'
import type { OperationRow } from '../store/tables.ts'

const CHUNK = 200
const LEASE_MS = 60_000

/** Moves due vouchers to expired, some at a time. */
export function expireVouchersTask(needs: { store: Store; clock: Clock }): Task {
  const work = operationLeases(needs, voucherRails)
  return {
    name: 'expire vouchers',
    unhurried: true,
    nextDueAt: work.nextDueAt,
    run: async () => {
      const rows = await work.take({ leaseMs: LEASE_MS, limit: CHUNK })
      const done = await Promise.all(rows.map((row) => expire(needs, row)))
      return done.filter(Boolean).length
    },
  }
}

/** False when it was paid or cancelled meanwhile. */
function expire(needs: { store: Store; clock: Clock }, row: OperationRow): Promise<boolean> {
  return conditionHeld(advance(needs, row, 'expired'))
}
