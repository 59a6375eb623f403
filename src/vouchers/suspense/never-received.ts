// Closes a payment in suspense that never happened: the network reported it and was wrong. No money leaves, and the network owes nothing for it.
import { type Actor, trailWrite } from '../../accounts/trail/record.ts'
import { Failure } from '../../failures.ts'
import { across } from '../../store/across.ts'
import { columns } from '../../store/columns.ts'
import { anyConflict, decide } from '../../store/decide.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { Unmet } from '../../store/write.ts'
import { neverReceivedLines } from '../entries.ts'
import { withDetails } from '../received/identities.ts'
import { hasLeftSuspense } from '../received/rows.ts'
import type { ReleaseRow } from '../tables.ts'
import { type Released, releasedEvent, releaseWrites } from './release.ts'

/**
 * Closes the payment of any account, or of none, once. Throws `Unmet` when there is no such payment, `payment-not-held`
 * when it is not in suspense, and `payment-stated` when a line of a statement was matched with it, because then it did
 * happen.
 */
export async function closeNeverReceived(
  { store, clock }: StoreAndClock,
  id: string,
  because: string,
  by: Actor,
): Promise<Released> {
  return decide(
    async () => {
      const rows = await store.db
        .selectFrom('payments_received')
        .select(columns.payments_received)
        .where('id', '=', id)
        .modifyEnd(across('operator'))
        .execute()
      const [received] = await withDetails(store, rows)
      if (received === undefined) throw new NoPayment(`no payment ${id}`)
      if (hasLeftSuspense(received) || received.outcome !== 'suspended') throw new Failure('payment-not-held')
      if (received.stated === 1) throw new Failure('payment-stated')
      const { account_id: accountId, rail, network, outcome: before } = received
      const release: ReleaseRow = {
        payment_id: id,
        account_id: accountId,
        action: 'never-received',
        rail,
        network,
        destination: null,
        beneficiary: '',
        created_at: clock.now(),
      }
      const outcome = 'never-received' as const
      const released = { received: { ...received, outcome }, release }
      await store.commit([
        ...releaseWrites(released, neverReceivedLines(rail, received.amount_centavos)),
        ...releasedEvent(clock, released),
        trailWrite(clock, by, {
          accountId,
          action: 'payment.closed',
          subject: id,
          before: { outcome: before },
          after: { outcome, because },
        }),
      ])
      return released
    },
    { again: (error) => anyConflict(error) && !(error instanceof NoPayment) },
  )
}

/** A further try would not help. */
class NoPayment extends Unmet {}
