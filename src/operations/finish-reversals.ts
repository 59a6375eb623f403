// Background work: finishes the reversals whose network did not answer, or whose process died before it could be told.
import type { Clock } from '../core/clock.ts'
import type { Task } from '../core/task.ts'
import type { Store } from '../store/store.ts'
import type { ReversalRow } from '../store/tables.ts'
import type { Reverser } from './reverse.ts'

const BATCH = 10
const LEASE_MS = 60_000

export function finishReversals({ store, clock }: { store: Store; clock: Clock }, reverser: Reverser): Task {
  const { db } = store
  return {
    name: 'reversals',
    nextDueAt: async () => {
      const next = await db
        .selectFrom('reversals')
        .select('due_at')
        .where('due_at', 'is not', null)
        .orderBy('due_at')
        .limit(1)
        .executeTakeFirst()
      return next?.due_at ?? undefined
    },
    run: async () => {
      const wallMs = clock.wallMs()
      const due = db
        .selectFrom('reversals')
        .select('operation_id')
        .where('due_at', '<=', clock.now())
        .where('leased_until', '<=', wallMs)
        .orderBy('due_at')
        .limit(BATCH)
      const leased = await store.returning<ReversalRow>(
        db
          .updateTable('reversals')
          .set({ leased_until: wallMs + LEASE_MS })
          .where('operation_id', 'in', due)
          .where('leased_until', '<=', wallMs)
          .returningAll()
          .compile(),
      )
      for (const intent of leased) await reverser.resume(intent)
      return leased.length
    },
  }
}
