// The endpoints of subscriptions: create, charge, pause, resume, end.
import Type, { type Static, type TSchema } from 'typebox'
import { Total } from '../api/description/answer-members.ts'
import { answer, FORMED, Id, NoBody, requiredText, strictObject } from '../api/fields.ts'
import { ListQuery, listPageOf, Next } from '../api/paging.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import { Failure } from '../failures.ts'
import type { PlanNeeds } from './needs.ts'
import { PlanCharge, presentCharge, presentSubscription, Subscription } from './present.ts'
import { findPlan, findSubscription, latestCharges, listSubscriptions } from './search.ts'
import { type Also, cancel, changeCard, pause, resume, subscribe } from './subscribe.ts'
import type { SubscriptionRow } from './tables.ts'

const tags = ['Plans']
const CHARGES_SHOWN = 50

const params = Type.Object({ plan: Id, customer: Id })
const card = requiredText(100, { description: 'A saved card of the customer', examples: ['crd_06f8k2v1c9s7m0a3'] })

export function subscriptionRoutes(app: App, needs: PlanNeeds & RouteNeeds): void {
  const { store, once } = needs
  const answered = (row: SubscriptionRow) => ({ success: true, result: presentSubscription(row) })

  app.post(
    '/v1/plan/:plan/customers',
    {
      config: {
        access: 'charge',
        refusals: ['cards-not-offered', 'card-unknown', 'customer-on-plan', 'customer-inactive'],
      },
      schema: {
        operationId: 'createSubscription',
        tags,
        summary: 'Put a customer on a plan',
        description:
          'The saved card is charged on `start_date` (today when left out) and at the beginning of each period after it; 31 January is followed by 28 February and 31 March. A declined card is tried again after 1, 3 and 5 days, then the subscription is paused.',
        params: Type.Object({ plan: Id }),
        body: strictObject({
          customer: requiredText(100, {
            description: 'The customer (`cus_…`) who is put on the plan',
            examples: ['cus_06f8k2v1c9s7m0a3'],
          }),
          card,
          start_date: Type.Optional(
            requiredText(FORMED, {
              description: 'The day of the first charge, YYYY-MM-DD; left out, today. Null is refused',
            }),
          ),
        }),
        response: answer(Subscription),
      },
    },
    async (request, reply) => {
      await needs.refuseNumberOf(request, request.body.card)
      return once(request, reply, async (effect) => {
        if (!needs.acquirers.offered) throw new Failure('cards-not-offered')
        const { body, caller } = request
        const row = await subscribe(
          needs,
          {
            accountId: caller.accountId,
            operator: caller.operator,
            planId: request.params.plan,
            customerId: body.customer,
            cardId: body.card,
            startDay: body.start_date,
          },
          (made) => effect.answered(answered(made)),
        )
        return answered(row)
      })
    },
  )

  app.get(
    '/v1/plan/:plan/customers',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listSubscriptions',
        tags,
        summary: 'List the subscriptions to a plan',
        description: 'Every customer on the plan, whether charged, paused or ended, with the day of the next charge.',
        params: Type.Object({ plan: Id }),
        querystring: Type.Object(ListQuery),
        response: answer(
          Type.Object({
            total: Total,
            subscriptions: Type.Array(Subscription, { description: 'Oldest first' }),
            next: Next,
          }),
        ),
      },
    },
    async (request) => {
      const page = listPageOf(request.query, /^sub_[a-z0-9]{1,90}$/)
      const plan = await findPlan(store, { accountId: request.caller.accountId, planId: request.params.plan })
      const { total, subscriptions, next } = await listSubscriptions(store, plan, page)
      return { success: true, result: { total, subscriptions: subscriptions.map(presentSubscription), next } }
    },
  )

  app.get(
    '/v1/plan/:plan/customers/:customer',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getSubscription',
        tags,
        summary: 'Read a customer’s subscription and its latest charges',
        description:
          'The state of the subscription, the day of the next charge, and the results of the latest charges.',
        params,
        response: answer(
          Type.Object({
            ...Subscription.properties,
            charges: Type.Array(PlanCharge, { description: 'One for each period, latest first' }),
          }),
        ),
      },
    },
    async (request) => {
      const row = await findSubscription(store, ofCustomer(request))
      const charges = await latestCharges(store, row, CHARGES_SHOWN)
      return { success: true, result: { ...presentSubscription(row), charges: charges.map(presentCharge) } }
    },
  )

  app.put(
    '/v1/plan/:plan/customers/:customer',
    {
      config: { access: 'charge', refusals: ['card-unknown'] },
      schema: {
        operationId: 'updateSubscription',
        tags,
        summary: 'Charge another card',
        description: 'If the previous card was declined, the new card is tried at once.',
        params,
        body: strictObject({ card }),
        response: answer(Subscription),
      },
    },
    async (request, reply) => {
      await needs.refuseNumberOf(request, request.body.card)
      return once(request, reply, async (effect) => {
        const of = { ...ofCustomer(request), cardId: request.body.card }
        return answered(await changeCard(needs, of, (made) => effect.answered(answered(made))))
      })
    },
  )

  const verbs = [
    ['POST', '/pause', pause, 'pauseSubscription', 'Pause a subscription', 'Nothing is charged until it is resumed.'],
    [
      'POST',
      '/resume',
      resume,
      'resumeSubscription',
      'Resume a subscription',
      'Periods that began while it was paused are not charged.',
    ],
    [
      'DELETE',
      '',
      cancel,
      'cancelSubscription',
      'Take a customer off a plan',
      'For good; it can be put on the plan again.',
    ],
  ] as const
  for (const [method, path, change, operationId, summary, description] of verbs) {
    app.route({
      method,
      url: `/v1/plan/:plan/customers/:customer${path}`,
      config: { access: 'charge', refusals: [] },
      schema: {
        operationId,
        tags,
        summary,
        description,
        params,
        ...(method === 'POST' && { body: NoBody }),
        response: answer(Subscription as TSchema),
      },
      handler: async (request, reply) =>
        once(request, reply, async (effect) => {
          const also: Also = (made) => effect.answered(answered(made))
          return answered(await change(needs, ofCustomer(request as Addressed), also))
        }),
    })
  }
}

interface Addressed {
  caller: { accountId: string }
  params: Static<typeof params>
}

function ofCustomer({ caller, params: { plan, customer } }: Addressed) {
  return { accountId: caller.accountId, planId: plan, customerId: customer }
}
