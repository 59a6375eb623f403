// Background work: finishes the reversals whose network did not answer, or whose process died before it recorded the
// answer.
import type { Task } from '../../core/task.ts'
import { leases } from '../../store/queues/lease.ts'
import type { StoreAndClock } from '../../store/store.ts'
import type { ReversingPorts } from './ask-network.ts'
import type { Reverser } from './reverse.ts'

/** How many reversals are asked for at once. */
const BATCH_SIZE = 10
/** How much longer than the slowest network's time a lease lasts: nobody else ends a reversal that is being asked for. */
const LEASE_MARGIN_MS = 60_000

export function finishReversalsTask(needs: StoreAndClock & ReversingPorts, reverser: Reverser): Task {
  const { acquirers, cashNetwork, speiBank } = needs
  const work = leases(needs, 'reversals', { key: 'operation_id' })
  const deadlineMs = Math.max(acquirers.deadlineMs, cashNetwork.deadlineMs, speiBank.deadlineMs)
  return {
    name: 'reversals',
    wokenBy: ['reversals'],
    nextDueAt: work.nextDueAt,
    run: async () => {
      const leased = await work.take({ leaseMs: deadlineMs + LEASE_MARGIN_MS, limit: BATCH_SIZE })
      return work.each(leased, (intent) => reverser.resume(intent))
    },
  }
}
