// People who sign in at the console: who they are, what they may do in which account, how they got in, where they are signed in.
import { check, checkAnew } from './checks.ts'

const ROLE = ['reader', 'cashier', 'finance', 'developer', 'owner', 'operator']

export const people = {
  name: '0110-people',
  statements: [
    `create table users (
      id text primary key,
      email text not null,
      name text not null,
      password_hash text,
      sealed_totp text,
      totp_step bigint not null,
      created_at text not null
    )`,
    'create unique index users_by_email on users (email)',
    `create table user_roles (
      account_id text not null references accounts (id),
      user_id text not null references users (id),
      role text not null,
      created_at text not null,
      primary key (account_id, user_id)
    )`,
    'create index user_roles_by_user on user_roles (user_id)',
    `create table invitations (
      id text primary key,
      account_id text not null references accounts (id),
      user_id text not null references users (id),
      role text not null,
      token_hash text not null,
      invited_by text not null,
      created_at text not null,
      expires_at text not null,
      ended_at text
    )`,
    'create unique index invitations_by_token on invitations (token_hash)',
    'create index invitations_by_account on invitations (account_id, id)',
    `create table user_sessions (
      id text primary key,
      token_hash text not null,
      user_id text not null references users (id),
      account_id text not null references accounts (id),
      created_at text not null,
      seen_at text not null,
      expires_at text not null,
      address text not null,
      browser text not null,
      revoked_at text
    )`,
    'create unique index user_sessions_by_token on user_sessions (token_hash)',
    'create index user_sessions_by_user on user_sessions (user_id, id)',
    ...check('users', { totp_step: '>= 0' }),
    ...check('user_roles', { role: ROLE }),
    ...check('invitations', { role: ROLE }),
    ...checkAnew('audit_trail', { actor_kind: ['credential', 'person', 'operator', 'process'] }),
  ],
}
