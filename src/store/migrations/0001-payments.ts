// The first schema: accounts, operations and everything written in the batch of an operation's change.

export const payments = {
  name: '0001-payments',
  statements: [
    `create table accounts (
      id text primary key,
      name text not null,
      email text not null,
      payout_clabe text,
      created_at text not null
    )`,
    `create table credentials (
      id text primary key,
      account_id text not null references accounts (id),
      app_key text not null unique,
      kind text not null,
      secret_hash text not null,
      operator text not null,
      created_at text not null,
      revoked_at text
    )`,
    `create table sessions (
      token_hash text primary key,
      account_id text not null references accounts (id),
      credential_id text not null references credentials (id),
      created_at text not null,
      expires_at text not null,
      revoked_at text
    )`,
    `create index sessions_by_credential on sessions (credential_id, expires_at)`,
    `create table fee_schedules (
      account_id text not null references accounts (id),
      payment_method text not null,
      percentage_millis integer not null,
      fixed_centavos bigint not null,
      primary key (account_id, payment_method)
    )`,
    `create table clock (
      id integer primary key,
      offset_ms bigint not null,
      frozen_ms bigint
    )`,
    `insert into clock (id, offset_ms, frozen_ms) values (1, 0, null)`,
    `create table sequences (
      name text primary key,
      next bigint not null
    )`,
    `create table idempotency (
      account_id text not null,
      key text not null,
      fingerprint text not null,
      operation_id text,
      response_status integer,
      response_body text,
      created_at text not null,
      primary key (account_id, key)
    ) without rowid`,
    `create index idempotency_by_age on idempotency (created_at)`,
    `create index idempotency_unanswered on idempotency (operation_id)
      where operation_id is not null and response_status is null`,
    `create table transport_keys (
      id text primary key,
      generation integer not null unique,
      bits integer not null,
      public_pem text not null,
      sealed_private text not null,
      created_at text not null,
      readable_until text
    )`,
    `create table operations (
      id text primary key,
      account_id text not null,
      created_at text not null,
      day text not null,
      payment_method text not null,
      status text not null,
      status_at text not null,
      total_centavos bigint not null,
      tip_centavos bigint not null,
      fee_centavos bigint not null,
      iva_centavos bigint not null,
      fee_percentage_millis integer not null,
      affiliate text,
      affiliate_centavos bigint not null,
      description text not null,
      reference_number text,
      external_transaction text,
      external_claim text,
      charge_fingerprint text,
      application_key text,
      operator text not null,
      authorization_code text not null,
      decline_code text,
      customer_id text,
      card_id text,
      card_brand text not null,
      card_holder text not null,
      card_first_six text not null,
      card_last_four text not null,
      card_label text not null,
      card_fingerprint text,
      months integer,
      latitude text not null,
      longitude text not null,
      metadata text,
      network text not null,
      network_reference text,
      store text,
      bank_account_number text,
      bank_name text,
      payment_id text,
      short_id text,
      source_id text,
      expires_at text,
      due_at text,
      has_devolution integer not null
    )`,
    // Newest day first, newest id first. The columns of the list's filters ride along, so that a deep page is counted off
    // without a look at the rows.
    `create index operations_listed on operations
      (account_id, day, id, status, payment_method, card_brand, operator)`,
    `create index operations_by_reference on operations (account_id, reference_number, id)
      where reference_number is not null`,
    `create unique index operations_external_claim on operations (account_id, external_claim)
      where external_claim is not null`,
    `create unique index operations_network_reference on operations (network, network_reference)
      where network_reference is not null`,
    `create index operations_by_source on operations (source_id, id) where source_id is not null`,
    `create index operations_due on operations (due_at) where due_at is not null`,
    `create table daily_totals (
      account_id text not null,
      day text not null,
      payment_method text not null,
      card_brand text not null,
      operator text not null,
      status text not null,
      shard integer not null,
      operations bigint not null,
      total_centavos bigint not null,
      commission_centavos bigint not null,
      primary key (account_id, day, payment_method, card_brand, operator, status, shard)
    ) without rowid`,
    `create table monthly_totals (
      account_id text not null,
      month text not null,
      payment_method text not null,
      card_brand text not null,
      operator text not null,
      status text not null,
      shard integer not null,
      operations bigint not null,
      total_centavos bigint not null,
      commission_centavos bigint not null,
      primary key (account_id, month, payment_method, card_brand, operator, status, shard)
    ) without rowid`,
    `create table events (
      id text primary key,
      account_id text not null,
      type text not null,
      operation_id text,
      operation_status text,
      data text,
      created_at text not null,
      fanned_out integer not null
    ) without rowid`,
    `create index events_by_account on events (account_id, id)`,
    `create index events_to_fan_out on events (id) where fanned_out = 0`,
    `create table postings (
      entry text not null,
      line integer not null,
      account_id text not null,
      ledger_account text not null,
      day text not null,
      amount_centavos bigint not null,
      created_at text not null,
      primary key (entry, line)
    ) without rowid`,
    `create table balances (
      account_id text not null,
      ledger_account text not null,
      day text not null,
      shard integer not null,
      amount_centavos bigint not null,
      primary key (account_id, ledger_account, day, shard)
    ) without rowid`,
  ],
}
