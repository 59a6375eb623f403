// Tries of a card by their instants, so that a limit holds in any hour and any day. Those of before are forgotten.

export const cardTries = {
  name: '0135-card-tries-breaking',
  statements: [
    `create table card_tries (
      account_id text not null,
      fingerprint text not null,
      tries text not null,
      until text not null,
      primary key (account_id, fingerprint)
    )`,
    'create index card_tries_over on card_tries (until)',
    'drop table card_attempts',
  ],
}
