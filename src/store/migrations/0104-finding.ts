// Words by which operations are found, written in the background from a queue that every change of an operation feeds.

export const finding = {
  name: '0104-finding',
  statements: [
    // The order of the list: the newest day first. Everything of one account and word lies together.
    `create table found_words (
      account_id text not null,
      word text not null,
      day text not null,
      operation_id text not null,
      primary key (account_id, word, day, operation_id)
    ) without rowid`,
    `create table finding_queue (
      account_id text not null,
      id text not null,
      operation_id text not null,
      found_by text not null,
      primary key (account_id, id)
    ) without rowid`,
    `create table finding_lease (
      id integer primary key,
      leased_until bigint not null
    )`,
    `insert into finding_lease (id, leased_until) values (1, 0)`,
    `create index customers_by_email on customers (account_id, lower(email))`,
    // What was there before: each operation, its payers and the addresses that it was sent to.
    `insert into finding_queue (account_id, id, operation_id, found_by)
      select account_id, 'old_' || id, id, '' from operations`,
    `insert into finding_queue (account_id, id, operation_id, found_by)
      select account_id, 'old_' || id, operation_id,
        coalesce(payer_name, '') || ' ' || coalesce(payer_clabe, '') || ' ' || network_transaction
      from payments_received where operation_id is not null and account_id is not null`,
    `insert into finding_queue (account_id, id, operation_id, found_by)
      select account_id, 'old_' || id, operation_id, recipient from messages where channel = 'email' and operation_id <> ''`,
  ],
}
