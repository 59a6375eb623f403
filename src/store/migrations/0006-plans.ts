// Plans, who is on them with which card, and what became of each period.

export const plans = {
  name: '0006-plans',
  statements: [
    `create table plans (
      id text primary key,
      account_id text not null,
      name text not null,
      amount_centavos bigint not null,
      currency text not null,
      period text not null,
      created_at text not null
    )`,
    `create index plans_by_account on plans (account_id, id)`,
    `create table subscriptions (
      id text primary key,
      account_id text not null,
      plan_id text not null references plans (id),
      customer_id text not null,
      card_id text not null,
      operator text not null,
      state text not null,
      paused_because text not null,
      start_day text not null,
      next_period integer not null,
      attempts integer not null,
      pending_operation text,
      due_at text,
      leased_until bigint not null,
      created_at text not null,
      ended_at text
    )`,
    `create unique index subscriptions_once on subscriptions (plan_id, customer_id) where ended_at is null`,
    `create index subscriptions_by_account on subscriptions (account_id, customer_id) where ended_at is null`,
    `create index subscriptions_by_plan on subscriptions (plan_id, id)`,
    `create index subscriptions_due on subscriptions (due_at) where due_at is not null`,
    `create table plan_charges (
      subscription_id text not null references subscriptions (id),
      period integer not null,
      account_id text not null,
      day text not null,
      state text not null,
      operation_id text,
      attempts integer not null,
      created_at text not null,
      primary key (subscription_id, period)
    )`,
  ],
}
