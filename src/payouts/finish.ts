// Records the outcome of payouts: the bank settled the transfer, or the transfer was refused, returned or closed by the
// operator, and the merchant is owed the amount again.
import { sql } from 'kysely'
import { owedLessWrite } from '../accounts/owed-less.ts'
import type { Task } from '../core/task.ts'
import { laterOf, mexicoCityDay } from '../core/time.ts'
import type { EventType } from '../event-types.ts'
import { otherEvent } from '../events/append.ts'
import { entryWrites } from '../ledger/postings.ts'
import { conditionHeld } from '../store/decide.ts'
import { moved } from '../store/moves.ts'
import type { StoreAndClock } from '../store/store.ts'
import { accountOf } from '../store/unindexed.ts'
import { update } from '../store/write.ts'
import { type CarryingTransfer, followTransfersTask } from '../transfers/follow.ts'
import { payoutFailedLines, payoutReturnedLines, payoutSentLines } from './entries.ts'
import { payoutMoves } from './moves.ts'
import { presentAffiliatePayout, presentPayout } from './present.ts'
import type { PayoutRow } from './tables.ts'

type Step = 'paid' | 'failed' | 'returned'

/**
 * A payout follows its transfer: `paid` when it was settled, `failed` when the bank refused it, `returned` when it sent it
 * back. One that failed is `paid` after all when the bank settles it later: what the merchant is owed sinks again, below zero if another
 * payout has carried it meanwhile. A payout whose transfer was settled and returned before this task ran is first paid, then returned.
 */
export function finishPayoutsTask(needs: StoreAndClock): Task {
  return followTransfersTask(needs, {
    source: 'payout results',
    table: 'payouts',
    account: accountOf(needs.store, 'payouts'),
    moved: [
      sql`payouts.state = 'pending' and transfers.state in ('settled', 'rejected', 'returned', 'closed')`,
      sql`payouts.state = 'failed' and transfers.settled_at is not null`,
    ],
    returned: sql`transfers.state = 'returned' and payouts.state = 'paid'`,
    step: (payout, transfer) => {
      const step = stepOf(payout.state, transfer)
      return step === undefined ? undefined : finish(needs, payout, step)
    },
  })
}

/** The next step of a payout to record. */
function stepOf(payout: PayoutRow['state'], transfer: CarryingTransfer): Step | undefined {
  if ((payout === 'pending' || payout === 'failed') && transfer.settled_at !== null) return 'paid'
  if (transfer.state === 'rejected' || transfer.state === 'closed') return 'failed'
  return transfer.state === 'returned' ? 'returned' : undefined
}

const events = {
  merchant: { paid: 'payout.paid', failed: 'payout.failed', returned: 'payout.returned' },
  affiliate: {
    paid: 'affiliate.payout_paid',
    failed: 'affiliate.payout_failed',
    returned: 'affiliate.payout_returned',
  },
} as const satisfies Record<string, Record<Step, EventType>>

async function finish({ store, clock }: StoreAndClock, payout: PayoutRow, state: Step): Promise<void> {
  // The clock of the process that booked it may be ahead of ours; what is owed is counted by these instants.
  const at = laterOf(clock.now(), payout.state_at)
  const hadFailed = payout.state === 'failed'
  const set = {
    state: moved(payoutMoves, payout.state, state),
    state_at: at,
    ...(state === 'failed' && { failed_at: at }),
    ...(hadFailed && { corrected_at: at }),
  }
  const finished = { ...payout, ...set }
  const lines = {
    paid: payoutSentLines(payout, hadFailed),
    failed: payoutFailedLines(payout),
    returned: payoutReturnedLines(payout, payout.state === 'paid'),
  }
  const entry = {
    name: `${payout.id}:${state === 'paid' ? 'sent' : state}` as const,
    accountId: payout.account_id,
    day: mexicoCityDay(at),
    at,
    affiliate: payout.affiliate,
    isPayout: true,
    lines: lines[state],
  }
  const writing = store.commit([
    update('payouts', set, { id: payout.id, account_id: payout.account_id, state: payout.state }),
    ...entryWrites(entry),
    ...(hadFailed ? [owedLessWrite(store, payout.account_id)] : []),
    ...(payout.affiliate === ''
      ? otherEvent(clock, events.merchant[state], payout.account_id, presentPayout(finished))
      : otherEvent(clock, events.affiliate[state], payout.account_id, presentAffiliatePayout(finished))),
  ])
  // Otherwise another worker was first.
  await conditionHeld(writing)
}
