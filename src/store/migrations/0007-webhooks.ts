// Who wants to know what happened, what each is to be told, and every try to tell them.

export const webhooks = {
  name: '0007-webhooks',
  statements: [
    `create table webhook_endpoints (
      id text primary key,
      account_id text not null,
      alias text,
      url text not null,
      description text not null,
      events text,
      state text not null,
      state_reason text not null,
      sealed_secret text not null,
      sealed_previous text,
      previous_until text,
      failing_since text,
      faults text,
      created_at text not null
    )`,
    `create index webhook_endpoints_by_account on webhook_endpoints (account_id, id)`,
    `create unique index webhook_endpoints_alias on webhook_endpoints (account_id, alias) where alias is not null`,
    `create table webhook_deliveries (
      event_id text not null,
      endpoint_id text not null,
      account_id text not null,
      operation_id text,
      state text not null,
      tries integer not null,
      attempts integer not null,
      due_at text,
      leased_until bigint not null,
      created_at text not null,
      primary key (event_id, endpoint_id)
    )`,
    `create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at) where due_at is not null`,
    `create index webhook_deliveries_in_order on webhook_deliveries (operation_id, endpoint_id, event_id)
      where due_at is not null`,
    `create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, created_at) where state = 'failed'`,
    `create table delivery_attempts (
      event_id text not null,
      endpoint_id text not null,
      attempt integer not null,
      at text not null,
      duration_ms integer not null,
      status integer,
      error text,
      answer text not null,
      primary key (event_id, endpoint_id, attempt)
    )`,
    `create index events_by_operation on events (operation_id, id) where operation_id is not null`,
  ],
}
