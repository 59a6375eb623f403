// Passkeys of people, by which they sign in without a code, and the challenges that browsers are asked to sign: each is open for minutes, once.
import { check, FLAG } from './checks.ts'

export const passkeys = {
  name: '0118-passkeys',
  statements: [
    `create table passkeys (
      id text primary key,
      user_id text not null references users (id),
      slot integer not null,
      credential_id text not null,
      public_key text not null,
      counter bigint not null,
      transports text not null,
      backed_up integer not null,
      name text not null,
      created_at text not null,
      used_at text
    )`,
    'create unique index passkeys_by_user on passkeys (user_id, slot)',
    'create unique index passkeys_by_credential on passkeys (credential_id)',
    `create table passkey_challenges (
      hash text primary key,
      purpose text not null,
      user_id text,
      session_id text,
      expires_at text not null
    )`,
    'create index passkey_challenges_by_end on passkey_challenges (expires_at)',
    ...check('passkeys', { slot: '> 0', counter: '>= 0', backed_up: FLAG }),
    ...check('passkey_challenges', { purpose: ['register', 'sign-in', 'second-factor'] }),
  ],
}
