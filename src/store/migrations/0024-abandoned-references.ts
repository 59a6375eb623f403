// References and accounts that a network may have issued but nobody received. The worker cancels them.

export const abandonedReferences = {
  name: '0024-abandoned-references',
  statements: [
    `create table abandoned_references (
      owner_id text primary key,
      rail text not null,
      network text not null,
      store text,
      amount_centavos bigint,
      expires_at text,
      reference text,
      attempts integer not null,
      due_at text,
      leased_until bigint not null,
      created_at text not null
    )`,
    `create index abandoned_references_due on abandoned_references (due_at) where due_at is not null`,
  ],
}
