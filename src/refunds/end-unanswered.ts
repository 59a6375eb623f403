// A person ends a refund to a card that the acquirer never answers for, as they have learned from the acquirer.
import { columns } from '../store/columns.ts'
import { Unmet } from '../store/write.ts'
import { type Actor, trailWrite } from '../trail/record.ts'
import type { RefundNeeds } from './needs.ts'
import { settledWrites, stepWrites } from './steps.ts'

const NOT_REFUNDED = 'the acquirer says that it was not given back'

/**
 * Given back, the refund is settled, like one that the acquirer answered for. Not given back, it has failed: its money is owed to the payer
 * until it is asked for again, sent elsewhere or cancelled. Throws `Unmet` when there is no refund that was asked for and unanswered, or when
 * it is being asked for now: the acquirer may give it back at this moment.
 */
export async function endUnanswered(
  needs: Pick<RefundNeeds, 'store' | 'clock'>,
  refundId: string,
  { isRefunded, because, by }: { isRefunded: boolean; because: string; by: Actor },
): Promise<void> {
  const { store, clock } = needs
  const refund = await store.db
    .selectFrom('refunds')
    .select(columns.refunds)
    .where('id', '=', refundId)
    .where('way', '=', 'acquirer')
    .where('state', '=', 'pending')
    .where('waits_for', '=', '')
    .where('attempts', '>', 0)
    .where('leased_until', '<=', clock.wallMs())
    .executeTakeFirst()
  if (refund === undefined) throw new Unmet(`no refund ${refundId} that the acquirer does not answer for`)
  const { id, account_id: accountId, attempts, leased_until } = refund
  const state = isRefunded ? 'settled' : 'failed'
  // Unless a worker has begun to ask meanwhile.
  const still = { leased_until }
  await store.commit([
    ...(isRefunded
      ? settledWrites(needs, refund, still)
      : stepWrites(needs, refund, 'failed', { failure: NOT_REFUNDED }, still)),
    trailWrite(clock, by, {
      accountId,
      action: 'refund.closed',
      subject: id,
      before: { state: 'pending', attempts },
      after: { state, because },
    }),
  ])
}
