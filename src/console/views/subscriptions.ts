// Plans with the number of their subscribers, and the subscriptions of each, with the names and amounts that a list of ids lacks.
import Type, { type Static } from 'typebox'
import { answer, orNull } from '../../api/fields.ts'
import { PagingQuery, pagingOf, queryText, readPaging } from '../../api/paging.ts'
import type { App } from '../../api/server.ts'
import type { FieldProblems } from '../../core/failure-table.ts'
import { formatAmount } from '../../core/money.ts'
import { mexicoCityDay, mexicoCityTime } from '../../core/time.ts'
import { refuseInvalid } from '../../failures.ts'
import { firstPeriodFrom } from '../../plans/calendar.ts'
import { Plan, presentPlan, presentSubscription, Subscription } from '../../plans/present.ts'
import { dueAt } from '../../plans/subscribe.ts'
import { columns } from '../../store/columns.ts'
import { sameAccount } from '../../store/same-account.ts'
import type { Store, StoreAndClock } from '../../store/store.ts'

/** The filter of subscriptions; an undefined field does not narrow. */
interface Wanted {
  accountId: string
  planId: string | undefined
  customerId: string | undefined
  /** `all`: those that have ended too. */
  state: (typeof CHOICES)[number] | undefined
}

/** What the list may be narrowed to, or widened: without one it has those that have not ended. */
const CHOICES = ['active', 'paused', 'cancelled', 'all'] as const

const page = { total: Type.Integer(), limit: Type.Integer(), offset: Type.Integer() }
const CountedPlan = Type.Object(
  {
    ...Plan.properties,
    active: Type.Integer({ description: 'Subscriptions that are charged' }),
    paused: Type.Integer(),
  },
  { title: 'CountedPlan' },
)
const SubscriptionShown = Type.Object(
  {
    ...Subscription.properties,
    plan_name: Type.String(),
    amount: Type.String(),
    period: Plan.properties.period,
    customer_name: Type.String(),
    card_last4: Type.String(),
    card_gone: Type.Boolean(),
    under_way: Type.Boolean({
      description: 'A charge whose answer is awaited: it counts whatever is decided now',
    }),
    resumed_charge: orNull(
      Type.String({
        description: 'The instant of the next charge if it were resumed now; null while it is not paused',
      }),
    ),
  },
  { title: 'SubscriptionShown' },
)

export function subscriptionRoutes(app: App, { store, clock }: StoreAndClock): void {
  app.get(
    '/v1/console/plans',
    {
      config: { access: 'read' },
      schema: {
        hide: true,
        querystring: Type.Object(PagingQuery),
        response: answer(Type.Object({ ...page, plans: Type.Array(CountedPlan) })),
      },
    },
    async (request) => {
      const page = pagingOf(request.query)
      return { success: true, result: { ...page, ...(await readPlans(store, request.caller.accountId, page)) } }
    },
  )

  app.get(
    '/v1/console/subscriptions',
    {
      config: { access: 'read' },
      schema: {
        hide: true,
        querystring: Type.Object({
          plan: queryText('Only those to this plan'),
          customer: queryText('Only those of this customer'),
          status: queryText('active, paused, cancelled, or all of these; without it those that have not ended'),
          ...PagingQuery,
        }),
        response: answer(Type.Object({ ...page, subscriptions: Type.Array(SubscriptionShown) })),
      },
    },
    async (request) => {
      const { plan, customer, status } = request.query
      const fields: FieldProblems = {}
      const page = readPaging(request.query, fields)
      const state = CHOICES.find((one) => one === status)
      if (status && state === undefined)
        fields.status = [[`status debe ser ${CHOICES.join(', ')}`, `status must be one of ${CHOICES.join(', ')}`]]
      refuseInvalid(fields)
      const wanted = {
        accountId: request.caller.accountId,
        planId: plan || undefined,
        customerId: customer || undefined,
        state,
      }
      const { total, rows } = await read(store, wanted, page)
      return { success: true, result: { ...page, total, subscriptions: rows.map((row) => present(row, clock.now())) } }
    },
  )
}

/** A page of plans, newest first, with the numbers of charged and paused subscriptions. */
async function readPlans(store: Store, accountId: string, page: { limit: number; offset: number }) {
  const plans = store.db.selectFrom('plans').where('account_id', '=', accountId)
  const [counted, rows] = await Promise.all([
    plans.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    plans.select(columns.plans).orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
  ])
  const ids = rows.map(({ id }) => id)
  const counts =
    ids.length === 0
      ? []
      : await store.db
          .selectFrom('subscriptions')
          .select(({ fn }) => ['plan_id', 'state', fn.countAll<number>().as('count')])
          .where('account_id', '=', accountId)
          .where('plan_id', 'in', ids)
          .where('ended_at', 'is', null)
          .groupBy(['plan_id', 'state'])
          .execute()
  const many = (id: string, state: string) =>
    Number(counts.find((one) => one.plan_id === id && one.state === state)?.count ?? 0)
  const shown = rows.map((row) => ({
    ...presentPlan(row),
    active: many(row.id, 'active'),
    paused: many(row.id, 'paused'),
  }))
  return { total: Number(counted.total), plans: shown }
}

/** A page of subscriptions, newest first, and their number. */
async function read(store: Store, wanted: Wanted, page: { limit: number; offset: number }) {
  const { accountId, planId, customerId, state } = wanted
  let those = store.db.selectFrom('subscriptions').where('subscriptions.account_id', '=', accountId)
  if (planId !== undefined) those = those.where('plan_id', '=', planId)
  if (customerId !== undefined) those = those.where('subscriptions.customer_id', '=', customerId)
  if (state === undefined) those = those.where('ended_at', 'is', null)
  else if (state !== 'all') those = those.where('state', '=', state)
  const [counted, rows] = await Promise.all([
    those.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    those
      .innerJoin('plans', (join) =>
        join.onRef('plans.account_id', '=', 'subscriptions.account_id').onRef('plans.id', '=', 'plan_id'),
      )
      .innerJoin('customers', sameAccount('customers.id', 'subscriptions.customer_id'))
      .leftJoin('cards', sameAccount('cards.id', 'subscriptions.card_id'))
      .select(columns.subscriptions.map((name) => `subscriptions.${name}` as const))
      .select(['plans.name as plan_name', 'plans.amount_centavos', 'plans.period'])
      .select(['customers.name as customer_name', 'cards.last_four', 'cards.deactivated_at as card_gone_at'])
      .orderBy('subscriptions.id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
  ])
  return { total: Number(counted.total), rows }
}

type Row = Awaited<ReturnType<typeof read>>['rows'][number]

function present(row: Row, now: string): Static<typeof SubscriptionShown> {
  return {
    ...presentSubscription(row),
    plan_name: row.plan_name,
    amount: formatAmount(row.amount_centavos),
    period: row.period,
    customer_name: row.customer_name,
    card_last4: row.last_four ?? '',
    card_gone: row.last_four === null || row.card_gone_at !== null,
    under_way: row.pending_operation !== null,
    resumed_charge: row.state === 'paused' ? mexicoCityTime(resumedAt(row, now)) : null,
  }
}

/** By the rule of `resume`. */
function resumedAt(row: Row, now: string): string {
  if (row.pending_operation !== null) return row.due_at ?? now
  const start = { day: row.start_day, period: row.period }
  return dueAt(start, firstPeriodFrom(start, row.next_period, mexicoCityDay(now)), now)
}
