// Cards are found by their number's keyed hash and by when they expire, and an account counts its webhooks.

export const knownCards = {
  name: '0046-known-cards',
  statements: [
    'create index cards_by_fingerprint on cards (account_id, fingerprint)',
    'create index card_tokens_by_fingerprint on card_tokens (account_id, fingerprint)',
    'create index cards_expiring on cards (expiration) where deactivated_at is null',
    'alter table accounts add column webhooks integer not null default 0',
    `update accounts set webhooks = (
        select count(*) from webhook_endpoints where webhook_endpoints.account_id = accounts.id
      )`,
  ],
}
