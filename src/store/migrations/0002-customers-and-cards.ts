// Customers, their SPEI sources and saved cards, and the single-use tokens that become cards or payments.

export const customersAndCards = {
  name: '0002-customers-and-cards',
  statements: [
    `create table customers (
      id text primary key,
      account_id text not null,
      name text not null,
      email text not null,
      active integer not null,
      metadata text,
      created_at text not null
    )`,
    `create index customers_by_account on customers (account_id, id)`,
    `create table sources (
      id text primary key,
      account_id text not null,
      customer_id text not null,
      type text not null,
      name text not null,
      clabe text not null unique,
      reference text not null,
      bank_name text not null,
      created_at text not null,
      deactivated_at text
    )`,
    `create index sources_by_customer on sources (customer_id, id)`,
    `create table card_tokens (
      id text primary key,
      account_id text not null,
      sealed_number text not null,
      fingerprint text not null,
      holder_name text not null,
      brand text not null,
      first_six text not null,
      last_four text not null,
      expiration text not null,
      created_at text not null,
      expires_at text not null,
      used_at text
    )`,
    `create index card_tokens_unused on card_tokens (expires_at) where used_at is null`,
    `create table cards (
      id text primary key,
      account_id text not null,
      customer_id text not null,
      sealed_number text not null,
      fingerprint text not null,
      holder_name text not null,
      brand text not null,
      first_six text not null,
      last_four text not null,
      expiration text not null,
      country_code text not null,
      bank_name text not null,
      funding text not null,
      created_at text not null,
      deactivated_at text
    )`,
    `create index cards_by_customer on cards (customer_id, id)`,
    `create unique index cards_once on cards (customer_id, fingerprint) where deactivated_at is null`,
  ],
}
