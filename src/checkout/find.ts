// Finds checkouts: one of an account, one by the address of its page, a page of them; and their payments.
import { columns, columnsOf } from '../store/columns.ts'
import { placeOf } from '../store/directory.ts'
import { type Operation, operationOf } from '../store/operation.ts'
import { knownRow, rowOf } from '../store/rows.ts'
import { sameAccount } from '../store/same-account.ts'
import type { Store } from '../store/store.ts'
import type { CheckoutOperation } from './present.ts'
import type { CheckoutRow } from './tables.ts'

interface CheckoutFilter {
  accountId: string
  status: CheckoutRow['state'] | undefined
  reference: string | undefined
  /** The id of the last one of the page before. */
  startingAfter: string | undefined
  limit: number
  now: string
}

/** Newest first; one more than `limit` when there are more. */
export async function listCheckouts({ db }: Store, filter: CheckoutFilter): Promise<CheckoutRow[]> {
  const { status, reference, startingAfter, now } = filter
  let those = db.selectFrom('checkouts').select(columns.checkouts).where('account_id', '=', filter.accountId)
  if (reference !== undefined) those = those.where('reference', '=', reference)
  if (startingAfter !== undefined) those = those.where('id', '<', startingAfter)
  const most = filter.limit + 1
  const newest = those.orderBy('id', 'desc').limit(most)
  if (status === undefined) return newest.execute()
  const stated = (state: CheckoutRow['state']) => newest.where('state', '=', state)
  if (status === 'open') return stated('open').where('expires_at', '>', now).execute()
  if (status !== 'expired') return stated(status).execute()
  // Those that are over and not yet marked as expired are another range of the index.
  const over = db.selectFrom(stated('open').where('expires_at', '<=', now).as('over')).select(columns.checkouts)
  return db
    .selectFrom(stated('expired').as('expired'))
    .select(columns.checkouts)
    .unionAll(over)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

/** Throws `resource-unknown` when the account has no such checkout. */
export async function findCheckout({ db }: Store, accountId: string, checkoutId: string): Promise<CheckoutRow> {
  return knownRow(db, 'checkouts', { account_id: accountId, id: checkoutId })
}

/** Of any account: the caller must have checked the token of the page. */
export async function checkoutOfPage(store: Store, checkoutId: string): Promise<CheckoutRow | undefined> {
  const place = await placeOf(store, 'checkout', checkoutId)
  return place && freshCheckout(store, { account_id: place.accountId, id: place.subject })
}

/** The checkout in its present state. */
export async function freshCheckout({ db }: Store, { account_id, id }: Of): Promise<CheckoutRow | undefined> {
  return rowOf(db, 'checkouts', { account_id, id })
}

type Of = Pick<CheckoutRow, 'account_id' | 'id'>

/** Newest first. */
export async function paymentsOf({ db }: Store, { account_id, id }: Of, limit: number): Promise<CheckoutOperation[]> {
  return db
    .selectFrom('checkout_payments')
    .innerJoin('operations', sameAccount('operations.id', 'checkout_payments.operation_id'))
    .select([
      'operations.id',
      'operations.status',
      'operations.rail',
      'operations.total_centavos',
      'operations.created_at',
    ])
    .where('checkout_payments.account_id', '=', account_id)
    .where('checkout_payments.checkout_id', '=', id)
    .orderBy('checkout_payments.operation_id', 'desc')
    .limit(limit)
    .execute()
}

/** The payment that a try to pay has made; undefined when it has made none. */
export async function paymentOfAttempt(store: Store, of: Of, attempt: string): Promise<Operation | undefined> {
  return operationOf(await ofCheckout(store, of).where('checkout_payments.attempt', '=', attempt).executeTakeFirst())
}

/** A payment of the checkout by its id; undefined when it has no such payment. */
export async function paymentById(store: Store, of: Of, operationId: string): Promise<Operation | undefined> {
  return operationOf(await ofCheckout(store, of).where('operations.id', '=', operationId).executeTakeFirst())
}

/** Its newest payment that is pending or paid, with the try that made it; undefined when there is none. */
export async function standingPayment(
  store: Store,
  of: Of,
): Promise<{ operation: Operation; attempt: string } | undefined> {
  const row = await ofCheckout(store, of)
    .select('checkout_payments.attempt')
    .where('operations.status', 'in', ['pending', 'paid'])
    .orderBy('checkout_payments.operation_id', 'desc')
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { attempt, ...operation } = row
  return { operation: operationOf(operation), attempt }
}

function ofCheckout({ db }: Store, { account_id, id }: Of) {
  return db
    .selectFrom('checkout_payments')
    .innerJoin('operations', sameAccount('operations.id', 'checkout_payments.operation_id'))
    .select(columnsOf('operations'))
    .where('checkout_payments.account_id', '=', account_id)
    .where('checkout_payments.checkout_id', '=', id)
}
