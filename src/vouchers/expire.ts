// Expires the vouchers whose last day, and the grace after it in which a network may still report, have ended.

import type { Clock } from '../core/clock.ts'
import { voucherRails } from '../core/rail.ts'
import type { Task } from '../core/task.ts'
import { nextDueAt } from '../operations/due.ts'
import { advance } from '../operations/record.ts'
import { columns } from '../store/columns.ts'
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'
import type { OperationRow } from '../store/tables.ts'
import { Unmet } from '../store/write.ts'

const CHUNK = 200

/** Moves due vouchers to expired, some at a time. No lease: the move itself is guarded, so two workers cannot do it twice. */
export function expireVouchersTask(needs: { store: Store; clock: Clock }): Task {
  const { db } = needs.store
  const due = prepared((hole) =>
    db
      .selectFrom('operations')
      .select(columns.operations)
      .where('due_at', '<=', hole('now'))
      .where('rail', 'in', voucherRails)
      .where('status', '=', 'pending')
      .orderBy('due_at')
      .orderBy('id')
      .limit(CHUNK)
      .compile(),
  )
  return {
    name: 'expire vouchers',
    unhurried: true,
    nextDueAt: () => nextDueAt(needs.store, voucherRails),
    run: async () => {
      const rows = await needs.store.rows(due({ now: needs.clock.now() }))
      const done = await Promise.all(rows.map((row) => expire(needs, row)))
      return done.filter(Boolean).length
    },
  }
}

/** False when it was paid or cancelled meanwhile. */
async function expire(needs: { store: Store; clock: Clock }, row: OperationRow): Promise<boolean> {
  try {
    await advance(needs, row, 'expired')
    return true
  } catch (error) {
    if (error instanceof Unmet) return false
    throw error
  }
}
