// Plans, subscriptions to them and their charges as the wire has them.
import Type, { type Static } from 'typebox'
import { Instant } from '../api/description/answer-members.ts'
import { choice, Money } from '../api/fields.ts'
import { formatAmount } from '../core/money.ts'
import { mexicoCityTime } from '../core/time.ts'
import type { PlanChargeRow, PlanRow, SubscriptionRow } from './tables.ts'

export const periods = ['day', 'week', 'month', 'year'] as const

export const Plan = Type.Object(
  {
    id: Type.String({ description: 'Of the plan, `pln_…`', examples: ['pln_06f8f2k3'] }),
    name: Type.String({ description: 'As your customers read it', examples: ['Mensual'] }),
    amount: Money,
    period: choice(periods, { description: 'The time from one charge to the next', examples: ['month'] }),
    date_create: Type.String({ description: 'ISO 8601 with the offset of Mexico City' }),
  },
  { title: 'Plan' },
)

export const Subscription = Type.Object(
  {
    id: Type.String({ description: 'Of the subscription, `sub_…`', examples: ['sub_06f8f2k3'] }),
    plan: Type.String({ description: 'The plan that it follows, `pln_…`' }),
    customer: Type.String({ description: 'The customer who pays, `cus_…`' }),
    card: Type.String({ description: 'The saved card that is charged, `crd_…`' }),
    status: choice(['active', 'paused', 'cancelled'], { description: 'Only an `active` one is charged' }),
    paused_because: choice(['asked', 'declined', 'card_expired', 'card_removed', 'stopped', ''], {
      description:
        'declined: by the bank; card_expired: the card’s last month is over; card_removed: the saved card was deleted. Charge another card and resume. ' +
        'stopped: a rule of risk or the service stopped the charge, and no bank was asked. Change the rule and resume',
    }),
    start_date: Type.String({ description: 'The day from which periods are counted' }),
    next_charge: Type.Union([Type.String(), Type.Null()], {
      description: 'When the card is charged next; null if it is not charged',
    }),
    attempts: Type.Integer({ description: 'Declined tries of the period that is being charged' }),
    date_create: Instant,
  },
  { title: 'Subscription' },
)

export const PlanCharge = Type.Object(
  {
    period: Type.Integer({ description: 'The first is 0' }),
    date: Type.String({ description: 'The day on which the period began' }),
    status: choice(['paid', 'failed', 'skipped'], {
      description:
        'failed: declined, or the payment was cancelled; skipped: too many periods had passed when the card could be charged',
    }),
    transaction: Type.Union([Type.String(), Type.Null()], {
      description: 'The payment, or the last declined or cancelled one',
    }),
    attempts: Type.Integer({ description: 'How often the card was tried' }),
    timestamp: Instant,
  },
  { title: 'Plan charge' },
)

export function presentPlan(row: PlanRow): Static<typeof Plan> {
  return {
    id: row.id,
    name: row.name,
    amount: { amount: formatAmount(row.amount_centavos), currency: row.currency },
    period: row.period,
    date_create: mexicoCityTime(row.created_at),
  }
}

export function presentCharge(row: PlanChargeRow): Static<typeof PlanCharge> {
  return {
    period: row.period,
    date: row.day,
    status: row.state,
    transaction: row.operation_id,
    attempts: row.attempts,
    timestamp: mexicoCityTime(row.created_at),
  }
}

export function presentSubscription(row: SubscriptionRow): Static<typeof Subscription> {
  return {
    id: row.id,
    plan: row.plan_id,
    customer: row.customer_id,
    card: row.card_id,
    status: row.state,
    paused_because: row.paused_because,
    start_date: row.start_day,
    next_charge: row.due_at === null ? null : mexicoCityTime(row.due_at),
    attempts: row.attempts,
    date_create: mexicoCityTime(row.created_at),
  }
}
