// Takes a use of a checkout for a payment, in the batch that begins the payment.
import { sql } from 'kysely'
import { HOUR_MS } from '../core/time.ts'
import { Failure } from '../failures.ts'
import { anyConflict } from '../store/decide.ts'
import type { Operation } from '../store/operation.ts'
import { insert, run, type Write } from '../store/write.ts'
import { freshCheckout, paymentOfAttempt } from './find.ts'
import type { CheckoutNeeds } from './needs.ts'
import { stateAt } from './present.ts'
import type { CheckoutRow } from './tables.ts'

/**
 * Tries to pay in an hour, besides the uses: anybody with the address can begin a slip and give it up again and again, and each asks a network and stays
 * in the merchant's list. Of an address with more uses than `MAX_USES`, the limits of its callers alone count.
 */
const TRIES_OF_AN_HOUR = 30
const MAX_USES = 1_000

async function refuseEndlessTries(
  { store: { db }, clock }: Pick<CheckoutNeeds, 'store' | 'clock'>,
  { account_id, id, uses }: CheckoutRow,
): Promise<void> {
  if (uses > MAX_USES) return
  const first = await db
    .selectFrom('checkout_payments')
    .select('created_at')
    .where('account_id', '=', account_id)
    .where('checkout_id', '=', id)
    .orderBy('operation_id', 'desc')
    .offset(TRIES_OF_AN_HOUR + uses - 1)
    .limit(1)
    .executeTakeFirst()
  if (first === undefined) return
  const waitMs = Date.parse(first.created_at) + HOUR_MS - clock.epochMs()
  if (waitMs > 0) throw new Failure('too-many-requests', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
}

/** Why no payment can be begun there now; undefined when one can. */
export function refusalOf(row: CheckoutRow, now: string): Failure | undefined {
  const state = stateAt(row, now)
  if (state !== 'open') return new Failure(`checkout-${state}`)
  return row.uses_held + row.uses_paid >= row.uses ? new Failure('checkout-taken') : undefined
}

/**
 * The writes that take a use: `Unmet` when none is left or the checkout has ended, `Duplicate` when the same try has made its payment.
 * `operations/checkout-writes` gives the use back.
 */
export function takeWrites(
  { store: { db }, clock }: Pick<CheckoutNeeds, 'store' | 'clock'>,
  { account_id, id }: CheckoutRow,
  { attempt, operationId }: { attempt: string; operationId: string },
): Write[] {
  const now = clock.now()
  const taking = db
    .updateTable('checkouts')
    .set({ uses_held: sql`uses_held + 1` })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .where(sql<boolean>`uses_held + uses_paid < uses`)
  const payment = { account_id, checkout_id: id, attempt, operation_id: operationId, created_at: now }
  return [run(taking.compile(), 1), insert('checkout_payments', payment)]
}

/**
 * The payment that the attempt has made, or that `work` makes now. When another payment was faster, the answer is the payment of the same attempt, or
 * the refusal that follows from the checkout's new state.
 */
export async function onceFor(
  needs: Pick<CheckoutNeeds, 'store' | 'clock'>,
  row: CheckoutRow,
  attempt: string,
  work: () => Promise<Operation>,
): Promise<Operation> {
  const { store, clock } = needs
  const first = await paymentOfAttempt(store, row, attempt)
  if (first !== undefined) return first
  const refusal = refusalOf(row, clock.now())
  if (refusal !== undefined) throw refusal
  await refuseEndlessTries(needs, row)
  try {
    return await work()
  } catch (error) {
    if (!comesOfAnother(error)) throw error
    const other = await paymentOfAttempt(store, row, attempt)
    if (other !== undefined) return other
    const present = await freshCheckout(store, row)
    throw (present && refusalOf(present, clock.now())) ?? error
  }
}

function comesOfAnother(error: unknown): boolean {
  return anyConflict(error) || (error instanceof Failure && anyConflict(error.options.cause))
}
