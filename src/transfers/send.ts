// Sends pending transfers and polls accepted ones. For each transfer that is due: lease it, compare it with its cause, ask the network,
// record the answer.
import type { Task } from '../core/task.ts'
import { instantPlus } from '../core/time.ts'
import { mayTransferMove } from '../core/transfer.ts'
import { acrossDb } from '../store/across.ts'
import { conditionHeld } from '../store/decide.ts'
import { leases } from '../store/lease.ts'
import type { Store } from '../store/store.ts'
import { update, type Write } from '../store/write.ts'
import { type Answer, askAfter, askToSend } from './ask.ts'
import { moveWrites, pollWrites } from './move.ts'
import type { TransferNeeds } from './needs.ts'
import type { TransferRow } from './tables.ts'
import { type Cause, faultOf, type TransferFault } from './transfer-causes.ts'

const BATCH_SIZE = 50
/** In addition to the calls of a transfer: a look-up, the sending, and another look-up. */
const LEASE_MARGIN_MS = 60_000
const CALLS = 3
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
  // Otherwise another worker has recorded this transfer after our lease lapsed, or the network's own notice was first. That record stays.
  await conditionHeld(row.state === 'pending' ? send(needs, row, cause) : follow(needs, row, cause))
}

/** Asks the bank what became of a transfer that was sent. */
async function follow(needs: TransferNeeds, row: TransferRow, cause: Cause | undefined): Promise<void> {
  await needs.store.commit(recordOf(needs, row, await askAfter(needs, row, cause?.deposit ?? undefined)))
}

/**
 * Amount and destination come from the cause, never from the row, which may be forged. When the two differ, the transfer is
 * not sent.
 */
async function send(needs: TransferNeeds, row: TransferRow, cause: Cause | undefined): Promise<void> {
  const fault = faultOf(row, cause)
  if (fault !== undefined || cause === undefined) await withhold(needs, row, fault ?? 'no-cause')
  else await needs.store.commit(recordOf(needs, row, await askToSend(needs, row, cause)))
}

/** Withholds a transfer until an operator decides. Throws `Unmet` when it was moved or asked for meanwhile. */
export async function withhold(
  { store, log, clock }: Pick<TransferNeeds, 'log' | 'clock'> & { store: Store },
  row: TransferRow,
  fault: TransferFault,
): Promise<void> {
  const at = clock.now()
  const set = { state: 'withheld', state_at: at, withheld_because: fault, due_at: null, leased_until: 0 } as const
  await store.commit([update('transfers', set, pendingOf(row))])
  log.error({ transfer: row.id, kind: row.kind, fault }, 'a transfer is withheld: its cause does not ask for it')
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

/** The transfer as it was read: nobody has sent or withheld it meanwhile. */
function pendingOf({ id, account_id, attempts }: TransferRow) {
  return { id, account_id, state: 'pending', attempts } as const
}
