// Charges that may have happened and are undone until the acquirer acknowledges, and what its connector keeps about each charge.

export const advices = {
  name: '0040-advices',
  statements: [
    `create table advices (
      id text primary key,
      account_id text not null,
      operation_id text not null,
      network text not null,
      network_reference text,
      amount_centavos bigint not null,
      reason text not null,
      state text not null,
      refusal text not null,
      attempts integer not null,
      due_at text,
      leased_until bigint not null,
      created_at text not null,
      closed_at text
    )`,
    `create unique index advices_operation on advices (account_id, operation_id)`,
    `create index advices_due on advices (due_at) where due_at is not null`,
    `create index advices_open on advices (id) where state <> 'acknowledged'`,
    `alter table operations add column network_trace text`,
  ],
}
