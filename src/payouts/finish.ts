// Records what became of payouts: the bank took the transfer, or refused it and the merchant is owed the amount again.

import type { Clock } from '../core/clock.ts'
import type { Task } from '../core/task.ts'
import { mexicoCityDay } from '../core/time.ts'
import { otherEvent } from '../events/append.ts'
import { entryWrites, payoutFailedLines, payoutSentLines } from '../ledger/postings.ts'
import { columnsOf } from '../store/columns.ts'
import { conditionHeld } from '../store/decide.ts'
import type { Store } from '../store/store.ts'
import type { PayoutRow } from '../store/tables.ts'
import { update } from '../store/write.ts'
import { presentPayout } from './present.ts'

export interface FinishNeeds {
  store: Store
  clock: Clock
}

const CHUNK = 50

/** A payout follows its transfer: `paid` when it was sent, `failed` when the bank refused it. */
export function finishPayoutsTask(needs: FinishNeeds): Task {
  const { store } = needs
  const decided = store.db
    .selectFrom('payouts')
    .innerJoin('transfers', 'transfers.id', 'payouts.transfer_id')
    .where('payouts.state', '=', 'pending')
    .where('transfers.state', 'in', ['sent', 'failed'])
  return {
    name: 'payout results',
    unhurried: true,
    nextDueAt: async () => {
      const next = await decided.select(['sent_at', 'transfers.created_at']).limit(1).executeTakeFirst()
      return next && (next.sent_at ?? next.created_at)
    },
    run: async () => {
      const rows = await decided
        .select(columnsOf('payouts'))
        .select('transfers.state as transferState')
        .limit(CHUNK)
        .execute()
      await Promise.all(
        rows.map(({ transferState, ...payout }) => finish(needs, payout, transferState === 'sent' ? 'paid' : 'failed')),
      )
      return rows.length
    },
  }
}

async function finish({ store, clock }: FinishNeeds, payout: PayoutRow, state: 'paid' | 'failed'): Promise<void> {
  const at = clock.now()
  const finished = { ...payout, state, state_at: at }
  const amount = payout.amount_centavos
  const entry = {
    name: `${payout.id}:${state === 'paid' ? 'sent' : 'failed'}` as const,
    accountId: payout.account_id,
    day: mexicoCityDay(at),
    at,
    lines: state === 'paid' ? payoutSentLines(amount) : payoutFailedLines(amount),
  }
  const writing = store.commit([
    update('payouts', { state, state_at: at }, { id: payout.id, state: 'pending' }),
    ...entryWrites(entry),
    otherEvent(clock, `payout.${state}`, payout.account_id, presentPayout(finished)),
  ])
  // Otherwise another worker was first.
  await conditionHeld(writing)
}
