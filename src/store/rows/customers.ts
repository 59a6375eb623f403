// Rows: customers, their SPEI sources, plans and subscriptions.
import type { Day, Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

export interface CustomerRow {
  id: string
  account_id: string
  name: string
  email: string
  active: 0 | 1
  metadata: string | null
  created_at: Instant
}

/** An account number of a customer's own into which SPEI transfers can be made. */
export interface SourceRow {
  id: string
  account_id: string
  customer_id: string
  type: 'SPEI'
  name: string
  clabe: string
  reference: string
  bank_name: string
  created_at: Instant
  deactivated_at: Instant | null
}

export interface PlanRow {
  id: string
  account_id: string
  name: string
  amount_centavos: number
  currency: 'MXN'
  period: 'day' | 'week' | 'month' | 'year'
  created_at: Instant
}

/** A customer on a plan, charged with a saved card. */
export interface SubscriptionRow {
  id: string
  account_id: string
  plan_id: string
  customer_id: string
  card_id: string
  /** The operator who put the customer on the plan, and of its charges. */
  operator: string
  state: 'active' | 'paused' | 'cancelled'
  paused_because: '' | 'asked' | 'declined'
  /** The Mexico City day from which periods are counted: period 0 is due on it. */
  start_day: Day
  /** The first period that is not charged yet. */
  next_period: number
  /** The number of declined tries of that period. */
  attempts: number
  /** Its payment without an answer yet. */
  pending_operation: string | null
  due_at: Instant | null
  leased_until: number
  created_at: Instant
  ended_at: Instant | null
}

/** The result of one period of a subscription; periods that passed during a pause have no row. */
export interface PlanChargeRow {
  subscription_id: string
  period: number
  account_id: string
  /** The Mexico City day on which the period began. */
  day: Day
  /** `failed`: declined, or the payment was cancelled. `skipped`: too many periods had passed when the card could be charged. */
  state: 'paid' | 'failed' | 'skipped'
  operation_id: string | null
  attempts: number
  created_at: Instant
}

export const customerColumns = {
  customers: all<CustomerRow>()('id', 'account_id', 'name', 'email', 'active', 'metadata', 'created_at'),
  sources: all<SourceRow>()(
    'id',
    'account_id',
    'customer_id',
    'type',
    'name',
    'clabe',
    'reference',
    'bank_name',
    'created_at',
    'deactivated_at',
  ),
  plans: all<PlanRow>()('id', 'account_id', 'name', 'amount_centavos', 'currency', 'period', 'created_at'),
  subscriptions: all<SubscriptionRow>()(
    'id',
    'account_id',
    'plan_id',
    'customer_id',
    'card_id',
    'operator',
    'state',
    'paused_because',
    'start_day',
    'next_period',
    'attempts',
    'pending_operation',
    'due_at',
    'leased_until',
    'created_at',
    'ended_at',
  ),
  plan_charges: all<PlanChargeRow>()(
    'subscription_id',
    'period',
    'account_id',
    'day',
    'state',
    'operation_id',
    'attempts',
    'created_at',
  ),
}
