// Background work: finishes the reversals whose network did not answer, or whose process died before it recorded the
// answer.
import type { Clock } from '../core/clock.ts'
import type { Task } from '../core/task.ts'
import { leases } from '../store/lease.ts'
import type { Store } from '../store/store.ts'
import type { Reverser } from './reverse.ts'

const PORTION = 10
const LEASE_MS = 60_000

export function finishReversalsTask(needs: { store: Store; clock: Clock }, reverser: Reverser): Task {
  const work = leases(needs, 'reversals', { key: 'operation_id' })
  return {
    name: 'reversals',
    wokenBy: ['reversals'],
    nextDueAt: work.nextDueAt,
    run: async () => {
      const leased = await work.take({ leaseMs: LEASE_MS, limit: PORTION })
      for (const intent of leased) await reverser.resume(intent)
      return leased.length
    },
  }
}
