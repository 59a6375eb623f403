// What a credential may do, until when, and which of its secrets opens it. Existing secret credentials keep all they can.

const EVERYTHING = 'charge refund read payouts webhooks admin'

export const credentialPowers = {
  name: '0043-credential-powers',
  statements: [
    `alter table credentials add column scopes text not null default '${EVERYTHING}'`,
    `update credentials set scopes = '' where kind = 'publishable'`,
    `alter table credentials add column name text not null default ''`,
    'alter table credentials add column expires_at text',
    'alter table credentials add column last_used_at text',
    'alter table credentials add column secret_generation integer not null default 1',
    'alter table credentials add column previous_hash text',
    'alter table credentials add column previous_until text',
    'create index credentials_by_account on credentials (account_id, id)',
    'alter table sessions add column secret_generation integer not null default 1',
    // Credentials that an account makes itself are numbered, so that two at once cannot pass its limit.
    'alter table credentials add column made_as integer',
    'create unique index credentials_made on credentials (account_id, made_as) where made_as is not null',
  ],
}
