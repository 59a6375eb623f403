// Finds plans and the customers who are on them.
import { Failure } from '../core/failure.ts'
import type { Store } from '../store/store.ts'
import type { CustomerRow, PlanRow, SubscriptionRow } from '../store/tables.ts'

/** How many customers, and how many plans, one answer holds (spec 8.2). */
export const PLAN_LIST_LIMIT = 50

export interface PlanList {
  total: number
  customers: Omit<CustomerRow, 'account_id' | 'metadata'>[]
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
    onPlan
      .select(['id', 'name', 'email', 'active', 'created_at'])
      .orderBy('id')
      .limit(PLAN_LIST_LIMIT)
      .offset(offset)
      .execute(),
    db
      .selectFrom('plans')
      .selectAll()
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
  const row = await store.db
    .selectFrom('plans')
    .selectAll()
    .where('id', '=', wanted.planId)
    .where('account_id', '=', wanted.accountId)
    .executeTakeFirst()
  if (row === undefined) throw new Failure('resource-unknown')
  return row
}

/** Throws `resource-unknown` when the plan has no such subscription in the account. */
export async function findSubscription(
  store: Store,
  wanted: { accountId: string; planId: string; subscriptionId: string },
): Promise<SubscriptionRow> {
  const row = await store.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', wanted.subscriptionId)
    .where('plan_id', '=', wanted.planId)
    .where('account_id', '=', wanted.accountId)
    .executeTakeFirst()
  if (row === undefined) throw new Failure('resource-unknown')
  return row
}
