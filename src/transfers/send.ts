// Sends pending transfers and polls accepted ones. For each transfer that is due: lease it, compare it with its cause, ask the network,
// record the answer.
import type { Task } from '../core/task.ts'
import { instantPlus } from '../core/time.ts'
import { mayTransferMove } from '../core/transfer.ts'
import { acrossDb } from '../store/across.ts'
import { conditionHeld } from '../store/decide.ts'
import { leases } from '../store/queues/lease.ts'
import { update, type Write } from '../store/write.ts'
import { type Answer, askAfter, askToSend } from './ask.ts'
import { moveWrites, pollWrites } from './move.ts'
import type { TransferNeeds } from './needs.ts'
import { transferRecorder } from './report.ts'
import type { TransferRow } from './tables.ts'
import { type Cause, faultOf } from './transfer-causes.ts'
import { pendingOf, withhold } from './withhold.ts'

const BATCH_SIZE = 50
/** In addition to the calls of a transfer: look-ups on up to three days, and the sending. */
const LEASE_MARGIN_MS = 60_000
const CALLS = 4
const MINUTE_MS = 60_000
/** Pauses after a try without an answer; the last one repeats. A transfer is never given up. */
const WAITS_MINUTES = [1, 2, 5, 15, 30, 60]

export function sendTransfersTask(needs: TransferNeeds): Task {
  const work = leases(needs, 'transfers')
  const leaseMs = CALLS * Math.max(needs.speiBank.deadlineMs, needs.cashNetwork.deadlineMs) + LEASE_MARGIN_MS
  return {
    name: 'send transfers',
    wokenBy: ['transfers'],
    nextDueAt: work.nextDueAt,
    run: async () => {
      const rows = await work.take({ leaseMs, limit: BATCH_SIZE })
      // Of a return that is on its way, the cause says which deposit goes back.
      const causes = await needs.readCauses(
        acrossDb(needs.store.db, 'due'),
        rows.filter((row) => row.state === 'pending' || row.kind === 'return'),
      )
      return work.each(rows, (row) => attend(needs, row, causes.get(row.id)))
    },
  }
}

async function attend(needs: TransferNeeds, row: TransferRow, cause: Cause | undefined): Promise<void> {
  let answer: Answer | undefined
  const asking = async () => {
    answer = row.state === 'pending' ? await send(needs, row, cause) : await follow(needs, row, cause)
    if (answer !== undefined) await needs.store.commit(recordOf(needs, row, answer))
  }
  // Otherwise another worker has recorded this transfer after our lease lapsed, or the network's own notice was first.
  if (await conditionHeld(asking())) return
  if (answer?.kind === 'settled' || answer?.kind === 'returned') await tell(needs, row, answer)
}

/** Money that went is recorded whatever was said of the transfer meanwhile, as if the network reported it. */
async function tell(
  needs: TransferNeeds,
  { network, tracking_key: trackingKey }: TransferRow,
  { kind: state, ...more }: Extract<Answer, { kind: 'settled' | 'returned' }>,
): Promise<void> {
  await transferRecorder(needs)({ network, trackingKey, state, ...more })
}

/** Asks the bank what became of a transfer that was sent. */
function follow(needs: TransferNeeds, row: TransferRow, cause: Cause | undefined): Promise<Answer> {
  return askAfter(needs, row, cause?.deposit ?? undefined)
}

/**
 * Amount and destination come from the cause, never from the row, which may be forged. When the two differ, the transfer is
 * not sent, and there is no answer.
 */
async function send(needs: TransferNeeds, row: TransferRow, cause: Cause | undefined): Promise<Answer | undefined> {
  const fault = faultOf(row, cause)
  if (fault === undefined && cause !== undefined) return askToSend(needs, row, cause)
  await withhold(needs, row, fault ?? 'no-cause')
  return undefined
}

function recordOf(needs: TransferNeeds, row: TransferRow, answer: Answer): Write[] {
  switch (answer.kind) {
    case 'accepted':
    case 'settled':
      return mayTransferMove(row.state, answer.kind)
        ? moveWrites(needs, row, { state: answer.kind, networkReference: answer.networkReference })
        : pollWrites(needs.clock, row)
    case 'rejected':
    case 'returned':
      return moveWrites(needs, row, { state: answer.kind, reason: answer.reason })
    case 'unknown':
      return row.state === 'pending' ? laterWrites(needs, row) : pollWrites(needs.clock, row)
  }
}

function laterWrites({ clock }: TransferNeeds, row: TransferRow): Write[] {
  const minutes = WAITS_MINUTES[Math.min(row.attempts, WAITS_MINUTES.length - 1)] ?? 60
  const set = { attempts: row.attempts + 1, due_at: instantPlus(clock.now(), minutes * MINUTE_MS), leased_until: 0 }
  return [update('transfers', set, pendingOf(row))]
}
