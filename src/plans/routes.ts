// The endpoints of plans (spec 4.8).
import Type from 'typebox'
import { Limit, Offset } from '../api/description/answer-members.ts'
import { amount, answer, freeText, Id, strictObject } from '../api/fields.ts'
import { CursorQuery, Next, notAPage, notTogether, PagingQuery, pagingOf } from '../api/paging.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import { Customer, presentCustomer } from '../customers/present.ts'
import { Failure, invalidField } from '../failures.ts'
import { createPlan } from './create.ts'
import type { PlanNeeds } from './needs.ts'
import { Plan, periods, presentPlan } from './present.ts'
import { findPlan, listPlans, PLAN_LIST_LIMIT, readPlansCursor } from './search.ts'
import { subscriptionRoutes } from './subscription-routes.ts'

const tags = ['Plans']

export function planRoutes(app: App, needs: PlanNeeds & RouteNeeds): void {
  const { store, once } = needs

  app.get(
    '/v1/plan',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listPlans',
        tags,
        summary: 'List plans and the customers on them',
        description:
          'Answers 50 customers who are on a plan, oldest first, and 50 plans, newest first; `next` goes on with both, and `offset` skips as many of each.',
        querystring: Type.Object({
          offset: PagingQuery.offset,
          starting_after: CursorQuery.starting_after,
        }),
        response: answer(
          Type.Object({
            limit: Limit,
            offset: Offset,
            total: Type.Integer({ description: 'Customers who are on a plan' }),
            customers: Type.Array(Customer, { description: 'Who are on a plan, oldest first' }),
            plans: Type.Array(Plan, { description: 'Newest first' }),
            next: Type.Optional(Next),
          }),
        ),
      },
    },
    async (request) => {
      const { offset } = pagingOf({ offset: request.query.offset ?? '' })
      const typed = request.query.starting_after || undefined
      const after = typed === undefined ? undefined : readPlansCursor(typed)
      if (typed !== undefined && after === undefined) throw invalidField('starting_after', ...notAPage)
      if (after !== undefined && offset > 0) throw invalidField('offset', ...notTogether)
      const { accountId } = request.caller
      const { total, customers, plans, next } = await listPlans(store, { accountId, offset, after })
      return {
        success: true,
        result: {
          limit: PLAN_LIST_LIMIT,
          offset,
          total,
          customers: customers.map(presentCustomer),
          plans: plans.map(presentPlan),
          // A client of before reads exactly these fields of a list that is complete.
          ...((next !== null || after !== undefined) && { next }),
        },
      }
    },
  )

  app.post(
    '/v1/plan',
    {
      config: { access: 'charge', refusals: ['cards-not-offered'] },
      schema: {
        tags,
        summary: 'Create a plan',
        description: 'Customers on the plan pay the amount once in each period with a saved card.',
        body: strictObject({
          name: freeText(100, { minLength: 1, description: 'What the plan is called', examples: ['Mensual'] }),
          amount: amount({ examples: [299] }),
          period: Type.Union(
            periods.map((period) => Type.Literal(period)),
            { description: 'How often its customers are charged', examples: ['month'] },
          ),
          currency: Type.Optional(
            Type.Union([Type.Literal('MXN'), Type.Null()], { description: 'MXN, which it also is when left out' }),
          ),
        }),
        response: answer(Plan),
      },
    },
    async (request, reply) =>
      once(request, reply, async (effect) => {
        if (!needs.acquirers.offered) throw new Failure('cards-not-offered')
        const { name, amount, period } = request.body
        const plan = await createPlan(needs, { accountId: request.caller.accountId, name, amount, period }, (made) =>
          effect.answered({ success: true, result: presentPlan(made) }),
        )
        return { success: true, result: presentPlan(plan) }
      }),
  )

  app.get(
    '/v1/plan/:plan',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Read a plan',
        description: 'The plan with its amount, period and the number of customers on it.',
        params: Type.Object({ plan: Id }),
        response: answer(Plan),
      },
    },
    async (request) => {
      const plan = await findPlan(store, { accountId: request.caller.accountId, planId: request.params.plan })
      return { success: true, result: presentPlan(plan) }
    },
  )

  subscriptionRoutes(app, needs)
}
