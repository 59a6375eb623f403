// Idempotency keys of publishable credentials apart from those of secret ones. SQLite cannot change a primary key, so the rows,
// which are those of one day, move to another table. Existing keys count as those of secret credentials.

export const idempotencyByCredential = {
  name: '0018-idempotency-by-credential',
  statements: [
    `create table idempotency_by_credential (
      account_id text not null,
      credential_kind text not null default 'secret',
      key text not null,
      fingerprint text not null,
      operation_id text,
      response_status integer,
      response_body text,
      created_at text not null,
      primary key (account_id, credential_kind, key)
    ) without rowid`,
    `insert into idempotency_by_credential
      (account_id, key, fingerprint, operation_id, response_status, response_body, created_at)
      select account_id, key, fingerprint, operation_id, response_status, response_body, created_at from idempotency`,
    'drop table idempotency',
    'alter table idempotency_by_credential rename to idempotency',
    `create index idempotency_by_age on idempotency (created_at)`,
    `create index idempotency_unanswered on idempotency (operation_id)
      where operation_id is not null and response_status is null`,
  ],
}
