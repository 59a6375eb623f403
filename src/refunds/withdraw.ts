// Cancels the refunds of a payment that only wait for money: nothing of them is booked, so a dispute comes before them.
import type { Operation } from '../store/operation.ts'
import { rowsOf } from '../store/rows.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import type { Write } from '../store/write.ts'
import { refundEvent } from './next-step.ts'
import { changeWrites } from './steps.ts'
import type { RefundRow } from './tables.ts'

interface Withdrawn {
  /** Their amount, and their part of the affiliate's share, in centavos. */
  amount_centavos: number
  affiliate_centavos: number
  /** Cancel them. The batch takes their amount off `refunded_centavos` too, and is `Unmet` when one was made meanwhile. */
  writes: Write[]
}

/** The refunds of a payment that only wait for money. */
export async function waitingRefunds(
  { db }: Store,
  { id: operation_id, account_id }: Pick<Operation, 'id' | 'account_id'>,
): Promise<RefundRow[]> {
  return rowsOf(db, 'refunds', { account_id, operation_id, state: 'pending', waits_for: 'balance' })
}

export function refundWithdrawer({ store, clock }: StoreAndClock) {
  return async (operation: Pick<Operation, 'id' | 'account_id'>): Promise<Withdrawn> => {
    const waiting = await waitingRefunds(store, operation)
    const cancelled = {
      state: 'cancelled',
      waits_for: '',
      state_at: clock.now(),
      due_at: null,
      leased_until: 0,
    } as const
    const sumOf = (name: 'amount_centavos' | 'affiliate_centavos') =>
      waiting.reduce((sum: number, refund: RefundRow) => sum + refund[name], 0)
    return {
      amount_centavos: sumOf('amount_centavos'),
      affiliate_centavos: sumOf('affiliate_centavos'),
      writes: waiting.flatMap((refund) => [
        ...changeWrites(refund, cancelled),
        ...refundEvent({ clock }, 'refund.updated', { ...refund, ...cancelled }),
      ]),
    }
  }
}
