// Background work: reminds merchants of disputes that wait for their answer, and ends disputes without an answer as lost.
import { nextLookAt } from '../core/dispute.ts'
import type { Task } from '../core/task.ts'
import { conditionHeld } from '../store/decide.ts'
import { dueRows } from '../store/queues/due-rows.ts'
import { update } from '../store/write.ts'
import type { DisputeNeeds } from './needs.ts'
import { endingWrites, operationOfDispute, telling } from './record.ts'
import type { DisputeRow } from './tables.ts'

const BATCH_SIZE = 50

export function watchDisputesTask(needs: DisputeNeeds): Task {
  const work = dueRows(needs, 'disputes')
  return {
    name: 'disputes',
    wokenBy: ['disputes'],
    nextDueAt: work.nextDueAt,
    run: async () => {
      const due = await work.read(BATCH_SIZE)
      return work.each(due, (dispute) => look(needs, dispute), { oneByOne: true })
    },
  }
}

/** Does nothing when another process, or the merchant, was first. */
async function look(needs: DisputeNeeds, dispute: DisputeRow): Promise<void> {
  const { store, clock } = needs
  const now = clock.now()
  const { account_id, id, state, due_at, respond_by: respondBy } = dispute
  if (now >= respondBy) {
    await conditionHeld(endingWrites(needs, dispute, 'lost', 'deadline').then(({ writes }) => store.commit(writes)))
    return
  }
  const operation = await operationOfDispute(store, dispute)
  const writes = await telling(needs, dispute, operation, { event: 'dispute.reminder', letter: 'reminder' })
  const later = update('disputes', { due_at: nextLookAt(respondBy, now) }, { account_id, id, state, due_at })
  await conditionHeld(store.commit([later, ...writes]))
}
