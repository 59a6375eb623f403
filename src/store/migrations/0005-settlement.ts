// Payouts to merchants, what each is made of, and what affiliated users are owed.

export const settlement = {
  name: '0005-settlement',
  statements: [
    `alter table accounts add column settled_day text not null default ''`,
    `create index accounts_to_settle on accounts (settled_day, id)`,
    `create table payouts (
      id text primary key,
      account_id text not null,
      day text not null,
      from_day text not null,
      to_day text not null,
      amount_centavos bigint not null,
      clabe text not null,
      beneficiary text not null,
      tracking_key text not null unique,
      transfer_id text not null,
      state text not null,
      created_at text not null,
      state_at text not null
    )`,
    `create unique index payouts_once on payouts (account_id, day)`,
    `create index payouts_under_way on payouts (transfer_id) where state = 'pending'`,
    `create table payout_lines (
      payout_id text not null references payouts (id),
      payment_method text not null,
      card_brand text not null,
      operator text not null,
      carried_from text not null,
      entries bigint not null,
      total_centavos bigint not null,
      fee_centavos bigint not null,
      iva_centavos bigint not null,
      affiliate_centavos bigint not null,
      amount_centavos bigint not null,
      primary key (payout_id, payment_method, card_brand, operator, carried_from)
    )`,
    `create table affiliate_balances (
      account_id text not null,
      affiliate text not null,
      shard integer not null,
      amount_centavos bigint not null,
      primary key (account_id, affiliate, shard)
    ) without rowid`,
    `create index postings_of_merchant on postings (account_id, day, entry) where ledger_account = 'payable:merchant'`,
  ],
}
