// What networks reported as paid, and what is to be transferred out: returns, refunds and payouts.

export const moneyInAndOut = {
  name: '0003-money-in-and-out',
  statements: [
    `create table payments_received (
      id text primary key,
      network text not null,
      network_transaction text not null,
      network_reference text not null,
      account_id text,
      operation_id text,
      amount_centavos bigint not null,
      payer_clabe text,
      payer_name text,
      outcome text not null,
      reason text not null,
      received_at text not null
    )`,
    `create unique index payments_received_once on payments_received (network, network_transaction)`,
    `create index payments_received_by_operation on payments_received (operation_id, id) where operation_id is not null`,
    `create table transfers (
      id text primary key,
      account_id text,
      operation_id text,
      kind text not null,
      network text not null,
      destination text not null,
      beneficiary text not null,
      amount_centavos bigint not null,
      tracking_key text not null unique,
      concept text not null,
      state text not null,
      attempts integer not null,
      due_at text,
      leased_until bigint not null,
      created_at text not null,
      sent_at text
    )`,
    `create index transfers_due on transfers (due_at) where due_at is not null`,
    `create index transfers_by_operation on transfers (operation_id, id) where operation_id is not null`,
  ],
}
