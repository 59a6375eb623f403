// How often each card has been tried and not found good, in two windows that begin with the first try.

export const cardAttempts = {
  name: '0051-card-attempts',
  statements: [
    `create table card_attempts (
      account_id text not null,
      fingerprint text not null,
      short_until text not null,
      short_count bigint not null,
      long_until text not null,
      long_count bigint not null,
      primary key (account_id, fingerprint)
    )`,
    'create index card_attempts_over on card_attempts (long_until)',
  ],
}
