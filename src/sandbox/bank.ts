// Plays the bank after a transfer was sent: settles, rejects or returns it at its time, and reports that as a bank does.
import { SANDBOX_SPEI_BANK } from '../connectors/sandbox/spei-bank.ts'
import type { SandboxTransferRow } from '../connectors/tables.ts'
import type { Clock } from '../core/clock.ts'
import type { Task } from '../core/task.ts'
import { instantPlus } from '../core/time.ts'
import { hasFailed, isBehind, mayBeReported, type ReportedState } from '../core/transfer.ts'
import { Failure, invalidField } from '../failures.ts'
import { conditionHeld } from '../store/decide.ts'
import { leases } from '../store/queues/lease.ts'
import { run, update } from '../store/write.ts'
import { findTransfer } from '../transfers/search.ts'
import type { TransferRow } from '../transfers/tables.ts'
import type { SandboxNeeds } from './needs.ts'

const CHUNK = 50
const LEASE_MS = 30_000
const FAILED = 'the account is closed'

/** Reports the planned outcomes that are due: first the report, then the deletion of the plan, so that each is reported at least once. */
export function playBankTask(needs: SandboxNeeds): Task {
  const work = leases(needs, 'sandbox_transfers', { key: 'tracking_key' })
  return {
    name: 'sandbox bank',
    wokenBy: ['sandbox_transfers'],
    nextDueAt: work.nextDueAt,
    run: async () => {
      const rows = await work.take({ leaseMs: LEASE_MS, limit: CHUNK })
      return work.each(rows, (row) => play(needs, row))
    },
  }
}

async function play({ store, transferChanged }: SandboxNeeds, row: SandboxTransferRow): Promise<void> {
  const { tracking_key: trackingKey, next_state: state, next_reason: reason, due_at: at } = row
  if (state === null || at === null) return
  await transferChanged({ network: SANDBOX_SPEI_BANK, trackingKey, state, reason, at })
  const done = { state, reason, next_state: null, next_reason: '', due_at: null, leased_until: 0 }
  const asPlanned = { tracking_key: trackingKey, next_state: state, due_at: at }
  // Otherwise another request has changed the plan meanwhile.
  await conditionHeld(store.commit([update('sandbox_transfers', done, asPlanned)]))
}

/** The outcome that the account requests for its transfer, and the delay in seconds. */
interface Outcome {
  accountId: string
  transferId: string
  state: ReportedState
  reason: string | undefined
  afterSeconds: number
}

/**
 * Plans the outcome of a transfer of the account, and reports it when it is due: at once when no delay is given. A transfer that was not
 * sent yet gets the outcome as the answer to its sending. Answers the present transfer. Throws `resource-unknown`, and `parameters-invalid`
 * for an outcome that is no longer possible.
 */
export async function playOutcome(needs: SandboxNeeds, wanted: Outcome): Promise<TransferRow> {
  const { store, clock } = needs
  const transfer = await findTransfer(store, wanted)
  if (transfer.network !== SANDBOX_SPEI_BANK) throw new Failure('resource-unknown')
  if (!mayBeReported(transfer, wanted.state) && !isBehind(wanted.state, transfer.state)) {
    const [es, en] = [
      `una transferencia ${transfer.state} ya no cambia así`,
      `a transfer that is ${transfer.state} cannot`,
    ]
    throw invalidField('outcome', `outcome: ${es}`, `outcome: ${en} become ${wanted.state}`)
  }
  const row = planOf(clock, transfer, wanted)
  const { tracking_key: _, ...set } = row
  await store.commit([
    run(
      store.db
        .insertInto('sandbox_transfers')
        .values(row)
        .onConflict((conflict) => conflict.column('tracking_key').doUpdateSet(set))
        .compile(),
    ),
  ])
  if (wanted.afterSeconds === 0) await play(needs, row)
  return findTransfer(store, wanted)
}

function planOf(clock: Clock, transfer: TransferRow, wanted: Outcome): SandboxTransferRow {
  const { state, afterSeconds } = wanted
  const reason = wanted.reason ?? (hasFailed(state) ? FAILED : '')
  const plan = { tracking_key: transfer.tracking_key, leased_until: 0 }
  // Not sent yet: the bank reports nothing before it is asked, and then answers the planned outcome.
  if (transfer.asked_at === null && afterSeconds === 0) {
    return { ...plan, state, reason, next_state: null, next_reason: '', due_at: null }
  }
  const { state: now } = transfer
  const before = now === 'pending' || now === 'withheld' || now === 'closed' ? 'accepted' : now
  const dueAt = instantPlus(clock.now(), afterSeconds * 1_000)
  return { ...plan, state: before, reason: transfer.reason, next_state: state, next_reason: reason, due_at: dueAt }
}
