// Finds plans, the customers who are on them, and the payment of a period.
import { Failure } from '../core/failure.ts'
import { columns } from '../store/columns.ts'
import { type CardOperation, operationOf } from '../store/operation.ts'
import type { Store } from '../store/store.ts'
import type { CustomerRow, PlanChargeRow, PlanRow, SubscriptionRow } from '../store/tables.ts'

/** The most customers, and the most plans, of one answer (spec 8.2). */
export const PLAN_LIST_LIMIT = 50

interface PlanList {
  total: number
  customers: CustomerRow[]
  plans: PlanRow[]
}

/** The customers who are on a plan of the account, oldest first, each once; and its plans, newest first. */
export async function listPlans(store: Store, wanted: { accountId: string; offset: number }): Promise<PlanList> {
  const { db } = store
  const { accountId, offset } = wanted
  const members = db
    .selectFrom('subscriptions')
    .select('customer_id')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
  const onPlan = db.selectFrom('customers').where('account_id', '=', accountId).where('id', 'in', members)
  const [counted, customers, plans] = await Promise.all([
    onPlan.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    onPlan.select(columns.customers).orderBy('id').limit(PLAN_LIST_LIMIT).offset(offset).execute(),
    db
      .selectFrom('plans')
      .select(columns.plans)
      .where('account_id', '=', accountId)
      .orderBy('id', 'desc')
      .limit(PLAN_LIST_LIMIT)
      .offset(offset)
      .execute(),
  ])
  return { total: Number(counted.total), customers, plans }
}

/** Throws `resource-unknown` when the account has no such plan. */
export async function findPlan(store: Store, wanted: { accountId: string; planId: string }): Promise<PlanRow> {
  return store.db
    .selectFrom('plans')
    .select(columns.plans)
    .where('id', '=', wanted.planId)
    .where('account_id', '=', wanted.accountId)
    .executeTakeFirstOrThrow(() => new Failure('resource-unknown'))
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
  planId: string,
  page: { limit: number; offset: number },
): Promise<{ total: number; subscriptions: SubscriptionRow[] }> {
  const of = store.db.selectFrom('subscriptions').where('plan_id', '=', planId).where('ended_at', 'is', null)
  const [counted, subscriptions] = await Promise.all([
    of.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    of.select(columns.subscriptions).orderBy('id').limit(page.limit).offset(page.offset).execute(),
  ])
  return { total: counted.total, subscriptions }
}

/** The latest charges of a subscription, newest first. */
export async function latestCharges(store: Store, subscriptionId: string, limit: number): Promise<PlanChargeRow[]> {
  return store.db
    .selectFrom('plan_charges')
    .select(columns.plan_charges)
    .where('subscription_id', '=', subscriptionId)
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
