// What a payment of a checkout does to the uses of the checkout, in the batch of the payment's move.
import { sql } from 'kysely'
import type { Clock } from '../core/clock.ts'
import { formatAmount } from '../core/money.ts'
import { otherEvent } from '../events/append.ts'
import type { Operation } from '../store/operation.ts'
import type { Store } from '../store/store.ts'
import { run, type Write } from '../store/write.ts'

/**
 * A pending payment holds a use. The use is taken for good when the payment is paid, and given back when it is declined, expires or is
 * cancelled. A voucher that is paid after it expired counts as paid, whatever became of its checkout. A payment that is reversed stays counted.
 */
export function checkoutWrites(
  { store: { db }, clock }: { store: Pick<Store, 'db'>; clock: Clock },
  from: Operation['status'],
  moved: Operation,
): Write[] {
  const { checkout_id, account_id } = moved
  if (checkout_id === null || from === 'paid') return []
  const released = from === 'pending' ? 1 : 0
  if (moved.status !== 'paid' && released === 0) return []
  const of = db.updateTable('checkouts').where('account_id', '=', account_id).where('id', '=', checkout_id)
  if (moved.status !== 'paid') return [run(of.set({ uses_held: sql`uses_held - 1` }).compile(), 1)]
  const isLast = sql`uses_paid + 1 >= uses and state <> 'paid'`
  const query = of.set({
    uses_held: sql`uses_held - ${sql.lit(released)}`,
    uses_paid: sql`uses_paid + 1`,
    state: sql`case when ${isLast} then 'paid' else state end`,
    state_at: sql`case when ${isLast} then ${clock.now()} else state_at end`,
    due_at: sql`case when ${isLast} then null else due_at end`,
  })
  return [run(query.compile(), 1), ...otherEvent(clock, 'checkout.paid', account_id, paidBody(moved, checkout_id))]
}

function paidBody(moved: Operation, checkoutId: string): Record<string, unknown> {
  return {
    id: checkoutId,
    reference: moved.reference_number ?? '',
    transaction: moved.id,
    total: { amount: formatAmount(moved.total_centavos), currency: 'MXN' },
  }
}
