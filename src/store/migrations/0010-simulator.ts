// The sandbox's payers: what each account wants of them, and the payments they are going to make.

export const simulator = {
  name: '0010-simulator',
  statements: [
    `create table payer_rules (
      account_id text primary key,
      pay_after_seconds integer
    )`,
    `create table planned_payments (
      id text primary key,
      account_id text not null,
      operation_id text not null,
      amount_centavos bigint not null,
      network_transaction text not null unique,
      due_at text
    )`,
    `create index planned_payments_due on planned_payments (due_at, id) where due_at is not null`,
  ],
}
