// Reversals that a network was asked for, so that one whose answer never came is finished later.

export const reversals = {
  name: '0009-reversals',
  statements: [
    `create table reversals (
      operation_id text primary key,
      account_id text not null,
      from_status text not null,
      state text not null,
      attempts integer not null,
      due_at text,
      leased_until bigint not null,
      created_at text not null
    )`,
    `create index reversals_due on reversals (due_at) where due_at is not null`,
  ],
}
