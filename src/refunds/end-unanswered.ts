// Ends a refund to a card that the acquirer never answered. The operator asks the acquirer and says what became of it.
import { type Actor, trailWrite } from '../accounts/trail/record.ts'
import { across } from '../store/across.ts'
import { columns } from '../store/columns.ts'
import type { StoreAndClock } from '../store/store.ts'
import { Unmet } from '../store/write.ts'
import { settledWrites, stepWrites } from './steps.ts'

const NOT_REFUNDED = 'the acquirer says that it was not given back'

/**
 * If the acquirer gave the money back, the refund is settled. If not, it has failed: its money is owed to the payer until
 * it is repeated, sent to another account or cancelled. Throws `Unmet` when there is no such refund without an answer, or
 * when the acquirer is being asked at this moment and may give the money back.
 */
export async function endUnanswered(
  needs: StoreAndClock,
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
    .modifyEnd(across('operator'))
    .executeTakeFirst()
  if (refund === undefined) throw new Unmet(`no refund ${refundId} that the acquirer does not answer for`)
  const { id, account_id: accountId, attempts, leased_until } = refund
  const { network } = await store.db
    .selectFrom('operations')
    .select('network')
    .where('account_id', '=', accountId)
    .where('id', '=', refund.operation_id)
    .executeTakeFirstOrThrow()
  const state = isRefunded ? 'settled' : 'failed'
  // The condition fails when a worker has begun to ask meanwhile.
  const condition = { leased_until }
  await store.commit([
    ...(isRefunded
      ? settledWrites(needs, refund, { network, condition })
      : stepWrites(needs, refund, 'failed', { failure: NOT_REFUNDED }, condition)),
    trailWrite(clock, by, {
      accountId,
      action: 'refund.closed',
      subject: id,
      before: { state: 'pending', attempts },
      after: { state, because },
    }),
  ])
}
