// Records the outcome of payouts: the bank settled the transfer, or the transfer was refused, returned or closed by the
// operator, and the merchant is owed the amount again.
import { sql } from 'kysely'
import { owedLessWrite } from '../accounts/owed-less.ts'
import type { Task } from '../core/task.ts'
import { laterOf, mexicoCityDay } from '../core/time.ts'
import type { EventType } from '../event-types.ts'
import { otherEvent } from '../events/append.ts'
import { entryWrites } from '../ledger/postings.ts'
import { acrossDb } from '../store/across.ts'
import { columnsOf } from '../store/columns.ts'
import { conditionHeld } from '../store/decide.ts'
import { atOnce, dueAt, firstOf } from '../store/due.ts'
import { moved } from '../store/moves.ts'
import type { StoreAndClock } from '../store/store.ts'
import { isUntroubled, isUntroubledNow, troubled } from '../store/troubled.ts'
import { accountOf, unindexed } from '../store/unindexed.ts'
import { update } from '../store/write.ts'
import type { TransferRow } from '../transfers/tables.ts'
import { payoutFailedLines, payoutReturnedLines, payoutSentLines } from './entries.ts'
import { presentAffiliatePayout, presentPayout } from './present.ts'
import type { PayoutRow } from './tables.ts'

const BATCH_SIZE = 50

type Step = 'paid' | 'failed' | 'returned'

const SOURCE = 'payout results'

/** What the transfer of a payout has come to. */
interface Moved {
  transferState: TransferRow['state']
  settledAt: TransferRow['settled_at']
}

/**
 * A payout follows its transfer: `paid` when it was settled, `failed` when the bank refused it, `returned` when it sent it
 * back. One that failed is `paid` after all when the bank settles it later: what the merchant is owed sinks again, below zero if another
 * payout has carried it meanwhile. A payout whose transfer was settled and returned before this task ran is first paid, then returned.
 */
export function finishPayoutsTask(needs: StoreAndClock): Task {
  const { store } = needs
  const db = acrossDb(store.db, 'due')
  const both = db
    .selectFrom('payouts')
    .innerJoin('transfers', (join) =>
      join
        .on('transfers.account_id', '=', accountOf(store, 'payouts'))
        .on('transfers.id', '=', unindexed('payouts.transfer_id')),
    )
  // Returned transfers are few, and paid payouts are many.
  const ofTransfers = db
    .selectFrom('transfers')
    .innerJoin('payouts', (join) =>
      join
        .on('payouts.transfer_id', '=', unindexed('transfers.id'))
        .on(accountOf(store, 'payouts'), '=', accountOf(store, 'transfers')),
    )
  // The partial indexes need their conditions written out.
  const decided = [
    both
      .where('payouts.state', '=', sql.lit('pending' as const))
      .where('transfers.state', 'in', ['settled', 'rejected', 'returned', 'closed']),
    ofTransfers.where('transfers.state', '=', sql.lit('returned' as const)).where('payouts.state', '=', 'paid'),
    both.where('payouts.state', '=', sql.lit('failed' as const)).where('transfers.settled_at', 'is not', null),
  ]
  const work = troubled(needs, SOURCE, ({ id, account_id: accountId }: PayoutRow & Moved) => ({ id, accountId }))
  return {
    name: SOURCE,
    wokenBy: ['transfers'],
    nextDueAt: dueAt(
      needs,
      atOnce((hole) =>
        firstOf(
          decided.map((some) =>
            some
              .where(isUntroubled(SOURCE, sql.ref('payouts.id'), hole))
              .select('transfers.state_at as due_at')
              .limit(1),
          ),
        ),
      ),
    ),
    run: async () => {
      const found = await Promise.all(
        decided.map((some) =>
          some
            .where(isUntroubledNow(needs, SOURCE, 'payouts.id'))
            .select(columnsOf('payouts'))
            .select(['transfers.state as transferState', 'transfers.settled_at as settledAt'])
            .limit(BATCH_SIZE)
            .execute(),
        ),
      )
      return work.each(found.flat(), ({ transferState, settledAt, ...payout }) => {
        const step = stepOf(payout.state, { state: transferState, settled_at: settledAt })
        return step === undefined ? undefined : finish(needs, payout, step)
      })
    },
  }
}

/** The next step of a payout to record. */
function stepOf(payout: PayoutRow['state'], transfer: Pick<TransferRow, 'state' | 'settled_at'>): Step | undefined {
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
    state: moved('payouts', payout.state, state),
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
