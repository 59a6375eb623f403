// Finds plans, the customers who are on them, and the payment of a period.
import { cutPage, type ListPage } from '../api/paging.ts'
import type { CustomerRow } from '../customers/tables.ts'
import { Failure } from '../failures.ts'
import { columns } from '../store/columns.ts'
import { type CardOperation, operationOf } from '../store/operation.ts'
import { knownRow } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import type { PlanChargeRow, PlanRow, SubscriptionRow } from './tables.ts'

/** The most customers, and the most plans, of one answer (spec 8.2). */
export const PLAN_LIST_LIMIT = 50

interface PlanList {
  total: number
  customers: CustomerRow[]
  plans: PlanRow[]
  next: string | null
}

/** Where a page of both lists begins: after a customer and after a plan; null: that list is at its end. */
interface PlansCursor {
  customer: string | null
  plan: string | null
}

/** Two ids, of which one may be missing: `cus_….pln_…`, `cus_….`, `.pln_…`. */
const PLANS_CURSOR = /^(cus_[a-z0-9]{1,90})?\.(pln_[a-z0-9]{1,90})?$/

/** Undefined for a text that is no cursor. */
export function readPlansCursor(text: string): PlansCursor | undefined {
  const [, customer = null, plan = null] = PLANS_CURSOR.exec(text) ?? []
  return customer === null && plan === null ? undefined : { customer, plan }
}

/** The customers who are on a plan of the account, oldest first, each once; and its plans, newest first. */
export async function listPlans(
  store: Store,
  { accountId, offset, after }: { accountId: string; offset: number; after: PlansCursor | undefined },
): Promise<PlanList> {
  const { db } = store
  const members = db
    .selectFrom('subscriptions')
    .select('customer_id')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
  const onPlan = db.selectFrom('customers').where('account_id', '=', accountId).where('id', 'in', members)
  const ofAccount = db.selectFrom('plans').where('account_id', '=', accountId)
  // After the end of one list nothing follows in it.
  const laterCustomers = after ? onPlan.where('id', '>', after.customer ?? AFTER_ANY_ID) : onPlan
  const olderPlans = after ? ofAccount.where('id', '<', after.plan ?? '') : ofAccount
  const [counted, foundCustomers, foundPlans] = await Promise.all([
    onPlan.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    laterCustomers
      .select(columns.customers)
      .orderBy('id')
      .limit(PLAN_LIST_LIMIT + 1)
      .offset(offset)
      .execute(),
    olderPlans
      .select(columns.plans)
      .orderBy('id', 'desc')
      .limit(PLAN_LIST_LIMIT + 1)
      .offset(offset)
      .execute(),
  ])
  const customers = cutPage(foundCustomers, PLAN_LIST_LIMIT)
  const plans = cutPage(foundPlans, PLAN_LIST_LIMIT)
  const isLast = customers.next === null && plans.next === null
  return {
    total: Number(counted.total),
    customers: customers.page,
    plans: plans.page,
    next: isLast ? null : `${customers.next ?? ''}.${plans.next ?? ''}`,
  }
}

/** Sorts after every id of a customer. */
const AFTER_ANY_ID = '~'

/** Throws `resource-unknown` when the account has no such plan. */
export async function findPlan(store: Store, wanted: { accountId: string; planId: string }): Promise<PlanRow> {
  return knownRow(store.db, 'plans', { id: wanted.planId, account_id: wanted.accountId })
}

/** A customer on a plan of an account. */
export interface OfCustomer {
  accountId: string
  planId: string
  customerId: string
}

/** The customer's subscription to the plan that has not ended. `resource-unknown` when there is none. */
export async function findSubscription(store: Store, of: OfCustomer): Promise<SubscriptionRow> {
  return store.db
    .selectFrom('subscriptions')
    .select(columns.subscriptions)
    .where('plan_id', '=', of.planId)
    .where('customer_id', '=', of.customerId)
    .where('account_id', '=', of.accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow(() => new Failure('resource-unknown'))
}

/** A page of a plan's subscriptions that have not ended, oldest first, and their number. */
export async function listSubscriptions(
  store: Store,
  { account_id, id: planId }: Pick<PlanRow, 'account_id' | 'id'>,
  { limit, offset, after }: ListPage,
): Promise<{ total: number; subscriptions: SubscriptionRow[]; next: string | null }> {
  const of = store.db
    .selectFrom('subscriptions')
    .where('account_id', '=', account_id)
    .where('plan_id', '=', planId)
    .where('ended_at', 'is', null)
  const those = after === undefined ? of : of.where('id', '>', after)
  const [counted, rows] = await Promise.all([
    of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    those
      .select(columns.subscriptions)
      .orderBy('id')
      .limit(limit + 1)
      .offset(offset)
      .execute(),
  ])
  const { page, next } = cutPage(rows, limit)
  return { total: counted.total, subscriptions: page, next }
}

/** The latest charges of a subscription, newest first. */
export async function latestCharges(
  store: Store,
  { account_id, id }: Pick<SubscriptionRow, 'account_id' | 'id'>,
  limit: number,
): Promise<PlanChargeRow[]> {
  return store.db
    .selectFrom('plan_charges')
    .select(columns.plan_charges)
    .where('account_id', '=', account_id)
    .where('subscription_id', '=', id)
    .orderBy('period', 'desc')
    .limit(limit)
    .execute()
}

/** The external transaction of the payment of the next period. */
export function externalTransaction(row: SubscriptionRow): string {
  return `plan:${row.id}:${row.next_period}`
}

/**
 * The payment of the next period that has begun: the one without an answer, otherwise the one with the external transaction
 * of the period, which a declined payment does not keep.
 */
export async function paymentOfPeriod({ db }: Store, row: SubscriptionRow): Promise<CardOperation | undefined> {
  const of = db.selectFrom('operations').select(columns.operations).where('account_id', '=', row.account_id)
  const query =
    row.pending_operation === null
      ? of.where('external_claim', '=', externalTransaction(row))
      : of.where('id', '=', row.pending_operation)
  return operationOf<'card'>(await query.executeTakeFirst())
}
