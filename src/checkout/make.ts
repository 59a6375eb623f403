// Makes a checkout, and cancels one.
import { newId } from '../core/ids.ts'
import { customerOfBody } from '../customers/read.ts'
import { otherEvent } from '../events/append.ts'
import { Failure, unknownField } from '../failures.ts'
import { decide } from '../store/decide.ts'
import { directoryWrite } from '../store/directory.ts'
import { moved } from '../store/moves.ts'
import { insert, update, type Write } from '../store/write.ts'
import { findCheckout } from './find.ts'
import { checkoutMoves } from './moves.ts'
import type { CheckoutNeeds } from './needs.ts'
import { presentCheckout, stateAt } from './present.ts'
import type { CheckoutRequest } from './request.ts'
import type { CheckoutRow } from './tables.ts'

/** Writes the checkout and its event, with `extra`, in one batch. `resource-unknown`, `customer-inactive`: its customer cannot pay. */
export async function createCheckout(
  needs: CheckoutNeeds,
  request: CheckoutRequest & { accountId: string; operator: string },
  extra: (row: CheckoutRow) => Write[],
): Promise<CheckoutRow> {
  const { store, clock } = needs
  const { accountId, customerId } = request
  if (customerId !== null) await customerOfBody(store, accountId, customerId, unknownField)
  const now = clock.now()
  const row: CheckoutRow = {
    id: newId(clock, 'chk'),
    account_id: accountId,
    reference: request.reference,
    description: request.description,
    amount_centavos: request.amountCentavos ?? null,
    least_centavos: request.leastCentavos ?? null,
    most_centavos: request.maxCentavos ?? null,
    items: request.items.length === 0 ? null : JSON.stringify(request.items),
    ways: request.ways.join(' '),
    uses: request.uses,
    customer_id: customerId,
    return_url: request.returnUrl,
    operator: request.operator,
    created_at: now,
    expires_at: request.expiresAt,
    state: 'open',
    state_at: now,
    uses_held: 0,
    uses_paid: 0,
    due_at: request.expiresAt,
    leased_until: 0,
  }
  await store.commit([
    insert('checkouts', row),
    directoryWrite('checkout', row.id, { accountId: row.account_id, subject: row.id }),
    ...eventWrites(needs, 'checkout.created', row),
    ...extra(row),
  ])
  return row
}

/**
 * No further payment is begun there; those that are under way go on. A cancelled checkout is answered again. Fails with `checkout-paid` and
 * `checkout-expired`.
 */
export async function cancelCheckout(
  needs: CheckoutNeeds,
  { accountId, checkoutId }: { accountId: string; checkoutId: string },
  extra: (row: CheckoutRow) => Write[],
): Promise<CheckoutRow> {
  const { store, clock } = needs
  return decide(async () => {
    const row = await findCheckout(store, accountId, checkoutId)
    const now = clock.now()
    const state = stateAt(row, now)
    if (state === 'paid' || state === 'expired') throw new Failure(`checkout-${state}`)
    if (state === 'cancelled') {
      const kept = extra(row)
      if (kept.length > 0) await store.commit(kept)
      return row
    }
    const set = { state: moved(checkoutMoves, 'open', 'cancelled'), state_at: now, due_at: null }
    const ended = { ...row, ...set }
    await store.commit([
      update('checkouts', set, { account_id: accountId, id: checkoutId, state: 'open' }),
      ...eventWrites(needs, 'checkout.cancelled', ended),
      ...extra(ended),
    ])
    return ended
  })
}

export function eventWrites(
  { clock, links }: Pick<CheckoutNeeds, 'clock' | 'links'>,
  type: 'checkout.created' | 'checkout.expired' | 'checkout.cancelled',
  row: CheckoutRow,
): Write[] {
  return otherEvent(clock, type, row.account_id, presentCheckout({ links, now: clock.now() }, row))
}
