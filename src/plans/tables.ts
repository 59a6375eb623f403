// Tables: plans, subscriptions and their charges.
import { codesOf } from '../core/language/state-words.ts'
import { day, instant, natural, oneOf, positive, type Row, table, text, uuid } from '../core/table.ts'
import { pauseWords, subscriptionStateWords } from './code-words.ts'

export const plans = table(
  'plans',
  {
    authority: {
      id: text(),
      account_id: text(),
      name: text(),
      amount_centavos: positive(),
      currency: oneOf(['MXN']),
      period: oneOf(['day', 'week', 'month', 'year']),
      created_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
  },
)
export type PlanRow = Row<typeof plans>

/** A customer on a plan, charged with a saved card. */
export const subscriptions = table(
  'subscriptions',
  {
    authority: {
      id: text(),
      account_id: text(),
      plan_id: text(),
      customer_id: text(),
      card_id: text(),
      /** The operator who put the customer on the plan, and of its charges. */
      operator: text(),
      state: oneOf(codesOf(subscriptionStateWords)),
      paused_because: oneOf(['', ...codesOf(pauseWords)]),
      /** The Mexico City day from which periods are counted: period 0 is due on it. */
      start_day: day(),
      created_at: instant(),
      ended_at: instant().orNull(),
    },
    work: {
      /** The number of declined tries of that period. */
      attempts: natural(),
      /** Its payment without an answer yet. */
      pending_operation: uuid().orNull(),
      due_at: instant().orNull(),
      leased_until: natural(),
      /** The first period that is not charged yet. */
      next_period: natural(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    references: { 'account_id, plan_id': 'plans' },
    unique: {
      subscriptions_once: 'account_id, plan_id, customer_id where ended_at is null',
    },
    indexes: {
      subscriptions_by_account: 'account_id, customer_id where ended_at is null',
      subscriptions_by_plan: 'account_id, plan_id, id',
      subscriptions_due: 'due_at where due_at is not null',
    },
  },
)
export type SubscriptionRow = Row<typeof subscriptions>

/** The result of one period of a subscription; periods that passed during a pause have no row. */
export const planCharges = table(
  'plan_charges',
  {
    fact: {
      subscription_id: text(),
      period: natural(),
      account_id: text(),
      /** The Mexico City day on which the period began. */
      day: day(),
      /** `failed`: declined, or the payment was cancelled. `skipped`: too many periods had passed when the card could be charged. */
      state: oneOf(['paid', 'failed', 'skipped']),
      operation_id: uuid().orNull(),
      attempts: natural(),
      created_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, subscription_id, period',
    recorded: { by: 'created_at', keys: ['subscription_id', 'period'] },
    references: { 'account_id, subscription_id': 'subscriptions' },
    indexes: {
      plan_charges_by_time: 'created_at, subscription_id, period',
    },
  },
)
export type PlanChargeRow = Row<typeof planCharges>
