// The events of plans and subscriptions.
import Type, { type TSchema } from 'typebox'
import type { planEventTypes } from './event-types.ts'
import { Plan, Subscription } from './present.ts'

const Nullable = Type.Union([Type.String(), Type.Null()])

const charged = (title: string, more: Record<string, TSchema> = {}) =>
  Type.Object(
    {
      ...Subscription.properties,
      period: Type.Integer({ description: 'The period that was charged: the first is 0' }),
      transaction: Nullable,
      ...more,
    },
    { title },
  )

export const planEvents = {
  'plan.created': Plan,
  'plan.subscribed': Subscription,
  'plan.charged': charged('PlanCharged'),
  'plan.charge_failed': charged('PlanChargeFailed', {
    code: Type.String({
      description: 'Why: the bank’s code, else the code of the refusal; empty: the payment was cancelled',
    }),
  }),
  'plan.charge_skipped': Type.Unsafe({ ...Subscription }),
  'plan.card_expiring': Subscription,
  'plan.paused': Subscription,
  'plan.resumed': Subscription,
  'plan.cancelled': Subscription,
} satisfies Record<keyof typeof planEventTypes, TSchema>
