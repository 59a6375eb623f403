// Background work of authorised payments: finishes captures whose acquirer did not answer, and releases what nobody captured in time.
import { sql } from 'kysely'
import type { Task } from '../../core/task.ts'
import { HOUR_MS, instantPlus } from '../../core/time.ts'
import { postponeRelease } from '../../operations/record.ts'
import type { Reverser } from '../../operations/reversal/reverse.ts'
import { operationOf } from '../../store/operation.ts'
import { leases } from '../../store/queues/lease.ts'
import type { OutcomeNeeds } from '../needs.ts'
import type { Capturer } from './carry-out.ts'

/** The most rows that one run of a task takes. */
const BATCH_SIZE = 10
/** How much longer than the acquirer's time a lease lasts. */
const LEASE_MARGIN_MS = 60_000
/** How long until an authorisation that is being captured or released is looked at again. */
const LOOK_AGAIN_MS = HOUR_MS

export function finishCapturesTask(needs: OutcomeNeeds, { resume }: Pick<Capturer, 'resume'>): Task {
  const work = leases(needs, 'captures')
  return {
    name: 'captures',
    wokenBy: ['captures'],
    nextDueAt: work.nextDueAt,
    run: async () => {
      const leased = await work.take({ leaseMs: needs.acquirerTimeoutMs + LEASE_MARGIN_MS, limit: BATCH_SIZE })
      return work.each(leased, (capture) => resume(capture))
    },
  }
}

/** Begins the release of each authorisation whose time is over. The task of reversals then asks the acquirer until it answers. */
export function releaseAuthorizationsTask(needs: OutcomeNeeds, { release }: Pick<Reverser, 'release'>): Task {
  const { store, clock } = needs
  const work = leases(needs, 'operations', { only: sql`rail = 'card' and status = 'authorized'` })
  return {
    name: 'authorisations that are over',
    nextDueAt: work.nextDueAt,
    run: async () => {
      const leased = await work.take({ leaseMs: LEASE_MARGIN_MS, limit: BATCH_SIZE })
      return work.each(leased, async (row) => {
        const operation = operationOf<'card'>(row)
        await release(operation)
        await postponeRelease(store, operation, instantPlus(clock.now(), LOOK_AGAIN_MS))
      })
    },
  }
}
